// What the move that is pointed at or chosen would change.
import type { Change } from "../../generated/messages";
import type { Game, GameHandle } from "../../generated/tulipmania-1637";
import type { Table } from "../../table/table.svelte";

/** What would change at a place, by the move alone or with what it does not settle: a sale, a draw, a burst. */
export function changeAt(table: Table<Game>, handle: GameHandle): Change | undefined {
  return table.change(handle) ?? table.change(`unsettled:${handle}`);
}
