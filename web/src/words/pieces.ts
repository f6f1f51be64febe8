// A phrase cut into pieces of text, each with the colour of the tulip that it names, if it names one.
import { isColour } from "../art/letters";
import type { Phrase } from "../generated/messages";
import { capital, fill, joined, tell, template, type Names } from "./words.svelte";

export interface Piece {
  text: string;
  colour: string | null;
}

/** The colour that a phrase names by itself, not among other words: "pink", or "{colour} {rank}" with pink in its gap.
    A phrase may also tell its colour in a value without a gap; one that lists several tulips names none by itself. */
function colourOf(phrase: Phrase): string | null {
  if (isColour(phrase.text)) return phrase.text;
  const values = Object.values(phrase.values ?? {});
  if (isColour(String(phrase.values?.colour))) return String(phrase.values!.colour);
  if (/\p{L}/u.test(phrase.text.replace(/\{\w+\}/g, ""))) return null;
  const found = values.map((value) => (typeof value === "object" ? colourOf(value) : isColour(String(value)) ? String(value) : null));
  const colours = found.filter((colour) => colour !== null);
  return colours.length === 1 ? colours[0]! : null;
}

function cut(phrase: Phrase, names: Names): Piece[] {
  const own = colourOf(phrase);
  if (own) return [{ text: tell(phrase, names), colour: own }];
  const values = phrase.values ?? {};
  return template(phrase.text, values, names)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((piece): Piece[] => {
      const value = values[piece.slice(1, -1)];
      if (piece.startsWith("{") && typeof value === "object") return cut(value, names);
      return [{ text: fill(piece, values, names), colour: null }];
    });
}

/** The pieces, the first with a capital. */
export function pieces(phrase: Phrase, names: Names): Piece[] {
  const found = cut(phrase, names);
  const texts = joined(found.map((piece) => piece.text));
  return found.map(({ colour }, n) => ({ text: n === 0 ? capital(texts[n]!) : texts[n]!, colour }));
}
