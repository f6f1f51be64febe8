// The log in turns: entries under the seat whose turn they belong to, and dealing folded into one part.
import type { HelpUsedInfo, LogEntry, SeatInfo } from "../generated/messages";
import { t } from "../words/words.svelte";

export interface Turn {
  key: number;
  /** Whose turn it is; null where it is nobody's. */
  seat: number | null;
  /** One entry each, or several that tell of one deal. */
  parts: LogEntry[][];
}

/** The log with a line for each hint and each warning of a tutor, where it was given. */
export function withHelp(log: LogEntry[], used: HelpUsedInfo[]): LogEntry[] {
  const whole = [...log];
  for (const { moves, seat, warning } of used) {
    const after = whole.findIndex(({ at }) => at > moves);
    const phrase = warning ? { name: "log.warning", values: { seat } } : { name: "log.hint", values: { seat } };
    whole.splice(after < 0 ? whole.length : after, 0, { at: moves, seat, what: { kind: "help" }, phrase });
  }
  return whole;
}

/** Entries one after the other that belong to the same seat's turn. */
export function turnsOf(log: LogEntry[]): Turn[] {
  const turns: Turn[] = [];
  log.forEach((entry, key) => {
    const seat = entry.seat ?? entry.turn ?? null;
    let turn = turns.at(-1);
    if (!turn || turn.seat !== seat) turns.push((turn = { key, seat, parts: [] }));
    const deal = turn.parts.at(-1);
    if (entry.dealt && deal?.[0]?.dealt) deal.push(entry);
    else turn.parts.push([entry]);
  });
  return turns;
}

/** Whether a turn begins with this entry: what is said before the entry then stands above the turn's heading. */
export function beginsTurn({ parts }: Turn, entry: LogEntry | null): boolean {
  return entry !== null && parts[0]?.[0] === entry;
}

/** Who has moved instead of the person whose seat it is; nothing where that person or an ordinary bot has. */
export function markOf({ seat, player }: LogEntry, seats: Pick<SeatInfo, "kind">[]): string | null {
  if (player === "clock") return t("log.by-clock");
  return player === "bot" && seat !== null && seats[seat]?.kind === "human" ? t("log.by-bot") : null;
}

/** The same for a whole turn: nothing unless it holds for each of its moves. */
export function markOfTurn({ parts }: Turn, seats: Pick<SeatInfo, "kind">[]): string | null {
  const marks = new Set(
    parts
      .flat()
      .filter(({ seat }) => seat !== null)
      .map((entry) => markOf(entry, seats)),
  );
  return marks.size === 1 ? [...marks][0]! : null;
}
