// Written by `python -m tulips.web.typescript`; do not edit.

/** Say whether one buys the Black Tulip or leaves it; the others hear it when all have answered. */
export interface Answer {
  kind: "answer";
  black_tulip?: "buy" | "leave" | null;
}

/** The lot being resolved: last bid, who made it, who is still in, and what each loser would get. */
export interface Auction {
  card: string;
  place: number;
  market_price: number;
  bid: number;
  leader: number | null;
  bidders: number[];
  premium: number;
  highest: number;
}

/** A lot on which several have bid, and its price. */
export interface AuctionOpens {
  kind: "auction";
  card: Card;
  price: number;
  bidders: number[];
}

/** The end of an auction: who gets the card, for the last bid. */
export interface AuctionWon {
  kind: "auction-won";
  card: Card;
  seat: number;
  price: number;
}

/** Place a marker on a lot: the card at a place of its row, counted from 1. */
export interface Bid {
  kind: "bid";
  card: Card;
  row: Row;
  place: number;
}

/** Buy a tulip on a loan. */
export interface Borrow {
  kind: "borrow";
  price: number;
  card: Card;
}

/** Pay the loan for a financed tulip: at any time. */
export interface BuyBack {
  kind: "buy-back";
  card: Card;
  loan: number;
}

export type Card = "red A" | "red B1" | "red B2" | "red C1" | "red C2" | "red C3" | "white A" | "white B1" | "white B2" | "white C1" | "white C2" | "white C3" | "yellow A" | "yellow B1" | "yellow B2" | "yellow C1" | "yellow C2" | "yellow C3";

export type Collector = "Nobleman" | "Clergyman" | "Madame" | "Fair Lady" | "Servant" | "Scholar" | "Young Man" | "Tavern Owner";

export type Colour = "red" | "white" | "yellow";

/** A tulip that is laid out in a row. */
export interface Dealt {
  kind: "dealt";
  card: Card;
  row: Row;
}

export type EventName = "Red Rise" | "White Rise" | "Yellow Rise" | "Surge" | "Crash" | "Bubble Bust";

/** A financed tulip before a seat's screen. */
export interface Financed {
  card: string;
  loan: number;
}

/** A tulip that its buyer could not pay for. */
export interface ForcedLoan {
  kind: "forced-loan";
  seat: number;
  loan: number;
  card: Card;
}

/** A number worth a curve. */
export type GameFigure = `price:${string}` | `score:${number}` | `bust`;

/** A thing on the table that one touches. */
export type GameHandle = `hand:${string}` | `financed:${string}:${number}` | `collector:${string}` | `black-tulip:${string}` | `lot:${string}:${number}` | `next:${number}` | `raise:${number}` | `pay` | `borrow` | `level:${string}` | `bid` | `guilders:${number}` | `markers:${number}` | `owed:${number}` | `held:${number}:${string}`;

/** What the log tells beside moves. */
export type GameHappening = PriceLevels | StartsWith | Dealt | MarketEvent | TurnedUp | Starts | AuctionOpens | AuctionWon | NobodyBids | ForcedLoan | Premium | MarketResponse | LeftWith;

/** A move: what a seat decides. */
export type GameMove = SellNoMore | Sell | SellSet | BuyBack | SellFinanced | Answer | PlaceNoMore | Bid | Pass | Raise | Pay | Borrow;

/** At the burst: tulips that are worth nothing now. */
export interface LeftWith {
  kind: "left-with";
  seat: number;
  cards: Card[];
}

export type Level = "I" | "II" | "III" | "IV" | "V" | "VI" | "VII";

/** A card that can be bid on, and the seats that do. */
export interface Lot {
  card: string;
  price: number;
  bidders: number[];
}

/** A colour on the market: its price level, the price of each rank there, and how many of its cards lie out. */
export interface MarketColour {
  colour: string;
  level: string;
  forecast: string;
  prices: Record<string, number>;
  supply: number;
}

/** An event, and the price that it moves, if it does. */
export interface MarketEvent {
  kind: "market-event";
  event: EventName;
  moved?: Moved[] | null;
}

/** The price markers that the market moves at the end of a round. */
export interface MarketResponse {
  kind: "market-response";
  moved: Moved[];
}

/** A price marker that goes from a level to another. */
export interface Moved {
  colour: Colour;
  before: Level;
  after: Level;
}

/** The end of an auction without a bid: who gets the card, at its market price. */
export interface NobodyBids {
  kind: "nobody-bids";
  card: Card;
  seat: number;
  price: number;
}

/** Leave an auction. */
export interface Pass {
  kind: "pass";
}

/** Buy a tulip in cash. */
export interface Pay {
  kind: "pay";
  price: number;
  card: Card;
}

/** A pile of collectors: the bonus, who is face up, and how many lie below. */
export interface Pile {
  bonus: number;
  collector: string | null;
  face_down: number;
  held: number;
}

/** End one's turn to place bids. */
export interface PlaceNoMore {
  kind: "place-no-more";
}

/** What those get who lost an auction. */
export interface Premium {
  kind: "premium";
  paid: Share[];
}

/** At set-up: each colour's price level. */
export interface PriceLevels {
  kind: "price-levels";
  red: Level;
  white: Level;
  yellow: Level;
}

/** Bid more in an auction. Only some raises are listed. */
export interface Raise {
  kind: "raise";
  bid: number;
}

export type Row = "Next Shipment" | "New Arrivals" | "Just Sold";

/** What one may see of a seat: guilders and tulips behind the screen only if they are one's own, open, or at the end. */
export interface Seat {
  guilders: number | null;
  tulips: string[] | null;
  financed: Financed[];
  loans: number;
  markers: number;
  answered: boolean;
  declares: boolean | null;
  black_tulip: boolean;
}

/** Sell a tulip to the market. The log tells the price. */
export interface Sell {
  kind: "sell";
  card: Card;
  guilders?: number | null;
}

/** Sell a financed tulip to the market and pay its loan. The log tells the price. */
export interface SellFinanced {
  kind: "sell-financed";
  card: Card;
  loan: number;
  guilders?: number | null;
}

/** End one's turn to sell. */
export interface SellNoMore {
  kind: "sell-no-more";
}

/** Sell three tulips to a collector. The log tells the sum. */
export interface SellSet {
  kind: "sell-set";
  cards: Card[];
  collector: Collector;
  guilders?: number | null;
}

/** What a seat gets of a premium. */
export interface Share {
  seat: number;
  guilders: number;
}

/** The seat that starts. */
export interface Starts {
  kind: "starts";
  seat: number;
}

/** A starting bulb; only its seat hears of it, unless hands are open. */
export interface StartsWith {
  kind: "starts-with";
  seat: number;
  card: Card;
}

/** A collector. */
export interface TurnedUp {
  kind: "turned-up";
  collector: Collector;
}

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "auction" | "declaring" | "event" | "over" | "placing" | "purchase" | "selling" | "set-up";
  round: number;
  start: number | null;
  acting: number[];
  colours: MarketColour[];
  levels: string[];
  chart: Record<string, number[]>;
  next_shipment: string[];
  new_arrivals: (Lot | null)[];
  just_sold: (Lot | null)[];
  collectors: Pile[];
  event: string | null;
  events_seen: string[];
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
export type What = SellNoMore | Sell | SellSet | BuyBack | SellFinanced | Answer | PlaceNoMore | Bid | Pass | Raise | Pay | Borrow | PriceLevels | StartsWith | Dealt | MarketEvent | TurnedUp | Starts | AuctionOpens | AuctionWon | NobodyBids | ForcedLoan | Premium | MarketResponse | LeftWith;
