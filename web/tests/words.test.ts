import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { isColour, letterOf, LETTERS } from "../src/art/letters";
import { BOT_NAMES } from "../src/home/portraits";
import { LADDER, levelName, levelDescription } from "../src/people/levels";
import { pieces } from "../src/words/pieces";
import { elided, typeset } from "../src/words/typography";
import { fill, LANGUAGES, learn, loadWords, numeral, signed, speak, t, tell, tellValue, type Catalogue } from "../src/words/words.svelte";
import { allTexts, gameCatalogue, games, ofGame } from "./catalogues";

/** Let a game have these words in every language. */
const teach = (words: Catalogue) => learn(async () => words);
const unlearn = async () => {
  await teach({});
  await speak("en");
};

describe("telling", () => {
  afterEach(unlearn);

  const GIVE = { give: "give {card} to {seat_to}", card: "{variety} {value}", pink: "pink", red: "red" };
  const card = (variety: string, value: number) => ({ name: "card", values: { variety: { name: variety }, value } });
  const phrase = { name: "give", values: { card: card("pink", 3), seat_to: 1 } };

  test("fills gaps, with names for seats", async () => {
    await teach(GIVE);
    expect(tell(phrase, ["Eva", "Ada"])).toBe("give pink 3 to Ada");
    expect(fill("{a} and {b}", { a: 1 }, [])).toBe("1 and {b}");
  });

  test("joins phrases in a list by commas, and clauses by semicolons as the language does", async () => {
    await teach(GIVE);
    const parts = [card("pink", 3), card("red", 2)];
    const list = { name: "list", values: { parts } };
    const clauses = { name: "clauses", values: { clauses: parts } };
    expect([tell(list, []), tell(clauses, [])]).toEqual(["pink 3, red 2", "pink 3; red 2"]);
    expect(pieces(clauses, [])).toEqual([
      { text: "Pink 3", colour: "pink" },
      { text: "; ", colour: null },
      { text: "red 2", colour: "red" },
    ]);
    await speak("fr");
    expect([tell(list, []), tell(clauses, [])]).toEqual(["pink 3, red 2", "pink 3\u202f; red 2"]);
  });

  test("writes numbers below zero with a minus sign, and parts thousands as the language does", async () => {
    await teach({ gains: "{seat} {gain}" });
    expect([t("gains", { seat: 0, gain: "-4" }, ["Ada"]), t("gains", { seat: 0, gain: -3 }, ["Ada"]), tellValue(-2, [])]).toEqual([
      "Ada −4",
      "Ada −3",
      "−2",
    ]);
    expect([numeral(-32), numeral(10000), signed(-1049), signed(7), signed(0)]).toEqual(["−32", "10,000", "−1,049", "+7", "0"]);
    await speak("de");
    expect(numeral(-17025)).toBe("−17.025");
  });

  test("speaks the language chosen", async () => {
    await speak("de");
    expect(t("table.your-turn")).toBe("Du bist dran");
    expect(t("home.players", { number: 3 })).toBe("3 Personen");
  });

  test("speaks the language chosen last, and the game's words in it, in whichever order they are loaded", async () => {
    let later = (): void => undefined;
    const slow = new Promise<void>((resolve) => (later = resolve));
    const first = learn(async (language) => (await slow, { hello: `first, ${language}` }));
    const second = learn(async (language) => ({ hello: `second, ${language}` }));
    const german = speak("de");
    later();
    await Promise.all([first, second, german]);
    expect([t("hello"), t("table.your-turn")]).toEqual(["second, de", "Du bist dran"]);
  });

  test("goes on in the old language where the other cannot be loaded", async () => {
    await learn(async (language) => {
      if (language === "fr") throw new Error("no network");
      return { hello: language };
    });
    await expect(speak("fr")).rejects.toThrow("no network");
    await loadWords();
    expect([t("hello"), t("table.your-turn")]).toEqual(["en", "Your turn"]);
  });

  test("a game's words that are spoken already are not loaded again", async () => {
    let loaded = 0;
    const game = async () => ({ hello: String((loaded += 1)) });
    await learn(game);
    await learn(game);
    expect([loaded, t("hello")]).toEqual([1, "1"]);
  });

  test("speaks to the reader where a gap holds their own seat, and names all others", async () => {
    const draws = { name: "error.not-your-turn", values: { seat: 0, others: "Ada" } };
    const names = Object.assign(["Eva", "Ada"], { you: 0 });
    expect(tell(draws, names)).toBe("You have nothing to decide now; the next move is for Ada.");
    expect(tell({ ...draws, values: { seat: 1, others: "Eva" } }, names)).toBe("Ada has nothing to decide now; the next move is for Eva.");
    expect(tell(draws, ["Eva", "Ada"])).toBe("Eva has nothing to decide now; the next move is for Ada.");
    expect(pieces(draws, names)[0]!.text).toBe("You have nothing to decide now; the next move is for ");
    await speak("de");
    expect(tell(draws, names)).toBe("Du hast gerade nichts zu entscheiden; am Zug: Ada.");
    await speak("fr");
    expect(tell(draws, names)).toMatch(/^Vous n’avez rien à décider pour l’instant\s; c’est à Ada de jouer\.$/);
  });

  test("speaks of several gaps of the reader at once, in whichever order they are named", async () => {
    await teach({
      pays: "{seat} pays {seat_to}",
      "pays.you": "you pay {seat_to}",
      "pays.you_to": "{seat} pays you",
      "pays.you_to.you": "you pay yourself",
    });
    const names = Object.assign(["Eva", "Ada"], { you: 0 });
    const told = [
      [0, 1],
      [1, 0],
      [0, 0],
      [1, 1],
    ].map(([seat, to]) => t("pays", { seat: seat!, seat_to: to! }, names));
    expect(told).toEqual(["you pay Ada", "Ada pays you", "you pay yourself", "Ada pays Ada"]);
    expect(t("pays", { seat_to: 0, seat: 0 }, names)).toBe("you pay yourself");
  });

  test("a sentence that knows no second person keeps the name", async () => {
    await teach({ hums: "{seat} hums" });
    expect(t("hums", { seat: 0 }, Object.assign(["Eva"], { you: 0 }))).toBe("Eva hums");
  });

  test("marks the tulips that a phrase names", async () => {
    await teach(GIVE);
    expect(pieces(phrase, ["Eva", "Ada"])).toEqual([
      { text: "Give ", colour: null },
      { text: "pink 3", colour: "pink" },
      { text: " to ", colour: null },
      { text: "Ada", colour: null },
    ]);
  });

  test("finds a tulip's colour by the names of things, whatever letters a sentence has", async () => {
    await teach({ ...GIVE, card: "the tulip {variety} of {value}", price: "{variety} {value}", sold: "a tulip" });
    expect(pieces(card("pink", 3), [])).toEqual([{ text: "The tulip pink of 3", colour: "pink" }]);
    expect(pieces({ name: "sold", values: { colour: "red" } }, [])).toEqual([{ text: "A tulip", colour: "red" }]);
    expect(pieces({ name: "price", values: { variety: { name: "pink" }, value: 3 } }, [])).toEqual([
      { text: "Pink", colour: "pink" },
      { text: " ", colour: null },
      { text: "3", colour: null },
    ]);
  });
});

describe("French", () => {
  afterEach(unlearn);

  test.each([
    ["Iris", "Bouquet d’Iris"],
    ["Émile", "Bouquet d’Émile"],
    ["Yves", "Bouquet d’Yves"],
    ["Yann", "Bouquet de Yann"],
    ["Basil", "Bouquet de Basil"],
    ["Hugo", "Bouquet de Hugo"],
    ["8", "Bouquet de 8"],
  ])("elides before %s where it begins with a vowel", async (name, told) => {
    await speak("fr");
    expect(fill("Bouquet de {name}", { name }, [])).toBe(told);
  });

  test("elides before seats and phrases, in what is told with pictures too, and nowhere else", async () => {
    await speak("fr");
    await teach({ price: "prix de {colour}", more: "plus que {seat} ce monde {seat}", orange: "orange" });
    const phrase = { name: "price", values: { colour: { name: "orange" } } };
    expect(tell(phrase, [])).toBe("prix d’orange");
    expect(pieces(phrase, []).map(({ text }) => text)).toEqual(["Prix d’", "orange"]);
    expect(t("more", { seat: 0 }, ["Ada"])).toBe("plus qu’Ada ce monde Ada");
    await speak("de");
    expect(fill("de {name}", { name: "Iris" }, [])).toBe("de Iris");
    expect(elided("de ", "")).toBe("de ");
  });

  test("has a space before each mark in every text", () => {
    expect(allTexts("fr").filter((text) => /[^\s:;!?][:;!?](?=\s|$)/.test(text))).toEqual([]);
  });

  test("keeps its marks on the line of the word before them, and bends its apostrophes", () => {
    expect(typeset({ a: "C'est à vous : « jouez » ; d'accord ?", b: "10 %", c: "Un mot…" })).toEqual({
      a: "C’est à vous\u00a0: «\u00a0jouez\u00a0»\u202f; d’accord\u202f?",
      b: "10\u00a0%",
      c: "Un mot…",
    });
  });
});

describe("colours", () => {
  afterEach(() => speak("en"));

  /** The colours that a game tells apart, from the facts of its components; the Black Tulip and black tulips among them. */
  function colours(game: string): string[] {
    const facts = readFileSync(ofGame(game, "game.toml"), "utf-8");
    const listed = [...facts.matchAll(/^(?:colours|varieties|others) = (\["[^\]]*\])/gm)].flatMap(
      ([, list]) => JSON.parse(list!) as string[],
    );
    return [...new Set([...listed.filter(isColour), ...(/black/.test(facts) ? ["black"] : [])])];
  }

  test.each(games().flatMap((game) => LANGUAGES.map((language) => [game, language] as const)))(
    "of %s have letters of their own in %s",
    async (game, language) => {
      await speak(language);
      const letters = colours(game).map(letterOf);
      if (game !== "tulpenfieber") expect(letters.length).toBeGreaterThan(3); // there they mean nothing
      expect(new Set(letters).size).toBe(letters.length);
    },
  );

  test.each(games().flatMap((game) => (["fr", "de"] as const).map((language) => [game, language] as const)))(
    "of %s have a letter of their name in %s",
    async (game, language) => {
      await speak(language);
      const words = gameCatalogue(game, language);
      const strange = colours(game).filter((colour) => colour in words && !words[colour]!.toUpperCase().includes(letterOf(colour)));
      expect(strange).toEqual([]);
    },
  );

  test("are no bots' names, in any language", () => {
    const named = ["fr", "de"].flatMap((language) =>
      games().flatMap((game) =>
        Object.entries(gameCatalogue(game, language))
          .filter(([text]) => isColour(text))
          .map(([, there]) => there),
      ),
    );
    const known = new Set(
      [
        ...named,
        ...Object.keys(LETTERS.en),
        "rose",
        "violet",
        "violette",
        "lila",
        "rosa",
        "blanche",
        "amber",
        "ruby",
        "scarlet",
        "hazel",
        "olive",
      ].map((word) => word.toLowerCase()),
    );
    expect(BOT_NAMES.filter((name) => known.has(name.toLowerCase()))).toEqual([]);
    expect(new Set(BOT_NAMES.map((name) => name[0])).size).toBe(BOT_NAMES.length);
  });
});

describe("levels of bots", () => {
  afterEach(() => speak("en"));
  const facts = games().map((game) => readFileSync(ofGame(game, "game.toml"), "utf-8"));

  test("are the same three in every game", () => {
    for (const text of facts)
      expect(
        [
          ...text
            .split("[levels]")[1]!
            .split("\n[")[0]!
            .matchAll(/^(\w+) = \{/gm),
        ].map((match) => match[1]),
      ).toEqual(LADDER);
  });

  test.each(LANGUAGES)("are explained in %s, each in a sentence of its own", async (language) => {
    await speak(language);
    const every = ["random", "hasty", "greedy", "daring", ...LADDER];
    expect(new Set(every.map(levelDescription)).size).toBe(every.length);
    for (const level of every)
      expect([levelName(level), levelDescription(level)]).toEqual([expect.stringMatching(/^\S/), expect.stringMatching(/^\p{Lu}.*\.$/u)]);
    if (language !== "en") expect(every.filter((level) => levelName(level) === level && level !== "novice")).toEqual([]);
  });
});

describe("words of one kind", () => {
  const rules = (language: string) => games().map((game) => readFileSync(ofGame(game, `rules.${language}.md`), "utf-8"));
  const all = (language: string) =>
    [...allTexts(language), ...rules(language).flatMap((page) => page.split("\n"))].map((text) => text.replace(/\{\w+\}/g, ""));

  test.each([
    ["fr", /krash|crash|\bfêtes?\b|reconstrui/i],
    ["de", /krash|krach|kurssturz|festival|\brosa\b/i],
  ])("in %s are one word", (language, other) => {
    expect(all(language).filter((text) => other.test(text))).toEqual([]);
  });

  test("address one in one way: vous and du", () => {
    expect(all("fr").filter((text) => /(?<!\p{L})(tu|toi|ton|tes)(?!\p{L})/iu.test(text))).toEqual([]);
    expect(allTexts("de").filter((text) => /\b(Ihr|Ihre|Ihnen|Ihren)\b/.test(text))).toEqual([]);
  });

  test("quote as their language does", () => {
    expect(all("fr").filter((text) => /["“”„]/.test(text))).toEqual([]);
    expect(all("de").filter((text) => /["”«»]/.test(text))).toEqual([]);
  });
});
