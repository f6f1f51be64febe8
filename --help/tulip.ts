// Written by `python -m tulips.web.typescript`; do not edit.

/**
 * A colour on the market: its price, how many of its tulips lie open, how many have left in krashes.
 *
 * `next` is the price that the next tulip of the colour would make, `near` whether that is a krash.
 */
export interface Colour {
  colour: string;
  price: number;
  next: number;
  near: boolean;
  open: number;
  discarded: number;
}

/** What everyone sees of a seat: what lies before it, what that is worth, how many cards it holds. */
export interface Seat {
  tulips: number[];
  black: number;
  actions: number[];
  value: number;
  cards: number;
  score: number;
  revealed: string[];
}

/** A tulip on the table, by the seat that it lies before. */
export interface Tulip {
  seat: number;
  colour: string;
}

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "draw" | "exchange" | "over" | "set-up" | "take" | "turn" | "variation";
  turn: number | null;
  market: Colour[];
  black_price: number;
  action_price: number;
  track: number[];
  seats: Seat[];
  krashes: number;
  last_krash: number;
  black_tulips: number;
  last_black: number;
  deck: number;
  copies: Record<string, number>;
  offered: Tulip | null;
  hand: string[];
  hand_value: number;
}
