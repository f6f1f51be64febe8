import { expect, test } from "vitest";
import { earned } from "../src/end/earned";
import gift from "../src/games/gift-of-tulips";
import tulip from "../src/games/tulip";

const entry = (at: number, seat: number | null, text: string) => ({ at, seat, phrase: { text } });
const told = (steps: ReturnType<typeof earned>) => steps.map(({ at, by, seat, phrase }) => [at, by, seat, phrase.text]);
const figures = [0, 3, 3, 1, 10].map((score) => ({ "score:0": score }));
const log = [entry(1, 0, "keep"), entry(2, 1, "give"), entry(3, 1, "burst"), entry(4, 0, "last"), entry(4, null, "chance")];

test("a seat has earned by the moves that changed its score, its own or another's, the greatest first", () => {
  expect(told(earned(0, figures, log))).toEqual([[4, 9, 0, "last"], [1, 3, 0, "keep"], [3, -2, 1, "burst"]]);
});

test("what is counted at the end is told apart from the last move", () => {
  const counted = [{ by: 5, phrase: { text: "majority" } }, { by: 0, phrase: { text: "none" } }, { by: 2, phrase: { text: "another" } }];
  expect(told(earned(0, figures, log, counted))).toEqual([[1, 3, 0, "keep"], [3, -2, 1, "burst"], [4, 2, 0, "last"], [4, 5, null, "majority"], [4, 2, null, "another"]]);
});

test("Gift of Tulips counts each variety's majority at the end, Tulip the hand", () => {
  const majorities = [{ variety: "pink", place: 1, points: [0, 9] }, { variety: "red", place: 2, points: [6, 3] }];
  expect(gift.counted!({ majorities }, 1).map(({ by, phrase }) => [by, phrase.values!.variety])).toEqual([[9, { text: "pink" }], [3, { text: "red" }]]);
  expect(tulip.counted!({ seats: [{ value: 8, score: 20 }] }, 0).map(({ by }) => by)).toEqual([12]);
});
