// What a seat has earned by, from the course of its score and the log.
import type { LogEntry, Phrase } from "../generated/messages";

/** Something that is counted only when the match is over. */
export interface Counted {
  by: number;
  phrase: Phrase;
}

export interface Earned extends Counted {
  /** After how many moves. */
  at: number;
  /** Whose move it was; null where it was nobody's. */
  seat: number | null;
}

const MOST = 4;

/** The moves with which a seat's score rose most, or fell, and then what was counted at the end. */
export function earned(seat: number, figures: Record<string, number>[], log: LogEntry[], counted: Counted[] = []): Earned[] {
  const last = figures.length - 1;
  const moves: Earned[] = [];
  for (let at = 1; at <= last; at++) {
    const [before, after] = [figures[at - 1]![`score:${seat}`], figures[at]![`score:${seat}`]];
    if (before === undefined || after === undefined) continue;
    const by = after - before - (at === last ? counted.reduce((sum, one) => sum + one.by, 0) : 0);
    const entries = log.filter((entry) => entry.at === at);
    const entry = entries.find((one) => one.seat === seat) ?? entries.find((one) => one.seat !== null) ?? entries[0];
    if (by !== 0 && entry) moves.push({ at, by, seat: entry.seat, phrase: entry.phrase });
  }
  moves.sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  return [...moves.slice(0, MOST), ...counted.filter(({ by }) => by !== 0).map((one) => ({ ...one, at: last, seat: null }))];
}
