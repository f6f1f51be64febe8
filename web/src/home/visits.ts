// The tables that one has sat at or watched, the latest first, as this device remembers them: no secret, cookies hold the seats.
import type { TableInfo } from "../generated/messages";

export interface Visit {
  id: string;
  title: string;
  /** The others at the table, or all where one has only watched. */
  names: string[];
  phase: TableInfo["phase"];
  /** When one was last there, in milliseconds. */
  when: number;
}

const [PLACE, MOST, A_WHILE] = ["tables", 12, 60_000];

export function visits(): Visit[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "[]") as Visit[];
  } catch {
    return [];
  }
}

function keep(kept: Visit[]): void {
  localStorage.setItem(PLACE, JSON.stringify(kept.slice(0, MOST)));
}

/** Remember a table as the latest, unless just that is known since a while ago. */
export function remember(info: TableInfo, when = Date.now()): void {
  const kept = visits();
  const names = info.seats.filter((seat) => !seat.yours && seat.kind !== "open").map((seat) => seat.name);
  const visit: Visit = { id: info.id, title: info.title, names, phase: info.phase, when };
  const latest = kept[0];
  if (latest && when - latest.when < A_WHILE && JSON.stringify({ ...latest, when }) === JSON.stringify(visit)) return;
  keep([visit, ...kept.filter(({ id }) => id !== info.id)]);
}

export function forget(table: string): Visit[] {
  keep(visits().filter(({ id }) => id !== table));
  return visits();
}

/** What has become of a table since one was there. */
export function update(table: string, phase: Visit["phase"]): Visit[] {
  keep(visits().map((visit) => (visit.id === table ? { ...visit, phase } : visit)));
  return visits();
}
