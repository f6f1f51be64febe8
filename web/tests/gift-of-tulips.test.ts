import { describe, expect, test } from "vitest";
import { flights, received } from "../src/games/gift-of-tulips/happened";
import type { Game, What } from "../src/generated/gift-of-tulips";
import type { LogEntry } from "../src/generated/messages";

const entry = (seat: number | null, what: What): LogEntry<Game> => ({ at: 1, seat, what, phrase: { name: what.kind } });
const [HAND, SECRET] = [".card-in-hand", '[data-handle="secret"] .backs'];

describe("a card's way", () => {
  test("leads from one's hand to the bouquet that gets it, from a rival's seat if the rival gives it", () => {
    const given: What = { kind: "give", card: "pink 3", to: 1, points: 5 };
    const to = '[data-handle="seat:1"] [data-variety="pink"]';
    expect(flights([entry(0, given)], 0)).toEqual([{ card: "pink 3", from: HAND, to }]);
    expect(flights([entry(2, given)], 0)).toEqual([{ card: "pink 3", from: '[data-handle="seat:2"]', to }]);
  });

  test("leads to the festival, at the end out of the secret one", () => {
    const to = '[data-handle="festival"] [data-variety="pink"]';
    expect(flights([entry(0, { kind: "show", card: "pink 3" })], 0)).toEqual([{ card: "pink 3", from: HAND, to }]);
    expect(flights([entry(null, { kind: "revealed", card: "pink 3" })], 0)).toEqual([{ card: "pink 3", from: SECRET, to }]);
  });

  test("leads to the secret festival with its face to its owner alone", () => {
    expect(flights([entry(0, { kind: "hide", card: "blue 2" })], 0)).toEqual([{ card: "blue 2", from: HAND, to: SECRET }]);
    expect(flights([entry(1, { kind: "hide" })], 0)).toEqual([{ card: null, from: '[data-handle="seat:1"]', to: SECRET }]);
  });

  test("is two at the opening, once it is told: what is kept and what is hidden", () => {
    const found = flights(
      [
        entry(0, { kind: "choose", keep: "pink 2", hide: "blue 2" }),
        entry(1, { kind: "choose", keep: "pink 3" }),
        entry(2, { kind: "choose" }),
      ],
      0,
    );
    expect(found.map(({ card, from }) => [card, from])).toEqual([
      ["pink 2", HAND],
      ["blue 2", HAND],
      ["pink 3", '[data-handle="seat:1"]'],
      [null, '[data-handle="seat:1"]'],
    ]);
  });
});

test("what came into bouquets is read from the log: kept, given and chosen at the opening, not what went to a festival", () => {
  const entries = [
    entry(1, { kind: "give", card: "pink 3", to: 0, points: 1 }),
    entry(2, { kind: "keep", card: "pink 3", points: 1 }),
    entry(3, { kind: "choose", keep: "pink 3" }),
    entry(4, { kind: "show", card: "pink 3" }),
    entry(5, { kind: "hide" }),
  ];
  expect([...received(entries)]).toEqual(["0:pink", "2:pink", "3:pink"]);
});
