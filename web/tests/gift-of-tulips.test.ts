import { describe, expect, test } from "vitest";
import { flights } from "../src/games/gift-of-tulips/flights";
import { received } from "../src/games/gift-of-tulips/happened";
import type { Phrase } from "../src/generated/messages";
import type { View } from "../src/generated/gift-of-tulips";

const bouquet = (cards = 0, value = 0) => [{ variety: "pink", cards, value }];
const seat = (cards = 0, value = 0) => ({ points: 0, bouquet: bouquet(cards, value), chosen: false });
const laid = (more: Partial<View> = {}): View => ({
  phase: "turn", turn: 0, action: null, unranked: [], secret_festival: 2, deck: 9, returned: [], card: null, hand: [], hands: [], majorities: [],
  hidden: ["red 1"], seats: [seat(), seat()],
  festival: [{ give: 1, keep: 1, majority: [], variety: "pink", total: 2, cards: ["pink 2"] }],
  ...more,
});
const [HAND, SECRET] = [".card-in-hand", '[data-handle="secret"] .backs'];

describe("a card's way", () => {
  test("leads from one's hand to the bouquet that gets it, from a rival's seat if the rival gives it", () => {
    const given = laid({ seats: [seat(), seat(1, 3)] });
    const to = '[data-handle="seat:1"] [data-variety="pink"]';
    expect(flights(laid(), given, 0, [0])).toEqual([{ card: "pink 3", from: HAND, to }]);
    expect(flights(laid(), given, 0, [1])).toEqual([{ card: "pink 3", from: '[data-handle="seat:1"]', to }]);
  });

  test("leads to the festival, at the end out of the secret one", () => {
    const festival = [{ ...laid().festival[0]!, total: 5, cards: ["pink 2", "pink 3"] }];
    const to = '[data-handle="festival"] [data-variety="pink"]';
    expect(flights(laid(), laid({ festival }), 0, [0])).toEqual([{ card: "pink 3", from: HAND, to }]);
    expect(flights(laid(), laid({ festival, phase: "over" }), 0, [1])).toEqual([{ card: "pink 3", from: SECRET, to }]);
  });

  test("leads to the secret festival with its face to its owner alone", () => {
    const [own, other] = [laid({ secret_festival: 3, hidden: ["red 1", "red 1"] }), laid({ secret_festival: 3 })];
    expect(flights(laid(), own, 0, [0])).toEqual([{ card: "red 1", from: HAND, to: SECRET }]);
    expect(flights(laid(), other, 0, [1])).toEqual([{ card: null, from: '[data-handle="seat:1"]', to: SECRET }]);
  });

  test("is two at the opening: what is kept and what is hidden, of each seat", () => {
    const opening = laid({ phase: "opening", secret_festival: 0, hidden: [] });
    const found = flights(opening, laid({ seats: [seat(1, 1), seat(1, 2)] }), 0, [1]);
    expect(found.map(({ card, from }) => [card, from])).toEqual([
      ["pink 1", HAND], ["pink 2", '[data-handle="seat:1"]'], ["red 1", HAND], [null, '[data-handle="seat:1"]'],
    ]);
  });

  test("is not told where several have moved at once", () => {
    expect(flights(laid(), laid({ seats: [seat(1, 1), seat()] }), 0, [0, 1])).toEqual([]);
  });
});

test("what came into bouquets is read from the log: kept, given and chosen at the opening, not what went to a festival", () => {
  const card: Phrase = { text: "{variety} {value}", values: { variety: { text: "pink" }, value: 3 } };
  const scored = (move: Phrase): Phrase => ({ text: "{move}: {points}", values: { move, points: { text: "1 point" } } });
  const entries = [
    { at: 1, seat: 1, phrase: scored({ text: "give {card} to {seat}", values: { card, seat: 0 } }) },
    { at: 2, seat: 2, phrase: scored({ text: "keep {card}", values: { card } }) },
    { at: 3, seat: 3, phrase: { text: "keep {card} and hide a card", values: { card } } },
    { at: 4, seat: 4, phrase: { text: "show {card} at the festival", values: { card } } },
    { at: 5, seat: 5, phrase: { text: "hide a card in the secret festival" } },
  ];
  expect([...received(entries)]).toEqual(["0:pink", "2:pink", "3:pink"]);
});
