// The cards of Tulip as the page shows them: their order, what each pays now and what it does, all as the engine tells.
import type { Seat, View } from "../../generated/tulip";
import { t } from "../../words/words.svelte";

export const ACTIONS = ["exchange", "variation", "take"] as const;
export type Action = (typeof ACTIONS)[number];

export function isAction(card: string): card is Action {
  return (ACTIONS as readonly string[]).includes(card);
}

/** Equal cards together, in the order in which they come. */
export function grouped(cards: string[]): { card: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}

/** How many of each kind of card lie before a seat. */
export function garden(view: View, seat: Seat): Record<string, number> {
  return {
    ...Object.fromEntries(view.market.map(({ colour }, n) => [colour, seat.tulips[n]!])),
    black: seat.black,
    ...Object.fromEntries(ACTIONS.map((action, n) => [action, seat.actions[n]!])),
  };
}

/** What a card pays now. */
export function florins(view: View, card: string): number {
  return view.market.find(({ colour }) => colour === card)?.price ?? (card === "black" ? view.black_price : view.action_price);
}

/** What playing a card does, in a few words; a coloured tulip's effect is its price's next step. */
export function effect(view: View, card: string): string {
  if (card === "exchange") return t("Swap two tulips of two players");
  if (card === "variation") return t("Move a price one step");
  if (card === "take") return t("Play a card from another hand");
  if (card === "black") return t("Moves no price");
  const price = view.market.find(({ colour }) => colour === card)!;
  if (price.near) return t("Price {price} → {next}: krash!", { price: price.price, next: price.next });
  return t("Price {price} → {next}", { price: price.price, next: price.next });
}
