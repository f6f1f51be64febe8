// What the types of a game forbid its board. These are checked by `npm run check`, where each marked line has to be an error.
import { expectTypeOf, test } from "vitest";
import type { Card, Game, GameHandle, GameMove, Variety } from "../src/generated/gift-of-tulips";
import type { AnyGame, LogEntry, Offer } from "../src/generated/messages";
import type { GamePage } from "../src/table/game-page";
import type { Table } from "../src/table/table.svelte";
import { parted } from "../src/words/names";

test("a board knows its game's kinds and fields, handles and figures, and no others", () => {
  const board = (table: Table<Game>, { what }: LogEntry<Game>) => {
    if (what.kind === "give") expectTypeOf(what.card).toEqualTypeOf<Card>();
    // @ts-expect-error: no such kind
    if (what.kind === "gives") return;
    // @ts-expect-error: no such field
    if (what.kind === "give") return what.colour;
    void [table.change(`bouquet:${0}:pink`), table.since("price:pink"), table.shown?.view.festival];
    // @ts-expect-error: no such handle
    table.touch("bouquets:0:pink");
    // @ts-expect-error: no such variety
    table.change("variety:black");
    // @ts-expect-error: no such figure
    table.since("prices:pink");
    // @ts-expect-error: no such field of the view
    return table.shown?.view.market;
  };
  void board;
});

test("what is any game's takes each game's table, offers and entries; a game's own takes no other's", () => {
  expectTypeOf<Table<Game>>().toExtend<Table>();
  expectTypeOf<Offer<Game>>().toExtend<Offer>();
  expectTypeOf<LogEntry<Game>>().toExtend<LogEntry>();
  expectTypeOf<Game>().toExtend<AnyGame>();
  expectTypeOf<Table>().not.toExtend<Table<Game>>();
  expectTypeOf<GamePage<Game>>().not.toExtend<GamePage>();
  expectTypeOf<GameHandle>().not.toEqualTypeOf<string>();
  expectTypeOf<GameMove["kind"]>().toEqualTypeOf<"choose" | "give" | "hide" | "keep" | "show">();
});

test("a name falls into its parts, as its type tells them", () => {
  const [variety, value] = parted("pink 3" as Card);
  expectTypeOf(variety).toEqualTypeOf<Variety>();
  expectTypeOf(value).toEqualTypeOf<"2" | "3" | "4">();
});
