// What each game holds in sight: told by its views, of which each test has no more than is looked at, never by words.
import { describe, expect, test } from "vitest";
import gift from "../src/games/gift-of-tulips";
import tulip from "../src/games/tulip";
import bubble from "../src/games/tulip-bubble";
import mania from "../src/games/tulipmania-1637";
import fieber from "../src/games/tulpenfieber";

describe("Tulipmania 1637", () => {
  const view = (cards: (string | null)[], prices: (number | null)[] = [50, 75], phase = "action cards") =>
    ({
      phase,
      seats: cards.map((card) => ({ card })),
      market: prices.map((price) => ({ price })),
    }) as never;
  test("holds the cards that are revealed, and a burst", () => {
    expect(mania.moment(view([null, null]), view(["pass", "purchase"], [50, 75], "draw"))).toBe("decisive");
    expect(mania.moment(view([null, null], [50, 75], "buy"), view([null, null], [50, null], "sell"))).toBe("decisive");
  });
  test("lets cards that are laid face down pass, and shows a purchase as usual", () => {
    expect(mania.moment(view([null, null]), view([null, null]))).toBe("passing");
    expect(mania.moment(view(["pass", "pass"], [50, 75], "buy"), view([null, null], [75, 75], "sell"))).toBe("usual");
  });
});

describe("Tulip", () => {
  const view = (krashes: number, phase = "turn") => ({ krashes, phase }) as never;
  test("holds a krash; an action card that is only laid passes", () => {
    expect(tulip.moment(view(0), view(1))).toBe("decisive");
    expect(tulip.moment(view(1), view(1))).toBe("usual");
    expect(tulip.moment(view(1), view(1, "exchange"))).toBe("passing");
  });
});

describe("Tulip Bubble", () => {
  const view = (phase: string, auction: { place: number; bid: number } | null = null, events = 0, more = {}) =>
    ({
      phase,
      auction,
      events_seen: Array(events).fill("Surge"),
      seats: [{ answered: false }],
      acting: [0],
      ...more,
    }) as never;
  test("holds the end of an auction and the market's event", () => {
    expect(bubble.moment(view("auction", { place: 1, bid: 9 }), view("purchase", { place: 1, bid: 9 }))).toBe("decisive");
    expect(bubble.moment(view("auction", { place: 1, bid: 9 }), view("auction", { place: 2, bid: 5 }))).toBe("decisive");
    expect(bubble.moment(view("purchase"), view("selling", null, 1))).toBe("decisive");
  });
  test("shows a raise as usual, and lets a pass go by", () => {
    expect(bubble.moment(view("auction", { place: 1, bid: 9 }), view("auction", { place: 1, bid: 10 }))).toBe("usual");
    expect(bubble.moment(view("auction", { place: 1, bid: 9 }), view("auction", { place: 1, bid: 9 }))).toBe("passing");
    expect(bubble.moment(view("selling"), view("selling", null, 0, { acting: [1], seats: [{ answered: true }] }))).toBe("passing");
    expect(bubble.moment(view("placing"), view("placing", null, 0, { new_arrivals: [] }))).toBe("usual");
  });
});

describe("Gift of Tulips", () => {
  const view = (phase: string, ...festival: (string | null)[]) => ({ phase, festival: festival.map((variety) => ({ variety })) }) as never;
  test("holds what all have kept, and a new order of the festival", () => {
    expect(gift.moment(view("opening"), view("turn"))).toBe("decisive");
    expect(gift.moment(view("turn", "pink", "blue"), view("turn", "blue", "pink"))).toBe("decisive");
    expect(gift.moment(view("turn", "pink", "blue"), view("turn", "pink", "blue"))).toBe("usual");
    expect(gift.moment(view("opening"), view("opening"))).toBe("passing");
  });
});

describe("Tulpenfieber", () => {
  const view = (dice: number, tulips: number, tiles = 0, more = {}) =>
    ({
      phase: "rolled",
      round: 0,
      seats: [{ dice, tulips, tiles: Array(tiles).fill({}) }],
      ...more,
    }) as never;
  test("holds more dice and a bonus tile; rolls pass", () => {
    expect(fieber.moment(view(4, 3), view(5, 4))).toBe("decisive");
    expect(fieber.moment(view(5, 6), view(5, 6, 1))).toBe("decisive");
    expect(fieber.moment(view(4, 3), view(4, 4))).toBe("usual");
    expect(fieber.moment(view(4, 3), view(4, 3))).toBe("passing");
    expect(fieber.moment(view(4, 3), view(4, 4, 0, { phase: "over" }))).toBe("decisive");
  });
});
