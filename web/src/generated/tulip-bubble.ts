// Written by `python -m tulips.web.typescript`; do not edit.

/** Say whether one buys the Black Tulip or leaves it; the others hear it when all have answered. */
export type Answer = {
  kind: "answer";
  black_tulip?: "buy" | "leave" | null;
};

/** The lot being resolved: last bid, who made it, who is still in, and what each loser would get. */
export interface Auction {
  card: Card;
  place: number;
  market_price: number;
  bid: number;
  leader: number | null;
  bidders: number[];
  premium: number;
  highest: number;
}

/** A lot on which several have bid, and its price. */
export type AuctionOpens = {
  kind: "auction";
  card: Card;
  price: number;
  bidders: number[];
};

/** The end of an auction: who gets the card, for the last bid. */
export type AuctionWon = {
  kind: "auction-won";
  card: Card;
  seat: number;
  price: number;
};

/** Place a marker on a lot: the card at a place of its row, counted from 1. */
export type Bid = {
  kind: "bid";
  card: Card;
  row: Row;
  place: number;
};

/** Buy a tulip on a loan. */
export type Borrow = {
  kind: "borrow";
  price: number;
  card: Card;
};

/** Pay the loan for a financed tulip: at any time. */
export type BuyBack = {
  kind: "buy-back";
  card: Card;
  loan: number;
};

export type Card = "red A" | "red B1" | "red B2" | "red C1" | "red C2" | "red C3" | "white A" | "white B1" | "white B2" | "white C1" | "white C2" | "white C3" | "yellow A" | "yellow B1" | "yellow B2" | "yellow C1" | "yellow C2" | "yellow C3";

export type Collector = "Nobleman" | "Clergyman" | "Madame" | "Fair Lady" | "Servant" | "Scholar" | "Young Man" | "Tavern Owner";

export type Colour = "red" | "white" | "yellow";

/** A tulip that is laid out in a row. */
export type Dealt = {
  kind: "dealt";
  card: Card;
  row: Row;
};

export type EventName = "Red Rise" | "White Rise" | "Yellow Rise" | "Surge" | "Crash" | "Bubble Bust";

/** A financed tulip before a seat's screen. */
export interface Financed {
  card: Card;
  loan: number;
}

/** A tulip that its buyer could not pay for. */
export type ForcedLoan = {
  kind: "forced-loan";
  seat: number;
  loan: number;
  card: Card;
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
export type GameFigure = `price:${Colour}` | `score:${number}` | `bust`;

/** A thing on the table that one touches. */
export type GameHandle = `hand:${Card}` | `financed:${Card}:${number}` | `collector:${Collector}` | `collector:${number}` | `lot:${Row}:${number}` | `next:${number}` | `raise:${number}` | `pay` | `borrow` | `black-tulip:buy` | `black-tulip:leave` | `level:${Colour}` | `bid` | `guilders:${number}` | `markers:${number}` | `owed:${number}` | `held:${number}:${Card}`;

/** What the log tells beside moves. */
export type GameHappening = PriceLevels | StartsWith | Dealt | MarketEvent | TurnedUp | Starts | AuctionOpens | AuctionWon | NobodyBids | ForcedLoan | Premium | MarketResponse | LeftWith;

/** A move: what a seat decides. */
export type GameMove = SellNoMore | PlaceNoMore | Pass | Answer | Pay | Borrow | BuyBack | Sell | SellFinanced | SellSet | Bid | Raise;

/** At the burst: tulips that are worth nothing now. */
export type LeftWith = {
  kind: "left-with";
  seat: number;
  cards: Card[];
};

export type Level = "I" | "II" | "III" | "IV" | "V" | "VI" | "VII";

/** A card that can be bid on, and the seats that do. */
export interface Lot {
  card: Card;
  price: number;
  bidders: number[];
}

/** A colour on the market: its price level, the price of each rank there, and how many of its cards lie out. */
export interface MarketColour {
  colour: Colour;
  level: Level;
  forecast: Level;
  prices: Record<string, number>;
  supply: number;
}

/** An event, and the price that it moves, if it does. */
export type MarketEvent = {
  kind: "market-event";
  event: EventName;
  moved?: Moved[] | null;
};

/** The price markers that the market moves at the end of a round. */
export type MarketResponse = {
  kind: "market-response";
  moved: Moved[];
};

/** A price marker that goes from a level to another. */
export interface Moved {
  colour: Colour;
  before: Level;
  after: Level;
}

/** The end of an auction without a bid: who gets the card, at its market price. */
export type NobodyBids = {
  kind: "nobody-bids";
  card: Card;
  seat: number;
  price: number;
};

/** Leave an auction. */
export type Pass = {
  kind: "pass";
};

/** Buy a tulip in cash. */
export type Pay = {
  kind: "pay";
  price: number;
  card: Card;
};

/** A pile of collectors: the bonus, who is face up, and how many lie below. */
export interface Pile {
  bonus: number;
  collector: Collector | null;
  face_down: number;
  held: number;
}

/** End one's turn to place bids. */
export type PlaceNoMore = {
  kind: "place-no-more";
};

/** What those get who lost an auction. */
export type Premium = {
  kind: "premium";
  paid: Share[];
};

/** At set-up: each colour's price level. */
export type PriceLevels = {
  kind: "price-levels";
  red: Level;
  white: Level;
  yellow: Level;
};

/** Bid more in an auction. Only some raises are listed. */
export type Raise = {
  kind: "raise";
  bid: number;
};

export type Row = "Next Shipment" | "New Arrivals" | "Just Sold";

/** What one may see of a seat: guilders and tulips behind the screen only if they are one's own, open, or at the end. */
export interface Seat {
  guilders: number | null;
  tulips: Card[] | null;
  financed: Financed[];
  loans: number;
  markers: number;
  answered: boolean;
  declares: boolean | null;
  black_tulip: boolean;
}

/** Sell a tulip to the market. The log tells the price. */
export type Sell = {
  kind: "sell";
  card: Card;
  guilders?: number | null;
};

/** Sell a financed tulip to the market and pay its loan. The log tells the price. */
export type SellFinanced = {
  kind: "sell-financed";
  card: Card;
  loan: number;
  guilders?: number | null;
};

/** End one's turn to sell. */
export type SellNoMore = {
  kind: "sell-no-more";
};

/** Sell three tulips to a collector. The log tells the sum. */
export type SellSet = {
  kind: "sell-set";
  cards: Card[];
  collector: Collector;
  guilders?: number | null;
};

/** What a seat gets of a premium. */
export interface Share {
  seat: number;
  guilders: number;
}

/** The seat that starts. */
export type Starts = {
  kind: "starts";
  seat: number;
};

/** A starting bulb; only its seat hears of it, unless hands are open. */
export type StartsWith = {
  kind: "starts-with";
  seat: number;
  card: Card;
};

/** A collector. */
export type TurnedUp = {
  kind: "turned-up";
  collector: Collector;
};

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "auction" | "declaring" | "event" | "over" | "placing" | "purchase" | "selling" | "set-up";
  round: number;
  start: number | null;
  acting: number[];
  colours: MarketColour[];
  levels: Level[];
  chart: Record<string, number[]>;
  next_shipment: Card[];
  new_arrivals: (Lot | null)[];
  just_sold: (Lot | null)[];
  collectors: Pile[];
  event: EventName | null;
  events_seen: EventName[];
  events_left: number;
  events: number;
  last_events: number;
  bust_in: number | null;
  black_tulip: number;
  deck: number;
  discard: number;
  seats: Seat[];
  auction: Auction | null;
  collector_sale: boolean;
  bids_left: number | null;
}

/** Whatever a line of the log tells. */
export type What = SellNoMore | PlaceNoMore | Pass | Answer | Pay | Borrow | BuyBack | Sell | SellFinanced | SellSet | Bid | Raise | PriceLevels | StartsWith | Dealt | MarketEvent | TurnedUp | Starts | AuctionOpens | AuctionWon | NobodyBids | ForcedLoan | Premium | MarketResponse | LeftWith;
