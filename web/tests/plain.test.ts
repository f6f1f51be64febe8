// The plain board: what it makes of a view that it knows nothing of.
import { afterEach, describe, expect, test } from "vitest";
import { gamePage } from "../src/games";
import { curves } from "../src/plain/curves";
import { cardOf, columns, handlesOf, inWords, label, parts, shapeOf } from "../src/plain/shape";
import { learn, speak } from "../src/words/words.svelte";

afterEach(async () => {
  await learn(async () => ({}));
  await speak("en");
});

describe("a value is shown by its shape", () => {
  test.each([
    ["deck", 12, "number"],
    ["turn", 1, "seat"],
    ["turn", null, "nothing"],
    ["chosen", false, "flag"],
    ["tulip", "red 4", "text"],
    ["hand", ["red 4", "blue 2"], "things"],
    ["hand", [], "things"],
    ["hands", [["red 4"], []], "lists"],
    ["seats", [{ points: 3 }, { points: 4 }], "rows"],
    ["lot", { card: "red 4", price: 3 }, "struct"],
  ])("%s: %j is a %s", (field, value, shape) => {
    expect(shapeOf(field, value)).toBe(shape);
  });

  test("the phase, and lists with nothing in them, are left out; small things come first", () => {
    const { small, large } = parts({ phase: "laying", hand: ["red 4"], deck: 3, hands: [], tulip: null });
    expect([small.map(([field]) => field), large.map(([field]) => field)]).toEqual([["deck", "tulip"], ["hand"]]);
  });

  test("the columns of a table are the fields of all its rows", () => {
    expect(columns([{ a: 1, b: 2 }, null, { a: 1, c: 3 }])).toEqual(["a", "b", "c"]);
  });
});

test("a text with a colour among its words is a card of that colour", () => {
  expect(cardOf("red 4")).toEqual({ colour: "red", rest: "4" });
  expect(cardOf("C1 white")).toEqual({ colour: "white", rest: "C1" });
  expect(cardOf("white")).toEqual({ colour: "white", rest: "" });
  expect([cardOf("exchange"), cardOf("the white tulip is turned up")]).toEqual([null, null]);
});

test("fields and texts are told in the game's words, or as they are", async () => {
  await learn(async () => ({ "view.deck": "Karten im Stapel", red: "Rot", exchange: "Tausch" }));
  expect([label("deck"), label("secret_festival")]).toEqual(["Karten im Stapel", "Secret festival"]);
  expect([inWords("red 4"), inWords("exchange"), inWords("other")]).toEqual(["Rot 4", "Tausch", "other"]);
});

test("a thing may have the handle of its place, of its card or of its field", () => {
  expect(handlesOf("hand", "red 4", 2)).toEqual(["hand:2", "hand:red 4", "card:red 4"]);
  expect(handlesOf("deck", 12)).toEqual(["deck"]);
});

test("every figure but the scores is a curve", () => {
  expect(
    curves([
      { "score:0": 1, "price:red": 3 },
      { "score:0": 1, "price:red": 4, "price:C1": 2 },
    ]),
  ).toEqual([
    { figure: "price:red", label: "red", colour: "var(--tulip-red)" },
    { figure: "price:C1", label: "C1", colour: "var(--seat-1)" },
  ]);
});

test("a game that nobody has drawn has the plain board, which lists all choices", async () => {
  const page = await gamePage("nobody-has-drawn-this");
  expect([page.listsOffers, page.unit, page.moment({}, {}), page.guide]).toEqual([true, "plain.points", "usual", []]);
  expect((await gamePage("tulip")).listsOffers).toBe(undefined);
});
