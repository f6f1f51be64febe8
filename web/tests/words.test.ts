import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { pieces } from "../src/words/pieces";
import { fill, speak, t, tell } from "../src/words/words.svelte";
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

  test("leaves every gap where a value comes, in the page's texts and the games'", () => {
    const all = [shell, ...games().map((game) => read("games", game, `${language}.json`))];
    const wrong = all.flatMap((catalogue) => Object.entries(catalogue).filter(([text, there]) => gaps(text).join() !== gaps(there).join()));
    expect(wrong).toEqual([]);
  });
});

describe("telling", () => {
  afterEach(() => speak("en"));
  // There is no document here; the language of the page's root is of no concern.
  globalThis.document ??= { documentElement: {} } as never;

  const phrase = { text: "give {card} to {seat}", values: { card: { text: "{variety} {value}", values: { variety: { text: "pink" }, value: 3 } }, seat: 1 } };

  test("fills gaps, with names for seats", () => {
    expect(tell(phrase, ["Eva", "Ada"])).toBe("give pink 3 to Ada");
    expect(fill("{a} and {b}", { a: 1 }, [])).toBe("1 and {b}");
  });

  test("speaks the language chosen", () => {
    speak("de");
    expect(t("Your turn")).toBe("Du bist dran");
    expect(t("{number} players", { number: 3 })).toBe("3 Personen");
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
