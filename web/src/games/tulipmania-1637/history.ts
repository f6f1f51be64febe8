// What the log and the figures tell of the past: where prices have been, what changed, and the latest burst.
import type { Phrase } from "../../generated/messages";
import type { Table } from "../../table/table.svelte";

/** The rows of figures up to the position that is shown. */
export function rowsShown(table: Table): Record<string, number>[] {
  return table.figures.slice(0, (table.shown?.moves ?? 0) + 1);
}

/** After how many moves the viewer has last moved before the position that is shown; the beginning for those who watch. */
export function lastMove(table: Table): number {
  const { viewer, moves } = table.shown!;
  return table.log.findLast((entry) => entry.at <= moves && entry.seat === viewer)?.at ?? 0;
}

/** How much a figure has changed since the viewer's last move; nothing for those who watch. */
export function changed(table: Table, figure: string): number {
  if (table.shown!.viewer < 0) return 0;
  const rows = rowsShown(table);
  const [before, now] = [rows[lastMove(table)]?.[figure], rows.at(-1)?.[figure]];
  return before === undefined || now === undefined ? 0 : now - before;
}

/** The words of the latest burst since the viewer's last move (that move included), or for those who watch of the last turn. */
export function latestBurst(table: Table): Phrase | null {
  const { viewer, moves } = table.shown!;
  const since = viewer >= 0 ? lastMove(table) : moves - table.names.length;
  const entry = table.log.findLast((line) => line.at <= moves && line.at >= since && typeof line.phrase.values?.burst === "object");
  return (entry?.phrase.values?.burst as Phrase | undefined) ?? null;
}

/** Where prices end: a colour that has burst has none any more. */
export function bursts(figures: Record<string, number>[]): { figure: string; row: number }[] {
  return figures.flatMap((row, n) =>
    Object.keys(figures[n - 1] ?? {})
      .filter((figure) => figure.startsWith("price:") && !(figure in row))
      .map((figure) => ({ figure, row: n })),
  );
}
