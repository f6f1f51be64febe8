// The curve of a review: where its points stand, what is shown at a position, and what counted most.
import { expect, test } from "vitest";
import type { Decision, Part } from "../src/generated/http";
import { countsMost, curveOf, decisionAt, nextMarked, points, sameMove, sharesAt } from "../src/review/curve";

const part = (at: number, seat: number | null, gained: number[]): Part => ({ at, seat, what: { name: "x" }, gained, margins: [0, 0] });
const row = (share: number) => [share, 1 - share];
const CHANCES = [row(0.5), row(0.6), row(0.4), row(0.7), row(1)];
const REVIEW = {
  parts: [part(0, null, [0.1, -0.1]), part(0, 1, [-0.2, 0.2]), part(1, null, [0.3, -0.3]), part(1, 2, [0.3, -0.3])],
  chances: CHANCES,
  lows: CHANCES,
  highs: CHANCES,
  moves: 2,
};
const decision = (number: number, mark: Decision["mark"]): Decision => ({ number, mark, seat: 1, lost: 0.1 }) as Decision;

test("a move leads to before the next position, and luck from there to it", () => {
  const curve = curveOf(REVIEW);
  expect(curve.map(({ x }) => x)).toEqual([-0.5, 0, 0.5, 1, 2]);
  expect([0, 1, 2].map((moves) => sharesAt(curve, moves)[0])).toEqual([0.6, 0.7, 1]);
});

test("a position without a point of its own has the chances of the one before", () => {
  const curve = curveOf({ ...REVIEW, moves: 5 });
  expect(sharesAt(curve, 3)).toEqual(row(0.7));
});

test("a decision stands at the position in which it was made", () => {
  const decisions = [decision(3, null), decision(7, "blunder"), decision(9, "mistake")];
  expect(decisionAt(decisions, 2)).toBe(decisions[0]);
  expect(decisionAt(decisions, 3)).toBeNull();
  expect(nextMarked(decisions, 0, 1)).toBe(decisions[1]);
  expect(nextMarked(decisions, 6, 1)).toBe(decisions[2]);
  expect(nextMarked(decisions, 8, -1)).toBe(decisions[1]);
  expect(nextMarked(decisions, 6, -1)).toBeNull();
});

test("what counted most for a seat comes first, and what hardly counted not at all", () => {
  const parts = [part(0, null, [0.004, 0]), part(1, 1, [-0.4, 0.1]), part(2, 2, [0.2, -0.3])];
  expect(countsMost(parts, 0, 5).map(({ gained }) => gained)).toEqual([-0.4, 0.2]);
  expect(countsMost(parts, 1, 1).map(({ gained }) => gained)).toEqual([-0.3]);
});

test("moves are the same if their fields are, in whatever order", () => {
  expect(sameMove({ kind: "give", card: "pink 3", to: 1 }, { to: 1, card: "pink 3", kind: "give" })).toBe(true);
  expect(sameMove({ kind: "give", card: "pink 3", to: 1 }, { kind: "give", card: "pink 3", to: 2 })).toBe(false);
});

test("small parts of a chance are told to the tenth of a point", () => {
  expect([0.123, -0.0096, 0.0049, 0.0002].map(points)).toEqual([12, 1, 0.5, 0]);
});
