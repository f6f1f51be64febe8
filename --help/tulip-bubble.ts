// Written by `python -m tulips.web.typescript`; do not edit.

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

/** A colour on the market: its price level, the price of each rank there, and how many of its cards lie out. */
export interface Colour {
  colour: string;
  level: string;
  forecast: string;
  prices: Record<string, number>;
  supply: number;
}

/** A financed tulip before a seat's screen. */
export interface Financed {
  card: string;
  loan: number;
  place: number;
}

/** A card that can be bid on, and the seats that do. */
export interface Lot {
  card: string;
  price: number;
  bidders: number[];
}

/** A pile of collectors: the bonus, who is face up and what they want, and how many lie below. */
export interface Pile {
  bonus: number;
  collector: string | null;
  wants: string | null;
  face_down: number;
  held: number;
}

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

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "auction" | "declaring" | "event" | "over" | "placing" | "purchase" | "selling" | "set-up";
  round: number;
  start: number | null;
  acting: number[];
  colours: Colour[];
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
