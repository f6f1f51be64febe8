// Written by `python -m tulips.web.typescript`; do not edit.

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
  stock: number;
  face_up: number;
  gone: number;
}

/** What everyone sees of a seat. `card` is its action card of this turn's sale, once revealed.

    The seller has none unless all others have passed: then it is the one that the seller has played openly. */
export interface Seat {
  cash: number;
  buyers: number;
  holdings: Holding[];
  chosen: boolean;
  card: string | null;
  became_pass: boolean;
}

/** A space of the board, with the colours whose price indicator stands there. */
export interface Space {
  name: string;
  column: number;
  row: number;
  kind: string;
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
  market: Market[];
  seats: Seat[];
  deck: number;
  reserve: number;
  hand: string[];
  card: string | null;
  board: Space[];
}
