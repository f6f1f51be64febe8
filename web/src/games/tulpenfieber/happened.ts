// What the log tells of the dice on the table and of the tulips just planted.
import type { LogEntry, Phrase } from "../../generated/messages";

export interface Throw {
  /** The dice that lay there while the others were rolled. */
  kept: number[];
  rolled: number[];
}

const faces = (dice: unknown): number[] => (typeof dice === "string" && dice ? dice.split(" ").map(Number) : []);
const sorted = (dice: number[]): string => [...dice].sort().join(" ");

/** How the dice on the table came to lie there: the last throw of the log, if it is theirs; otherwise all lie still. */
export function lastThrow(log: LogEntry[], dice: number[]): Throw {
  const entry = log.findLast(({ phrase }) => phrase.text.startsWith("roll {roll}:") || phrase.text.startsWith("all dice are set"));
  const found = { kept: faces(entry?.phrase.values?.kept), rolled: faces(entry?.phrase.values?.dice) };
  return sorted([...found.kept, ...found.rolled]) === sorted(dice) ? found : { kept: dice, rolled: [] };
}

/** The phrase itself or one in its gaps. */
function within(phrase: Phrase, text: string): Phrase | undefined {
  if (phrase.text === text) return phrase;
  for (const value of Object.values(phrase.values ?? {})) {
    const found = typeof value === "object" ? within(value, text) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The spaces, by seat, that these entries tell were planted: "3/2". */
export function planted(entries: LogEntry[]): Set<string>[] {
  const spaces: Set<string>[] = [];
  for (const { seat, phrase } of entries) {
    const space = within(phrase, "plant at {space}")?.values?.space;
    if (seat !== null && typeof space === "object") (spaces[seat] ??= new Set()).add(`${space.values?.row}/${space.values?.column}`);
  }
  return spaces;
}
