// Written by `python -m tulips.web.typescript`; do not edit.

/** What a tulip on an open space would earn: so many dice from then on, room for a bonus tile, or the victory. */
export interface Gain {
  space: string;
  dice?: number;
  tile?: boolean;
  wins?: boolean;
}

/** A line of tulips that gives dice: its column in row 1, how far it goes aside with each row, and its rows. */
export interface Line {
  column: number;
  aside: number;
  rows: number;
}

/**
 * A seat's field.
 *
 * Its rows have a sign for each space: "." open, "T" tulip, "$" turned tulip, "M" multicoloured tulip, "m" the same turned.
 */
export interface Seat {
  field: number;
  rows: string[];
  above: number;
  above_turned: number;
  tulips: number;
  dice: number;
  tiles: Tile[];
  lines: Line[];
  gains: Gain[];
  to_turn: number;
}

/** A bonus tile on a field: its top left space, and how many rows and columns it covers. */
export interface Tile {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/**
 * The table, the same for everyone but for the odds, which are worked out for the seat that decides.
 *
 * A space is written "3/2": row, column. What it asks for: `alike` of its row, of the face in `columns`; where that is 0, one
 * of its row's `runs`.
 */
export interface View {
  phase: "carry" | "over" | "paid" | "pay" | "pay second" | "place" | "rolled" | "rolling" | "set" | "start" | "tile";
  turn: number | null;
  dice: number[];
  number: number;
  rolls: number;
  free_rolls: number;
  most_rolls: number;
  columns: number[];
  alike: number[];
  runs: string[][];
  line_dice: number[];
  seats: Seat[];
  reach: string[];
  supply: number;
  round: number;
  rounds: number;
  sums: number[];
  grades: number[];
  odds: Record<string, number[]>;
  next_roll: number[];
}
