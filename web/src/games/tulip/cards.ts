// The cards of Tulip as the page shows them: their order, what each pays now and what it does, all as the engine tells.
import type { Action, Card, Seat, View } from "../../generated/tulip";
import { t } from "../../words/words.svelte";

export const ACTIONS = ["exchange", "variation", "take"] as const satisfies Action[];

export function isAction(card: Card): card is Action {
  return (ACTIONS as readonly Card[]).includes(card);
}

const CALLED: Record<Action, string> = { exchange: "action.exchange", variation: "action.variation", take: "action.take" };

/** What a card is called: a tulip by its colour. */
export function cardName(card: Card): string {
  return t(isAction(card) ? CALLED[card] : card);
}

/** Equal cards together, in the order in which they come. */
export function grouped(cards: Card[]): { card: Card; count: number }[] {
  const counts = new Map<Card, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}

/** How many of each kind of card lie before a seat. */
export type Garden = Partial<Record<Card, number>>;

export function garden(view: View, seat: Seat): Garden {
  return {
    ...Object.fromEntries(view.market.map(({ colour }, n) => [colour, seat.tulips[n]!])),
    black: seat.black,
    ...Object.fromEntries(ACTIONS.map((action, n) => [action, seat.actions[n]!])),
  };
}

/** What a card pays now. */
export function florins(view: View, card: Card): number {
  return view.market.find(({ colour }) => colour === card)?.price ?? (card === "black" ? view.black_price : view.action_price);
}

/** What playing a card does, in a few words; a coloured tulip's effect is its price's next step. */
export function effect(view: View, card: Card): string {
  if (card === "exchange") return t("board.effect-exchange");
  if (card === "variation") return t("board.effect-variation");
  if (card === "take") return t("board.effect-take");
  if (card === "black") return t("board.effect-black");
  const price = view.market.find(({ colour }) => colour === card)!;
  if (price.near) return t("board.effect-krash", { price: price.price, next: price.next });
  return t("board.effect-tulip", { price: price.price, next: price.next });
}
