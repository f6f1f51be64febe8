// A phrase cut into pieces of text, each with the colour of the tulip that it names, if it names one.
import { isColour, type TulipColour } from "../art/letters";
import type { Phrase } from "../generated/messages";
import { between, capital, fill, joined, tell, template, type Names } from "./words.svelte";

export interface Piece {
  text: string;
  colour: TulipColour | null;
}

/** What a card is called in every game whose cards have a colour and something more: "{colour} {rank}". */
const CARD = "card";

/** The colour of the tulip that a whole phrase names, by the names of things and never by its words: the phrase is a colour, "pink"; it
    tells one in its value `colour`, which needs no gap; or it is a card with one in a gap. */
function colourOf({ name, values = {} }: Phrase): TulipColour | null {
  if (isColour(name)) return name;
  if (typeof values.colour === "string" && isColour(values.colour)) return values.colour;
  if (name !== CARD) return null;
  const parts = Object.values(values).map((value) => (typeof value === "object" && !Array.isArray(value) ? value.name : String(value)));
  return parts.find(isColour) ?? null;
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
