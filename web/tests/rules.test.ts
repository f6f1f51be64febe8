// The rules open at the chapter that tells of the current phase: here by its title, as a reader would look for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gamePage } from "../src/games";
import { games } from "./keys";

const MEANT: Record<string, Record<string, string>> = {
  "gift-of-tulips": { "set-up": "Setting up", opening: "Setting up", turn: "Your turn", reveal: "The end", over: "The end" },
  tulip: {
    "set-up": "Setting up", turn: "Your turn", exchange: "Your turn", variation: "Your turn", take: "Your turn", draw: "Your turn",
    over: "The end",
  },
  "tulip-bubble": {
    "set-up": "Setting up", event: "1. Event", selling: "2. Selling", declaring: "3. Buying", placing: "3. Buying",
    auction: "3. Buying", purchase: "3. Buying", over: "The end",
  },
  "tulipmania-1637": {
    "set-up": "Setting up", sell: "Your turn", "action cards": "Your turn", "seller's card": "Your turn", draw: "Your turn",
    buy: "Your turn", over: "The end",
  },
  tulpenfieber: {
    start: "The field", set: "Your turn", rolling: "Your turn", rolled: "Your turn", pay: "Your turn", "pay second": "Your turn",
    paid: "Your turn", place: "The field", tile: "Your turn", carry: "The solo game", over: "Winning",
  },
};

/** The titles of the rules' chapters, by the ids that the server gives them. */
function titles(game: string): Record<string, string> {
  const rules = readFileSync(join(import.meta.dirname, "../../src/tulips/games", game.replaceAll("-", "_"), "rules.md"), "utf-8");
  const found = [...rules.matchAll(/^## (.+)$/gm)].map((match) => match[1]!);
  return Object.fromEntries(found.map((title) => [title.toLowerCase().replace(/^[\d. ]+/, "").replaceAll(" ", "-"), title]));
}

describe.each(games())("the rules of %s", (game) => {
  test("have a chapter for each phase, the one that is meant", async () => {
    const [known, page] = [titles(game), await gamePage(game)];
    expect(Object.fromEntries(Object.entries(page.chapters).map(([phase, chapter]) => [phase, known[chapter]]))).toEqual(MEANT[game]);
  });
});
