// What the log and the figures tell of the past: where prices have been, and the latest burst.
import type { Phrase } from "../../generated/messages";
import type { Game, View } from "../../generated/tulipmania-1637";
import { pricesOf, type Burst, type Figures } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";

/** Whether the cards of a sale were revealed from one view to the next. */
export function revealed(before: View, after: View): boolean {
  return after.seats.some(({ card }, p) => card !== null && before.seats[p]?.card === null);
}

/** The rows of figures up to the position that is shown. */
export function rowsShown(table: Table<Game>): Figures<Game> {
  return table.figures.slice(0, (table.shown?.moves ?? 0) + 1);
}

/** The words of the latest burst since the viewer's last move (that move included), or for those who watch of the last turn. */
export function latestBurst(table: Table<Game>): Phrase | null {
  const { viewer, moves } = table.shown!;
  const since = viewer >= 0 ? table.lastMove : moves - table.names.length;
  const entry = table.log.findLast((line) => line.at <= moves && line.at >= since && line.what.kind === "burst");
  return entry?.phrase ?? null;
}

/** Where prices end: a colour that has burst has none any more. */
export function bursts(figures: Figures<Game>): Burst<Game>[] {
  return figures.flatMap((now, row) =>
    pricesOf(figures[row - 1] ?? {})
      .filter((figure) => !(figure in now))
      .map((figure) => ({ figure, row })),
  );
}
