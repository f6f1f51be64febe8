// Each colour's letter in the reader's language, and whether ink or chalk reads better on its petals.
import { language, type Language } from "../words/words.svelte";

export type TulipColour = "pink" | "purple" | "blue" | "orange" | "yellow" | "red" | "white" | "black" | "green";

/** The colour's initial, or another letter of its name where a colour of the same game has that: rouge R, rose S. */
export const LETTERS: Record<Language, Record<TulipColour, string>> = {
  en: { pink: "K", purple: "P", blue: "B", orange: "O", yellow: "Y", red: "R", white: "W", black: "X", green: "G" },
  fr: { pink: "S", purple: "V", blue: "B", orange: "O", yellow: "J", red: "R", white: "B", black: "N", green: "T" },
  de: { pink: "P", purple: "L", blue: "B", orange: "O", yellow: "G", red: "R", white: "W", black: "S", green: "N" },
};

export const COLOURS = Object.keys(LETTERS.en) as TulipColour[];

export function isColour(name: string): name is TulipColour {
  return name in LETTERS.en;
}

const DARK_PETALS: ReadonlySet<string> = new Set(["purple", "blue", "red", "black", "green"]);

/** The ink in which a letter stands out on a tulip of this colour. */
export function letterInk(colour: string): string {
  return DARK_PETALS.has(colour) ? "#fffaf0" : "#2a1a0e";
}

export function letterOf(colour: string): string {
  return isColour(colour) ? LETTERS[language()][colour] : colour.charAt(0).toUpperCase();
}
