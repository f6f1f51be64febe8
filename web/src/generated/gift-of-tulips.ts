// Written by `python -m tulips.web.typescript`; do not edit.

export type Card = "purple 2" | "purple 3" | "purple 4" | "blue 2" | "blue 3" | "blue 4" | "pink 2" | "pink 3" | "pink 4" | "orange 2" | "orange 3" | "orange 4";

/** At the opening: one of two tulips to keep, the other to hide. Others hear of it when all have chosen. */
export type Choose = {
  kind: "choose";
  keep?: Card | null;
  hide?: Card | null;
};

/** A card of an opening; only its seat hears of it. */
export type Dealt = {
  kind: "dealt";
  seat: number;
  card: Card;
};

/** A card drawn in a turn; only its seat hears of it. */
export type Drawn = {
  kind: "drawn";
  seat: number;
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
export type GameFigure = `price:${Variety}` | `score:${number}`;

/** A thing on the table that one touches. */
export type GameHandle = `hand:${number}` | `seat:${number}` | `festival` | `secret` | `points:${number}` | `bouquet:${number}:${Variety}` | `total:${Variety}` | `variety:${Variety}`;

/** What the log tells beside moves. */
export type GameHappening = Starts | TurnedUp | GoesBack | Dealt | Drawn | Revealed | MajorityPaid;

/** A move: what a seat decides. */
export type GameMove = Choose | Keep | Give | Show | Hide;

/** Action 2: put the card drawn into another's bouquet. The log tells the points. */
export type Give = {
  kind: "give";
  card: Card;
  to: number;
  points?: number | null;
};

/** At set-up: a tulip of the variety that is there already. */
export type GoesBack = {
  kind: "goes-back";
  card: Card;
};

/** Action 3, face down: put the card drawn into the secret festival; the others don't see which. */
export type Hide = {
  kind: "hide";
  card?: Card | null;
};

/** Action 1: put the card drawn into one's own bouquet. The log tells the points. */
export type Keep = {
  kind: "keep";
  card: Card;
  points?: number | null;
};

/** What a variety pays, by seat: as things stand, and at the end for good. */
export interface Majority {
  variety: Variety;
  place: number;
  points: number[];
}

/** At the end: what the majority of a variety pays to whom; to nobody, if nobody has any. */
export type MajorityPaid = {
  kind: "majority";
  variety: Variety;
  paid?: Share[] | null;
};

/** A place of the festival: what it pays, and the variety that lies there. */
export interface Place {
  give: number;
  keep: number;
  majority: number[];
  variety: Variety | null;
  total: number;
  cards: Card[];
}

/** At the end: a card of the secret festival. */
export type Revealed = {
  kind: "revealed";
  card: Card;
};

/** What everyone sees of a seat. */
export interface Seat {
  points: number;
  bouquet: Tulips[];
  chosen: boolean;
}

/** What a majority pays to a seat. */
export interface Share {
  seat: number;
  points: number;
}

/** Action 3, face up: put the card drawn into the festival. */
export type Show = {
  kind: "show";
  card: Card;
};

/** The seat that starts. */
export type Starts = {
  kind: "starts";
  seat: number;
};

/** One seat's cards of one variety. */
export interface Tulips {
  variety: Variety;
  cards: number;
  value: number;
}

/** At set-up: a tulip for the festival. */
export type TurnedUp = {
  kind: "turned-up";
  card: Card;
};

export type Variety = "purple" | "blue" | "pink" | "orange";

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "opening" | "over" | "reveal" | "set-up" | "turn";
  turn: number | null;
  action: string | null;
  festival: Place[];
  unranked: Variety[];
  secret_festival: number;
  deck: number;
  returned: Card[];
  seats: Seat[];
  card: Card | null;
  hand: Card[];
  hidden: Card[];
  hands: Card[][];
  majorities: Majority[];
}

/** Whatever a line of the log tells. */
export type What = Choose | Keep | Give | Show | Hide | Starts | TurnedUp | GoesBack | Dealt | Drawn | Revealed | MajorityPaid;
