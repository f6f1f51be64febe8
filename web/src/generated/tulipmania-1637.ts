// Written by `python -m tulips.web.typescript`; do not edit.

export type ActionCard = "pass" | "purchase by proxy" | "purchase" | "speculate by proxy" | "speculate";

/** Nobody but the seller is left to decide. */
export type AllPassed = {
  kind: "all-passed";
};

/** A game that ends without the last burst: what the bank pays for the tulips that are left. */
export type BankTakesAll = {
  kind: "bank-takes-all";
  paid: Share[];
};

/** A bubble has burst, or the last two: what that pays to whom, and who has lost a buyer by a speculation first. */
export type Burst = {
  kind: "burst";
  colour: Colour;
  other?: Colour | null;
  paid?: Share[] | null;
  losers?: number[] | null;
};

/** Buy a tulip from the stockpile. The log tells what it cost. */
export type Buy = {
  kind: "buy";
  colour: Colour;
  paid?: number | null;
};

/** End one's turn without a purchase. */
export type BuyNothing = {
  kind: "buy-nothing";
};

/** An action card; the cards lie in the order of their numbers, the pass first. */
export interface Card {
  name: ActionCard;
  speculates: boolean;
  buyers: number;
}

export type Colour = "purple" | "yellow" | "orange" | "blue" | "red";

/** In play: a buyer is laid face up in the place of another. */
export type ComesUp = {
  kind: "comes-up";
  colour: Colour;
};

/** A buyer dealt to a seat, which alone hears of it. */
export type Dealt = {
  kind: "dealt";
  seat: number;
  colour: Colour;
};

/** Draw the top card of the buyer deck. */
export type Draw = {
  kind: "draw";
};

/** A buyer drawn face down by a seat, which alone hears of it. */
export type Drawn = {
  kind: "drawn";
  seat: number;
  colour: Colour;
};

/** What this game has of its own in frames: `Position<Game>`. */
export interface Game {
  view: View;
  move: GameMove;
  what: What;
  handle: GameHandle;
  figure: GameFigure;
}

/** A number worth a curve. */
export type GameFigure = `price:${Colour}` | `score:${number}`;

/** A thing on the table that one touches. */
export type GameHandle = `tulip:${Colour}` | `card:${number}` | `buyer:${Colour}` | `deck` | `stock:${Colour}` | `unsettled:${string}` | `cash:${number}` | `buyers:${number}` | `price:${Colour}` | `tulips:${number}:${Colour}` | `hand:${number}:${Colour}` | `worth:${number}:${Colour}`;

/** What the log tells beside moves. */
export type GameHappening = Starts | Dealt | TurnedUp | ComesUp | Leaves | Drawn | AllPassed | Unwanted | Sold | PriceMoves | Burst | BankTakesAll;

/** A move: what a seat decides. */
export type GameMove = Sell | SellNothing | Lay | Play | Take | Draw | Buy | BuyNothing;

/** A seat's tulips of one colour, and the buyers of that colour it is known to hold because it took them face up. */
export interface Holding {
  colour: Colour;
  tulips: number;
  known_buyers: number;
}

/** Lay an action card for another's tulip, secret until all are revealed. The log tells if it became a pass. */
export type Lay = {
  kind: "lay";
  card?: ActionCard | null;
  void?: boolean | null;
};

/** A buyer of a burst colour is shown and leaves the game. */
export type Leaves = {
  kind: "leaves";
  colour: Colour;
};

/** One colour of tulips: its price (None once it has burst), the stockpile, and its buyers that all can see. */
export interface Market {
  colour: Colour;
  price: number | null;
  space: string | null;
  sales: Sales | null;
  stock: number;
  face_up: number;
  gone: number;
}

/** The seller's own action card, played openly when all others have passed. */
export type Play = {
  kind: "play";
  card: ActionCard;
};

/** A price has moved. */
export type PriceMoves = {
  kind: "price";
  colour: Colour;
  before: number;
  after: number;
};

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
  card: ActionCard | null;
  became_pass: boolean;
  hand: Colour[];
}

/** Put a tulip up for sale. */
export type Sell = {
  kind: "sell";
  colour: Colour;
};

/** Keep one's only tulip. */
export type SellNothing = {
  kind: "sell-nothing";
};

/** What is paid to a seat. */
export interface Share {
  seat: number;
  amount: number;
}

/** The winner pays the seller and gets the tulip; or the bank does, for buyers of the winner, or of the seller's own. */
export type Sold = {
  kind: "sold";
  seat: number;
  colour: Colour;
  paid: number;
  winner?: number | null;
  buyers?: Colour[] | null;
};

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
  indicators: Colour[];
}

/** The seat that starts. */
export type Starts = {
  kind: "starts";
  seat: number;
};

/** Take a face-up buyer. */
export type Take = {
  kind: "take";
  buyer: Colour;
};

/** At set-up: a buyer is laid face up. */
export type TurnedUp = {
  kind: "turned-up";
  colour: Colour;
};

/** The seller has passed too: the bank takes the tulip. */
export type Unwanted = {
  kind: "unwanted";
  seat: number;
  colour: Colour;
  paid: number;
};

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "action cards" | "buy" | "draw" | "over" | "sell" | "seller's card" | "set-up";
  turn: number;
  round: number;
  priority: number;
  sold: Colour | null;
  winner: number | null;
  paid: number | null;
  cards: Card[];
  market: Market[];
  seats: Seat[];
  deck: number;
  reserve: number;
  hand: Colour[];
  card: ActionCard | null;
  board: Space[];
}

/** Whatever a line of the log tells. */
export type What = Sell | SellNothing | Lay | Play | Take | Draw | Buy | BuyNothing | Starts | Dealt | TurnedUp | ComesUp | Leaves | Drawn | AllPassed | Unwanted | Sold | PriceMoves | Burst | BankTakesAll;
