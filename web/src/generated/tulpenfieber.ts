// Written by `python -m tulips.web.typescript`; do not edit.

/** A space by its row and column, counted from 1. */
export interface Place {
  row: number;
  column: number;
}

/** A seat's field. */
export interface Seat {
  field: number;
  spaces: Space[];
  above: number;
  above_turned: number;
  tulips: number;
  dice: number;
  tiles: Tile[];
  to_turn: number;
}

/** A space of a field: what it asks for, what lies there, and whether under a bonus tile. */
export interface Space {
  row: number;
  column: number;
  needs: string[];
  tulip: "" | "moneybag" | "multicoloured" | "tulip";
  tiled: boolean;
}

/** A bonus tile on a field: its top left space, and whether it covers two rows and three columns or the reverse. */
export interface Tile {
  row: number;
  column: number;
  upright: boolean;
}

/** The table, the same for everyone. */
export interface View {
  phase: "carry" | "over" | "paid" | "pay" | "pay second" | "place" | "rolled" | "set" | "start" | "tile";
  turn: number | null;
  dice: number[];
  rolls: number;
  columns: number[];
  alike: number[];
  seats: Seat[];
  reach: Place[];
  supply: number;
  round: number;
  sums: number[];
}
