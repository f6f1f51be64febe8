import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { isColour, letterOf, LETTERS } from "../src/art/letters";
import { BOT_NAMES } from "../src/home/portraits";
import { LADDER, levelName, levelDescription } from "../src/people/levels";
import { pieces } from "../src/words/pieces";
import { elided, typeset } from "../src/words/typography";
import { fill, LANGUAGES, learn, numeral, signed, speak, t, tell, tellValue, translated } from "../src/words/words.svelte";
import { games, gameTexts, serverTexts, shellTexts } from "./keys";

type Catalogue = Record<string, string>;
const read = (...path: string[]) => JSON.parse(readFileSync(join(import.meta.dirname, "../src", ...path), "utf-8")) as Catalogue;
const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!).sort();

describe.each(["fr", "de"])("the catalogue in %s", (language) => {
  const shell = read("words", `${language}.json`);

  test("has every text of the page and of the server", () => {
    expect([...shellTexts(), ...serverTexts()].filter((text) => !(text in shell))).toEqual([]);
  });

  test("has nothing that nobody says any more", () => {
    const said = new Set([...shellTexts(), ...serverTexts()]);
    expect(Object.keys(shell).filter((text) => !said.has(text))).toEqual([]);
  });

  test.each(games())("has every text of the board of %s", (game) => {
    const known = { ...shell, ...read("games", game, `${language}.json`) };
    expect([...gameTexts(game)].filter((text) => !(text in known))).toEqual([]);
  });

  test.each(games())("means what the page means, in %s too", (game) => {
    const own = read("games", game, `${language}.json`);
    expect(Object.keys(own).filter((text) => text in shell && own[text] !== shell[text])).toEqual([]);
  });

  test("leaves every gap where a value comes, in the page's texts and the games'", () => {
    const all = [shell, ...games().map((game) => read("games", game, `${language}.json`))];
    const wrong = all.flatMap((catalogue) => Object.entries(catalogue).filter(([text, there]) => gaps(text).join() !== gaps(there).join()));
    expect(wrong).toEqual([]);
  });
});

// There is no document here; the language of the page's root is of no concern.
globalThis.document ??= { documentElement: {} } as never;

describe("the second person", () => {
  const files = [join("words", "you.json"), ...games().map((game) => join("games", game, "you.json"))];

  test.each(files)("is there in every language, with the same gaps: %s", (file) => {
    const { en, fr, de } = read(file) as unknown as Record<string, Catalogue>;
    for (const there of [fr!, de!]) expect(Object.keys(there).sort()).toEqual(Object.keys(en!).sort());
    const wrong = [en!, fr!, de!].flatMap((catalogue) => Object.entries(catalogue).filter(([text, there]) => gaps(text).join() !== gaps(there).join()));
    expect(wrong).toEqual([]);
  });

  test("stands for a text that the page or the server says", () => {
    const said = new Set([...shellTexts(), ...serverTexts()]);
    const unsaid = Object.keys((read("words", "you.json") as unknown as Record<string, Catalogue>).en!).filter((text) => !said.has(text.replaceAll(":you}", "}")));
    expect(unsaid).toEqual([]);
  });
});

describe("telling", () => {
  afterEach(() => speak("en"));

  const phrase = { text: "give {card} to {seat}", values: { card: { text: "{variety} {value}", values: { variety: { text: "pink" }, value: 3 } }, seat: 1 } };

  test("fills gaps, with names for seats", () => {
    expect(tell(phrase, ["Eva", "Ada"])).toBe("give pink 3 to Ada");
    expect(fill("{a} and {b}", { a: 1 }, [])).toBe("1 and {b}");
  });

  test("writes numbers below zero with a minus sign, and parts thousands as the language does", () => {
    expect([tell({ text: "{seat} {gain}", values: { seat: 0, gain: "-4" } }, ["Ada"]), t("{a}", { a: -3 }), tellValue(-2, [])]).toEqual(["Ada −4", "−3", "−2"]);
    expect([numeral(-32), numeral(10000), signed(-1049), signed(7), signed(0)]).toEqual(["−32", "10,000", "−1,049", "+7", "0"]);
    speak("de");
    expect(numeral(-17025)).toBe("−17.025");
  });

  test("speaks the language chosen", () => {
    speak("de");
    expect(t("Your turn")).toBe("Du bist dran");
    expect(t("{number} players", { number: 3 })).toBe("3 Personen");
  });

  test("speaks to the reader where a gap holds their own seat, and names all others", () => {
    const draws = { text: "{seat} has nothing to decide now; the next move is for {others}.", values: { seat: 0, others: "Ada" } };
    const names = Object.assign(["Eva", "Ada"], { you: 0 });
    expect(tell(draws, names)).toBe("You have nothing to decide now; the next move is for Ada.");
    expect(tell({ ...draws, values: { seat: 1, others: "Eva" } }, names)).toBe("Ada has nothing to decide now; the next move is for Eva.");
    expect(tell(draws, ["Eva", "Ada"])).toBe("Eva has nothing to decide now; the next move is for Ada.");
    expect(pieces(draws, names)[0]!.text).toBe("You have nothing to decide now; the next move is for ");
    speak("de");
    expect(tell(draws, names)).toBe("Du hast gerade nichts zu entscheiden; am Zug: Ada.");
    speak("fr");
    expect(tell(draws, names)).toMatch(/^Vous n’avez rien à décider pour l’instant\s; c’est à Ada de jouer\.$/);
  });

  test("a sentence that knows no second person keeps the name", () => {
    expect(tell({ text: "{seat} hums", values: { seat: 0 } }, Object.assign(["Eva"], { you: 0 }))).toBe("Eva hums");
  });

  test("marks the tulips that a phrase names", () => {
    expect(pieces(phrase, ["Eva", "Ada"])).toEqual([
      { text: "Give ", colour: null },
      { text: "pink 3", colour: "pink" },
      { text: " to ", colour: null },
      { text: "Ada", colour: null },
    ]);
  });
});

describe("French", () => {
  afterEach(() => {
    speak("en");
    learn({ fr: {}, de: {}, you: { en: {}, fr: {}, de: {} } });
  });

  test.each([
    ["Iris", "Bouquet d’Iris"], ["Émile", "Bouquet d’Émile"], ["Yves", "Bouquet d’Yves"], ["Yann", "Bouquet de Yann"],
    ["Basil", "Bouquet de Basil"], ["Hugo", "Bouquet de Hugo"], ["8", "Bouquet de 8"],
  ])("elides before %s where it begins with a vowel", (name, told) => {
    speak("fr");
    expect(fill("Bouquet de {name}", { name }, [])).toBe(told);
  });

  test("elides before seats and phrases, in what is told with pictures too, and nowhere else", () => {
    speak("fr");
    learn({ fr: { "price of {colour}": "prix de {colour}", "more than {seat}": "plus que {seat} ce monde {seat}" }, de: {}, you: { en: {}, fr: {}, de: {} } });
    const phrase = { text: "price of {colour}", values: { colour: { text: "orange" } } };
    expect(tell(phrase, [])).toBe("prix d’orange");
    expect(pieces(phrase, []).map(({ text }) => text)).toEqual(["Prix d’", "orange"]);
    expect(t("more than {seat}", { seat: 0 }, ["Ada"])).toBe("plus qu’Ada ce monde Ada");
    speak("de");
    expect(fill("de {name}", { name: "Iris" }, [])).toBe("de Iris");
    expect(elided("de ", "")).toBe("de ");
  });

  test("sets its marks in what is joined without words too, and only there", () => {
    speak("fr");
    const phrase = { text: "{move}: {points}; {more}", values: { move: "bleu", points: "2 points", more: "12:30 Ah!" } };
    expect(tell(phrase, [])).toBe("bleu\u00a0: 2 points\u202f; 12:30 Ah!");
    expect(pieces(phrase, []).map(({ text }) => text).join("")).toBe("Bleu\u00a0: 2 points\u202f; 12:30 Ah!");
    expect([translated("; "), translated(": "), translated("{a} ({b}:{c})…")]).toEqual(["\u202f; ", "\u00a0: ", "{a} ({b}:{c})…"]);
    speak("de");
    expect(tell(phrase, [])).toBe("bleu: 2 points; 12:30 Ah!");
  });

  test("has a space before each mark in every text", () => {
    const all = [["words"], ...games().map((game) => ["games", game])].flatMap((path) => Object.values(read(...path, "fr.json")));
    expect(all.filter((text) => /[^\s:;!?][:;!?](?=\s|$)/.test(text))).toEqual([]);
  });

  test("keeps its marks on the line of the word before them, and bends its apostrophes", () => {
    expect(typeset({ a: "C'est à vous : « jouez » ; d'accord ?", b: "10 %", c: "Un mot…" })).toEqual({
      a: "C’est à vous\u00a0: «\u00a0jouez\u00a0»\u202f; d’accord\u202f?", b: "10\u00a0%", c: "Un mot…",
    });
  });
});

describe("colours", () => {
  afterEach(() => speak("en"));

  /** The colours that a game tells apart, from the facts of its components; the Black Tulip and black tulips among them. */
  function colours(game: string): string[] {
    const facts = readFileSync(join(import.meta.dirname, "../../src/tulips/games", game.replaceAll("-", "_"), "game.toml"), "utf-8");
    const listed = [...facts.matchAll(/^(?:colours|varieties|others) = (\["[^\]]*\])/gm)].flatMap(([, list]) => JSON.parse(list!) as string[]);
    return [...new Set([...listed.filter(isColour), ...(/black/.test(facts) ? ["black"] : [])])];
  }

  test.each(games().flatMap((game) => LANGUAGES.map((language) => [game, language] as const)))("of %s have letters of their own in %s", (game, language) => {
    speak(language);
    const letters = colours(game).map(letterOf);
    if (game !== "tulpenfieber") expect(letters.length).toBeGreaterThan(3); // there they mean nothing
    expect(new Set(letters).size).toBe(letters.length);
  });

  test.each(games().flatMap((game) => (["fr", "de"] as const).map((language) => [game, language] as const)))("of %s have a letter of their name in %s", (game, language) => {
    speak(language);
    const words = read("games", game, `${language}.json`);
    const strange = colours(game).filter((colour) => colour in words && !words[colour]!.toUpperCase().includes(letterOf(colour)));
    expect(strange).toEqual([]);
  });

  test("are no bots' names, in any language", () => {
    const named = ["fr", "de"].flatMap((language) => games().flatMap((game) => Object.entries(read("games", game, `${language}.json`)).filter(([text]) => isColour(text)).map(([, there]) => there)));
    const known = new Set([...named, ...Object.keys(LETTERS.en), "rose", "violet", "violette", "lila", "rosa", "blanche", "amber", "ruby", "scarlet", "hazel", "olive"].map((word) => word.toLowerCase()));
    expect(BOT_NAMES.filter((name) => known.has(name.toLowerCase()))).toEqual([]);
    expect(new Set(BOT_NAMES.map((name) => name[0])).size).toBe(BOT_NAMES.length);
  });
});

describe("levels of bots", () => {
  afterEach(() => speak("en"));
  const facts = games().map((game) => readFileSync(join(import.meta.dirname, "../../src/tulips/games", game.replaceAll("-", "_"), "game.toml"), "utf-8"));

  test("are the same three in every game", () => {
    for (const text of facts) expect([...text.split("[levels]")[1]!.split("\n[")[0]!.matchAll(/^(\w+) = \{/gm)].map((match) => match[1])).toEqual(LADDER);
  });

  test.each(LANGUAGES)("are explained in %s, each in a sentence of its own", (language) => {
    speak(language);
    const every = ["random", "hasty", "greedy", "daring", ...LADDER];
    expect(new Set(every.map(levelDescription)).size).toBe(every.length);
    for (const level of every) expect([levelName(level), levelDescription(level)]).toEqual([expect.stringMatching(/^\S/), expect.stringMatching(/^\p{Lu}.*\.$/u)]);
    if (language !== "en") expect(every.filter((level) => levelName(level) === level && level !== "novice")).toEqual([]);
  });
});

describe("words of one kind", () => {
  const rules = (language: string) => games().map((game) => readFileSync(join(import.meta.dirname, "../../src/tulips/games", game.replaceAll("-", "_"), `rules.${language}.md`), "utf-8"));
  const texts = (language: string) => [["words"], ...games().map((game) => ["games", game])].flatMap((path) => Object.values(read(...path, `${language}.json`)));
  const all = (language: string) => [...texts(language), ...rules(language).flatMap((page) => page.split("\n"))].map((text) => text.replace(/\{\w+\}/g, ""));

  test.each([
    ["fr", /krash|crash|\bfêtes?\b|reconstrui/i],
    ["de", /krash|krach|kurssturz|festival|\brosa\b/i],
  ])("in %s are one word", (language, other) => {
    expect(all(language).filter((text) => other.test(text))).toEqual([]);
  });

  test("address one in one way: vous and du", () => {
    expect(all("fr").filter((text) => /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu.test(text))).toEqual([]);
    expect(texts("de").filter((text) => /\b(Ihr|Ihre|Ihnen|Ihren)\b/.test(text))).toEqual([]);
  });

  test("quote as their language does", () => {
    expect(all("fr").filter((text) => /["“”„]/.test(text))).toEqual([]);
    expect(all("de").filter((text) => /["”«»]/.test(text))).toEqual([]);
  });
});
