import { expect, test } from "vitest";
import { earned, strokes } from "../src/end/earned";
import { headlineOf, placeOf } from "../src/end/place";
import type { Income } from "../src/generated/messages";

const income = (at: number, seat: number, amount: number, kind: string, event: string | null = null): Income => ({
  at,
  seat,
  amount,
  kind: { name: kind },
  what: { name: kind },
  mover: null,
  event: event === null ? null : { name: event },
});
const all = [
  income(0, 0, 20, "start"),
  income(0, 1, 20, "start"),
  income(3, 0, -9, "bought"),
  income(4, 1, 0, "bought"),
  income(5, 0, -30, "bought"),
  income(7, 0, 25, "sold"),
  income(8, 0, -4, "krashes", "krash of red"),
  income(8, 1, 0, "krashes", "krash of red"),
  income(9, 0, 0, "krashes", "krash of blue"),
  income(9, 1, -2, "krashes", "krash of blue"),
];

test("a seat's income is told by kind, the greatest gain or loss first, with the moves of each", () => {
  expect(earned(0, all).map(({ kind, amount, incomes }) => [kind.name, amount, incomes.map(({ at }) => at)])).toEqual([
    ["bought", -39, [3, 5]],
    ["sold", 25, [7]],
    ["start", 20, [0]],
    ["krashes", -4, [8]],
  ]);
});

test("moves are counted, not what they brought, and setting up is none", () => {
  const set = [
    income(0, 0, 3, "starting"),
    income(0, 0, 5, "starting"),
    income(4, 0, 1, "risen"),
    income(4, 0, 2, "risen"),
    income(6, 0, 2, "risen"),
    income(7, 0, 1, "hand"),
  ];
  expect(earned(0, set).map(({ kind, moves }) => [kind.name, moves])).toEqual([
    ["starting", 0],
    ["risen", 2],
    ["hand", 1],
  ]);
});

test("the kinds of a seat add up to all of its income", () => {
  for (const seat of [0, 1]) {
    const sum = all.filter((one) => one.seat === seat).reduce((total, { amount }) => total + amount, 0);
    expect(earned(seat, all).reduce((total, { amount }) => total + amount, 0)).toBe(sum);
  }
});

test("what struck several is told once, with the share of each, also of who lost nothing", () => {
  expect(strokes(all).map(({ event, at, shares }) => [event.name, at, shares.map(({ seat, amount }) => [seat, amount])])).toEqual([
    [
      "krash of red",
      8,
      [
        [0, -4],
        [1, 0],
      ],
    ],
    [
      "krash of blue",
      9,
      [
        [0, 0],
        [1, -2],
      ],
    ],
  ]);
});

const seen = (...names: string[]) => Object.assign(names, { you: 0 });

test("the headline speaks to the reader who has won, alone or with others", () => {
  expect(headlineOf([0], seen("Ada", "Ben"))).toBe("You win");
  expect(headlineOf([1], seen("Ada", "Ben"))).toBe("Ben wins");
  expect(headlineOf([0, 2], seen("Ada", "Ben", "Cy"))).toBe("You share the victory with Cy");
  expect(headlineOf([0, 1], ["Ada", "Ben"])).toBe("Ada · Ben share the victory");
  expect(headlineOf([], seen("Ada"))).toBe("Nobody wins");
});

test("the reader's place is told, shared or not, unless they have won or only watch", () => {
  expect(placeOf([2, 1, 3, 4], [1], seen("Ada", "Ben", "Cy", "Dov"))).toBe("You are second of 4");
  expect(placeOf([2, 1, 2], [1], seen("Ada", "Ben", "Cy"))).toBe("You share second place of 3");
  expect(placeOf([1, 2], [0], seen("Ada", "Ben"))).toBeNull();
  expect(placeOf([2, 1], [1], ["Ada", "Ben"])).toBeNull();
  expect(placeOf([1], [], seen("Ada"))).toBeNull();
});
