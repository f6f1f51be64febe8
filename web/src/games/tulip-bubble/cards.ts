// A card's name, such as "white B1", as the page draws and says it.
import { t } from "../../words/words.svelte";

export interface Face {
  colour: string;
  /** "B1" */
  variety: string;
  /** "B" */
  rank: string;
}

export function faceOf(card: string): Face {
  const [colour, variety] = card.split(" ") as [string, string];
  return { colour, variety, rank: variety.charAt(0) };
}

/** The A tulips are the broken, flamed ones; the C tulips are plain and honest. */
export const PATTERN: Record<string, "flamed" | "feathered" | "plain"> = { A: "flamed", B: "feathered", C: "plain" };

/** The card in the reader's language. */
export function cardLabel(card: string): string {
  const { colour, variety } = faceOf(card);
  return t(`card.${colour}`, { variety });
}

/** Cards that are the same lie on each other. */
export function stacked(cards: string[]): { card: string; copies: number }[] {
  const copies = new Map<string, number>();
  for (const card of cards) copies.set(card, (copies.get(card) ?? 0) + 1);
  return [...copies].map(([card, number]) => ({ card, copies: number }));
}
