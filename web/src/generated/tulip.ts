// Written by `python -m tulips.web.typescript`; do not edit.

export type Action = "exchange" | "variation" | "take";

/** An action that a Take has brought, played at once. */
export type ActionTaken = {
  kind: "action-taken";
  action: Action;
  of: number;
};

export type Card = "red" | "orange" | "yellow" | "pink" | "purple" | "blue" | "black" | "exchange" | "variation" | "take";

export type Colour = "red" | "orange" | "yellow" | "pink" | "purple" | "blue";

/** A card of the hand that a seat starts with; only its seat hears of it. */
export type Dealt = {
  kind: "dealt";
  seat: number;
  card: Card;
};

/** A starting card. */
export type DealtFaceUp = {
  kind: "dealt-face-up";
  seat: number;
  tulip: Colour;
};

/** A card drawn at the end of a turn; only its seat hears of it. */
export type Drawn = {
  kind: "drawn";
  seat: number;
  card: Card;
};

/** At the end: a seat without a card. */
export type EmptyHanded = {
  kind: "empty-handed";
  seat: number;
};

/** Exchange: choose the first tulip. */
export type Exchange = {
  kind: "exchange";
  colour: Colour;
  of: number;
};

/** Exchange: choose the second tulip, of another seat; the two change places. */
export type ExchangeFor = {
  kind: "exchange-for";
  colour: Colour;
  of: number;
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
export type GameHandle = `hand:${Card}` | `step:${Colour}:${number}` | `tulip:${number}:${Card}` | `seat:${number}` | `price:${Colour}` | `deck` | `cards:${number}` | `krashes` | `blacks` | `value:${number}` | `value:hand`;

/** What the log tells beside moves. */
export type GameHappening = Dealt | DealtFaceUp | Starts | Drawn | Taken | ActionTaken | Krash | LaidDown | EmptyHanded;

/** A move: what a seat decides. */
export type GameMove = Play | PlayAction | Lower | Raise | Exchange | ExchangeFor | Take;

/** A price has come down to nothing: whose tulips leave the table. */
export type Krash = {
  kind: "krash";
  colour: Colour;
  lost: Loss[];
};

/** At the end: a seat's hand, and what it pays. */
export type LaidDown = {
  kind: "laid-down";
  seat: number;
  cards: Card[];
  florins: number;
};

/** How many tulips a seat loses. */
export interface Loss {
  seat: number;
  tulips: number;
}

/** Variation: lower a colour's price by one step. The log tells the price. */
export type Lower = {
  kind: "lower";
  colour: Colour;
  price?: PriceMove | null;
};

/**
 * A colour on the market: its price, how many of its tulips lie open, how many have left in krashes.
 *
 * `next` is the price that the next tulip of the colour would make, `near` whether that is a krash.
 */
export interface MarketColour {
  colour: Colour;
  price: number;
  next: number;
  near: boolean;
  open: number;
  discarded: number;
}

/** Play a tulip: a coloured one lowers its price, as the log tells; a black one does nothing. */
export type Play = {
  kind: "play";
  tulip: Tulip;
  price?: PriceMove | null;
};

/** Play an action, to choose then how it is carried out. The log tells if that can't be done. */
export type PlayAction = {
  kind: "play-action";
  action: Action;
  vain?: boolean | null;
};

/** A colour whose price has moved. */
export interface PriceMove {
  colour: Colour;
  before: number;
  after: number;
}

/** Variation: raise a colour's price by one step. The log tells the price. */
export type Raise = {
  kind: "raise";
  colour: Colour;
  price?: PriceMove | null;
};

/** What everyone sees of a seat: what lies before it, what that is worth, how many cards it holds. */
export interface Seat {
  tulips: number[];
  black: number;
  actions: number[];
  value: number;
  cards: number;
  score: number;
  revealed: Card[];
}

/** The seat that starts. */
export type Starts = {
  kind: "starts";
  seat: number;
};

/** Take: choose the opponent of whose hand a random card is played. */
export type Take = {
  kind: "take";
  of: number;
};

/** A tulip that a Take has brought, played at once: a coloured one has lowered its price. */
export type Taken = {
  kind: "taken";
  tulip: Tulip;
  of: number;
  price?: PriceMove | null;
};

export type Tulip = "red" | "orange" | "yellow" | "pink" | "purple" | "blue" | "black";

/** A tulip on the table, by the seat that it lies before. */
export interface TulipOnTable {
  seat: number;
  colour: Colour;
}

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "draw" | "exchange" | "over" | "set-up" | "take" | "turn" | "variation";
  turn: number | null;
  market: MarketColour[];
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
  offered: TulipOnTable | null;
  hand: Card[];
  hand_value: number;
}

/** Whatever a line of the log tells. */
export type What = Play | PlayAction | Lower | Raise | Exchange | ExchangeFor | Take | Dealt | DealtFaceUp | Starts | Drawn | Taken | ActionTaken | Krash | LaidDown | EmptyHanded;
