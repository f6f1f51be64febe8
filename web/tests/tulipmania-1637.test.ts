import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { LogEntry, Position } from "../src/generated/messages";
import type { Game, What } from "../src/generated/tulipmania-1637";
import { Table } from "../src/table/table.svelte";
import { bursts, latestBurst } from "../src/games/tulipmania-1637/history";
import { learn, t } from "../src/words/words.svelte";
import { gameCatalogue } from "./catalogues";

const entry = (at: number, seat: number | null, what: What): LogEntry<Game> => ({ at, seat, what, phrase: { name: what.kind } });
const broke = entry(4, null, { kind: "burst", colour: "orange" });

/** A table of two seats after five moves, of which the viewer made the second, and the fourth burst a bubble. */
function after(moves: number, viewer: number): Table<Game> {
  const entries = [
    entry(1, 1, { kind: "lay", card: "pass" }),
    entry(2, 0, { kind: "lay", card: "pass" }),
    entry(3, 1, { kind: "buy", colour: "blue", paid: 50 }),
    entry(4, 1, { kind: "play", card: "purchase by proxy" }),
    broke,
    entry(5, 1, { kind: "buy-nothing" }),
  ];
  const rows = [50, 50, 75, 75, 100, 150].map((price) => ({ "price:red": price }));
  const position = { moves, viewer, log: { start: 0, entries }, figures: { start: 0, rows } } as unknown as Position<Game>;
  const table = new Table<Game>(() => {});
  table.receive({
    type: "state",
    frame: 1,
    protocol: 1,
    number: moves,
    table: { seats: [{ name: "Ada" }, { name: "Ben" }], deadline: null } as never,
    position,
    chat: [],
  });
  return table;
}

describe("what the past tells", () => {
  it("finds the rows where a colour's price is gone", () => {
    const rows: Record<string, number>[] = [
      { "price:red": 1, "price:blue": 2, "score:0": 3 },
      { "price:blue": 2, "score:0": 3 },
      { "score:0": 3 },
    ];
    expect(bursts(rows)).toEqual([
      { figure: "price:red", row: 1 },
      { figure: "price:blue", row: 2 },
    ]);
  });

  it("tells of a burst until the viewer moves again, and never of one that is still to come", () => {
    expect(latestBurst(after(5, 0))).toBe(broke.phrase);
    expect(latestBurst(after(3, 0))).toBeNull();
    expect(latestBurst(after(5, 1))).toBeNull();
  });
});

describe("a sale", () => {
  it("is told to who sells as to the one they are", async () => {
    await learn(async (language) => gameCatalogue("tulipmania-1637", language));
    const names = Object.assign(["Eva", "Ben"], { you: 0 });
    expect([0, 1].map((seat) => t("board.sells", { seat, colour: "purple" }, names))).toEqual(["You sell purple", "Ben sells purple"]);
    const sale = readFileSync(join(import.meta.dirname, "../src/games/tulipmania-1637/Sale.svelte"), "utf-8");
    expect(sale).not.toContain("table.names[");
  });
});
