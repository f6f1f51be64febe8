// Written by `python -m tulips.web.typescript`; do not edit.

/** An action card; the cards lie in the order of their numbers, the pass first. */
export interface Card {
  name: string;
  speculates: boolean;
  buyers: number;
}

/** A seat's tulips of one colour, and the buyers of that colour it is known to hold because it took them face up. */
export interface Holding {
  colour: string;
  tulips: number;
  known_buyers: number;
}

/** One colour of tulips: its price (None once it has burst), the stockpile, and its buyers that all can see. */
export interface Market {
  colour: string;
  price: number | null;
  space: string | null;
  sales: Sales | null;
  stock: number;
  face_up: number;
  gone: number;
}

/** What a sale would pay the seller, the space that the price goes to then, and whether it bursts there. */
export interface Sale {
  pays: number;
  space: string;
  price: number;
  burst: boolean;
}

/** The three ways in which a sale can go. */
export interface Sales {
  purchased: Sale;
  speculated: Sale;
  unwanted: Sale;
}

/**
 * What everyone sees of a seat. `card` is its action card of this turn's sale, once revealed.
 *
 * The seller has none unless all others have passed: then it is the one that the seller has played openly. `hand` is for
 * someone who may see all, and so is a card that is laid and not revealed.
 */
export interface Seat {
  cash: number;
  buyers: number;
  holdings: Holding[];
  chosen: boolean;
  card: string | null;
  became_pass: boolean;
  hand: string[];
}

/** A space of the board, with the colours whose price indicator stands there. */
export interface Space {
  name: string;
  column: number;
  row: number;
  kind: "burst" | "current" | "transition";
  price: number;
  purchase: string | null;
  speculate: string | null;
  sale: string;
  indicators: string[];
}

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "action cards" | "buy" | "draw" | "over" | "sell" | "seller's card" | "set-up";
  turn: number;
  round: number;
  priority: number;
  sold: string | null;
  winner: number | null;
  paid: number | null;
  cards: Card[];
  market: Market[];
  seats: Seat[];
  deck: number;
  reserve: number;
  hand: string[];
  card: string | null;
  board: Space[];
}
