// Each colour's letter, the same in all languages, and whether ink or chalk reads better on its petals.
export type TulipColour = "pink" | "purple" | "blue" | "orange" | "yellow" | "red" | "white" | "black" | "green";

export const LETTERS: Record<TulipColour, string> = {
  pink: "K",
  purple: "P",
  blue: "B",
  orange: "O",
  yellow: "Y",
  red: "R",
  white: "W",
  black: "X",
  green: "G",
};

const DARK_PETALS: ReadonlySet<string> = new Set(["purple", "blue", "red", "black", "green"]);

/** The ink in which a letter stands out on a tulip of this colour. */
export function letterInk(colour: string): string {
  return DARK_PETALS.has(colour) ? "#fffaf0" : "#2a1a0e";
}

export function letterOf(colour: string): string {
  return LETTERS[colour as TulipColour] ?? colour.charAt(0).toUpperCase();
}
