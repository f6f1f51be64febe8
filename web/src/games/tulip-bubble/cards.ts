// A card's name, such as "white B1", as the page draws and says it.
import type { Card, Colour } from "../../generated/tulip-bubble";
import { parted } from "../../words/names";
import { t } from "../../words/words.svelte";

export interface Face {
  colour: Colour;
  /** "B1" */
  variety: string;
  /** "B" */
  rank: string;
}

export function faceOf(card: Card): Face {
  const [colour, variety] = parted(card);
  return { colour, variety, rank: variety.charAt(0) };
}

/** The A tulips are the broken, flamed ones; the C tulips are plain and honest. */
export const PATTERN: Record<string, "flamed" | "feathered" | "plain"> = { A: "flamed", B: "feathered", C: "plain" };

/** The card in the reader's language. */
export function cardLabel(card: Card): string {
  const { colour, variety } = faceOf(card);
  return t(`card.${colour}`, { variety });
}

/** Cards that are the same lie on each other. */
export function stacked(cards: Card[]): { card: Card; copies: number }[] {
  const copies = new Map<Card, number>();
  for (const card of cards) copies.set(card, (copies.get(card) ?? 0) + 1);
  return [...copies].map(([card, number]) => ({ card, copies: number }));
}
