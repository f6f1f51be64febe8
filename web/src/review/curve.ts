// The curve of a review: every seat's chance along the moves, and what is marked on it.
import type { Decision, Part, Review } from "../generated/http";
import type { AnyKind } from "../generated/messages";

export type Mark = NonNullable<Decision["mark"]>;
/** From the worst to the least. */
export const MARKS: readonly Mark[] = ["blunder", "mistake", "inaccuracy"];
/** The sign of each, as in notes on chess. */
export const SIGNS: Record<Mark, string> = { blunder: "??", mistake: "?", inaccuracy: "?!" };

/** How far before a position its luck stands: between the move that led there and what chance made of it. */
const LUCK_BEFORE = 0.5;

/** A point of the curve: where it stands along the moves, and every seat's chance. */
export interface Stop {
  x: number;
  shares: number[];
  /** The 95 % interval of each. */
  lows: number[];
  highs: number[];
}

/** The curve: a move leads from its position to just before the next, and luck from there to it. */
export function curveOf({ parts, chances, lows, highs, moves }: Pick<Review, "parts" | "chances" | "lows" | "highs" | "moves">): Stop[] {
  return chances.map((shares, row) => {
    const part = parts[row];
    return { x: !part ? moves : part.seat === null ? part.at - LUCK_BEFORE : part.at, shares, lows: lows[row]!, highs: highs[row]! };
  });
}

/** Every seat's chance at the position after so many moves. */
export function sharesAt(curve: Stop[], moves: number): number[] {
  return (curve.findLast(({ x }) => x <= moves) ?? curve[0]!).shares;
}

/** The decision that was made at the position after so many moves, if there was a choice. */
export function decisionAt(decisions: Decision[], moves: number): Decision | null {
  return decisions.find(({ number }) => number === moves + 1) ?? null;
}

/** Where the next marked decision stands after a position, or the one before it (by -1). */
export function nextMarked(decisions: Decision[], moves: number, by: 1 | -1): Decision | null {
  const marked = decisions.filter(({ mark }) => mark);
  return (by > 0 ? marked.find(({ number }) => number - 1 > moves) : marked.findLast(({ number }) => number - 1 < moves)) ?? null;
}

/** The parts that moved a seat's chance most, the largest first; small ones are nobody's story. */
export function countsMost(parts: Part[], seat: number, most: number): { part: Part; gained: number }[] {
  return parts
    .map((part) => ({ part, gained: part.gained[seat]! }))
    .filter(({ gained }) => Math.abs(gained) >= 0.01)
    .sort((a, b) => Math.abs(b.gained) - Math.abs(a.gained))
    .slice(0, most);
}

/** Whether two moves are the same: their kinds and fields, whatever their order. */
export function sameMove(a: AnyKind, b: AnyKind): boolean {
  return inOrder(a) === inOrder(b);
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) =>
    held && typeof held === "object" && !Array.isArray(held) ? Object.fromEntries(Object.entries(held).sort()) : held,
  );
}

/** A chance or a part of one in points of a hundred; small ones to the tenth. */
export function points(share: number): number {
  const hundredths = Math.abs(100 * share);
  return hundredths < 0.95 ? Math.round(10 * hundredths) / 10 : Math.round(hundredths);
}
