// A phrase cut into pieces of text, each with the colour of the tulip that it names, if it names one.
import { isColour } from "../art/letters";
import type { Phrase } from "../generated/messages";
import { between, capital, fill, joined, tell, template, type Names } from "./words.svelte";

export interface Piece {
  text: string;
  colour: string | null;
}

/** The colour that a phrase names by itself, not among other words: "pink", or "{colour} {rank}" with pink in its gap.
    A phrase may also tell its colour in a value without a gap; one that lists several tulips names none by itself. */
function colourOf(phrase: Phrase): string | null {
  if (isColour(phrase.name)) return phrase.name;
  const values = Object.values(phrase.values ?? {});
  if (isColour(String(phrase.values?.colour))) return String(phrase.values!.colour);
  if (values.some(Array.isArray) || /\p{L}/u.test(template(phrase.name).replace(/\{\w+\}/g, ""))) return null;
  const found = values.map((value) =>
    typeof value === "object" ? colourOf(value as Phrase) : isColour(String(value)) ? String(value) : null,
  );
  const colours = found.filter((colour) => colour !== null);
  return colours.length === 1 ? colours[0]! : null;
}

function cut(phrase: Phrase, names: Names): Piece[] {
  const own = colourOf(phrase);
  if (own) return [{ text: tell(phrase, names), colour: own }];
  const values = phrase.values ?? {};
  return template(phrase.name, values, names)
    .split(/(\{\w+\})/)
    .filter(Boolean)
    .flatMap((piece): Piece[] => {
      const gap = piece.slice(1, -1);
      const value = piece.startsWith("{") ? values[gap] : undefined;
      if (Array.isArray(value))
        return value.flatMap((part, n) => [...(n ? [{ text: between(gap), colour: null }] : []), ...cut(part, names)]);
      if (typeof value === "object") return cut(value, names);
      return [{ text: fill(piece, values, names), colour: null }];
    });
}

/** The pieces, the first with a capital. */
export function pieces(phrase: Phrase, names: Names): Piece[] {
  const found = cut(phrase, names);
  const texts = joined(found.map((piece) => piece.text));
  return found.map(({ colour }, n) => ({ text: n === 0 ? capital(texts[n]!) : texts[n]!, colour }));
}
