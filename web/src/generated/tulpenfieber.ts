// Written by `python -m tulips.web.typescript`; do not edit.

/** No die was left to roll: all are bonus dice. */
export type AllSet = {
  kind: "all-set";
  kept: number[];
};

/** Carry a tulip over to the next rounds: it becomes multicoloured. */
export type Carry = {
  kind: "carry";
  space: Space;
};

/** Carry no tulip over. */
export type CarryNone = {
  kind: "carry-none";
};

/**
 * A seat's field.
 *
 * Its rows have a sign for each space: "." open, "T" tulip, "$" turned tulip, "M" multicoloured tulip, "m" the same turned.
 */
export interface Field {
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

/** What a tulip on an open space would earn: so many dice from then on, room for a bonus tile, or the victory. */
export interface Gain {
  space: Space;
  dice?: number;
  tile?: boolean;
  wins?: boolean;
}

/** What this game has of its own in frames: `Position<Game>`. */
export interface Game {
  view: View;
  move: GameMove;
  what: What;
  handle: GameHandle;
  figure: GameFigure;
}

/** A number worth a curve. */
export type GameFigure = `score:${number}`;

/** A thing on the table that one touches. */
export type GameHandle = `dice` | `stop` | `space:${number}/${number}` | `above` | `tile:${string}` | `decline` | `tulips:${number}` | `dice:${number}` | `tiles:${number}` | `turnable:${number}` | `above:${number}` | `multicoloured`;

/** What the log tells beside moves. */
export type GameHappening = Starts | Rolled | AllSet;

/** A move: what a seat decides. */
export type GameMove = SetDice | RollAll | Keep | Stop | Turn | TurnAbove | Plant | LayAbove | LayTile | NoTile | Carry | CarryNone;

/** Keep some dice and roll so many others. */
export type Keep = {
  kind: "keep";
  dice: number[];
  roll: number;
};

/** Where no space fits, lay the tulip above the field. */
export type LayAbove = {
  kind: "lay-above";
};

/** Claim a bonus tile and lay it on six tulips: these rows and columns. */
export type LayTile = {
  kind: "lay-tile";
  rows: number[];
  columns: number[];
};

/** A line of tulips that gives dice: its column in row 1, how far it goes aside with each row, and its rows. */
export interface Line {
  column: number;
  aside: number;
  rows: number;
}

/** Claim no bonus tile this time. */
export type NoTile = {
  kind: "no-tile";
};

/** Plant the turn's tulip. The log tells what it brings about: more dice, the victory, or the end of a solo round. */
export type Plant = {
  kind: "plant";
  space: Space;
  dice_earned?: number | null;
  won?: Way | null;
  round?: number | null;
  tulips?: number | null;
};

/** Keep no dice and roll all of so many. */
export type RollAll = {
  kind: "roll-all";
  roll: number;
};

/** A roll of the turn, counted from 1: what it shows, and the dice kept beside it. */
export type Rolled = {
  kind: "rolled";
  roll: number;
  dice: number[];
  kept?: number[] | null;
};

/** Set the bonus dice before the first roll, and roll the others. */
export type SetDice = {
  kind: "set";
  dice: number[];
};

export type Space = "1/1" | "1/2" | "1/3" | "1/4" | "1/5" | "1/6" | "1/7" | "2/1" | "2/2" | "2/3" | "2/4" | "2/5" | "2/6" | "2/7" | "3/1" | "3/2" | "3/3" | "3/4" | "3/5" | "3/6" | "3/7" | "4/1" | "4/2" | "4/3" | "4/4" | "4/5" | "4/6" | "4/7" | "5/1" | "5/2" | "5/3" | "5/4" | "5/5" | "5/6" | "5/7";

/** The seat that starts, and takes field 1. */
export type Starts = {
  kind: "starts";
  seat: number;
};

/** Roll no more. */
export type Stop = {
  kind: "stop";
};

/** A bonus tile on a field: its top left space, and how many rows and columns it covers. */
export interface Tile {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** Turn a tulip of the field to its moneybag: two of them buy a roll. */
export type Turn = {
  kind: "turn";
  space: Space;
};

/** Turn a tulip above the field, which pays like any other. */
export type TurnAbove = {
  kind: "turn-above";
};

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
  seats: Field[];
  reach: Space[];
  supply: number;
  round: number;
  rounds: number;
  sums: number[];
  grades: number[];
  odds: Record<string, number[]>;
  next_roll: number[];
}

export type Way = "row 4 is full" | "three adjacent tulips in row 5" | "four tulips in row 5";

/** Whatever a line of the log tells. */
export type What = SetDice | RollAll | Keep | Stop | Turn | TurnAbove | Plant | LayAbove | LayTile | NoTile | Carry | CarryNone | Starts | Rolled | AllSet;
