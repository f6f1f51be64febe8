// Written by `python -m tulips.web.typescript`; do not edit.

/** What a variety pays, by seat: as things stand, and at the end for good. */
export interface Majority {
  variety: string;
  place: number;
  points: number[];
}

/** A place of the festival: what it pays, and the variety that lies there. */
export interface Place {
  give: number;
  keep: number;
  majority: number[];
  variety: string | null;
  total: number;
  cards: string[];
}

/** What everyone sees of a seat. */
export interface Seat {
  points: number;
  bouquet: Tulips[];
  chosen: boolean;
}

/** One seat's cards of one variety. */
export interface Tulips {
  variety: string;
  cards: number;
  value: number;
}

/** The table as one seat, or a spectator, sees it. */
export interface View {
  phase: "opening" | "over" | "reveal" | "set-up" | "turn";
  turn: number | null;
  action: string | null;
  festival: Place[];
  unranked: string[];
  secret_festival: number;
  deck: number;
  returned: string[];
  seats: Seat[];
  card: string | null;
  hand: string[];
  hidden: string[];
  hands: string[][];
  majorities: Majority[];
}
