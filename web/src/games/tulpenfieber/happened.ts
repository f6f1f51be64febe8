// What the log tells of the dice on the table and of the tulips just planted.
import type { LogEntry } from "../../generated/messages";
import type { Game, What } from "../../generated/tulpenfieber";

export interface Throw {
  /** The dice that lay there while the others were rolled. */
  kept: number[];
  rolled: number[];
}

const sorted = (dice: number[]): string => [...dice].sort().join(" ");

function thrown(what: What): Throw | null {
  if (what.kind === "all-set") return { kept: what.kept, rolled: [] };
  return what.kind === "rolled" ? { kept: what.kept ?? [], rolled: what.dice } : null;
}

/** How the dice on the table came to lie there: the last throw of the log, if it is theirs; otherwise all lie still. */
export function lastThrow(log: LogEntry<Game>[], dice: number[]): Throw {
  const entry = log.findLast(({ what }) => thrown(what));
  const found = entry && thrown(entry.what);
  return found && sorted([...found.kept, ...found.rolled]) === sorted(dice) ? found : { kept: dice, rolled: [] };
}

/** The spaces, by seat, that these entries tell were planted: "3/2". */
export function planted(entries: LogEntry<Game>[]): Set<string>[] {
  const spaces: Set<string>[] = [];
  for (const { seat, what } of entries) {
    if (seat !== null && what.kind === "plant") (spaces[seat] ??= new Set()).add(what.space);
  }
  return spaces;
}
