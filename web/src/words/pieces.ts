// A phrase cut into pieces of text, each with the colour of the tulip that it names, if it names one.
import { LETTERS } from "../art/letters";
import type { Phrase } from "../generated/messages";
import { capital, fill, tell, translated } from "./words.svelte";

export interface Piece {
  text: string;
  colour: string | null;
}

/** The colour that a phrase names by itself, not among other words: "pink", or "{colour} {rank}" with pink in its gap.
    A phrase may also tell its colour in a value without a gap; one that lists several tulips names none by itself. */
function colourOf(phrase: Phrase): string | null {
  if (phrase.text in LETTERS) return phrase.text;
  const values = Object.values(phrase.values ?? {});
  if (String(phrase.values?.colour) in LETTERS) return String(phrase.values!.colour);
  if (/\p{L}/u.test(phrase.text.replace(/\{\w+\}/g, ""))) return null;
  const found = values.map((value) => (typeof value === "object" ? colourOf(value) : String(value) in LETTERS ? String(value) : null));
  const colours = found.filter((colour) => colour !== null);
  return colours.length === 1 ? colours[0]! : null;
}

function cut(phrase: Phrase, names: string[]): Piece[] {
  const own = colourOf(phrase);
  if (own) return [{ text: tell(phrase, names), colour: own }];
  const values = phrase.values ?? {};
  return translated(phrase.text)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((piece): Piece[] => {
      const value = values[piece.slice(1, -1)];
      if (piece.startsWith("{") && typeof value === "object") return cut(value, names);
      return [{ text: fill(piece, values, names), colour: null }];
    });
}

/** The pieces, the first with a capital. */
export function pieces(phrase: Phrase, names: string[]): Piece[] {
  const found = cut(phrase, names);
  return found.map((piece, n) => (n === 0 ? { ...piece, text: capital(piece.text) } : piece));
}
