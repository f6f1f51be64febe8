// Who hears what of the talk: the players' channel is for everybody, the spectators' for whoever wants it.
import type { ChatLine } from "../generated/messages";
import { settings } from "../settings/settings.svelte";
import type { Table } from "../table/table.svelte";
import { t } from "../words/words.svelte";

/** Which setting tells whether the reader hears the spectators: one for playing, one for watching. */
export function hearing(table: Table): "crowdPlaying" | "crowdWatching" {
  return table.info.seats.some((seat) => seat.yours) ? "crowdPlaying" : "crowdWatching";
}

/** Whether the reader is one of the spectators, and speaks among them; the host speaks among the players. */
export function isSpectator(table: Table): boolean {
  return !table.info.host && hearing(table) === "crowdWatching";
}

/** What the reader hears, in the order in which it was said. */
export function heardBy(table: Table): ChatLine[] {
  if (!settings[hearing(table)]) return table.chat;
  return [...table.chat, ...table.crowd].sort((one, other) => one.number - other.number);
}

/** The number of the last line of both channels. */
export function lastSaid(table: Table): number {
  return Math.max(table.chat.at(-1)?.number ?? 0, table.crowd.at(-1)?.number ?? 0);
}

/** What whoever has said something is called. */
export function speaker({ name, seat, channel }: ChatLine, table: Table): string {
  if (channel === "spectators") return t("talk.somebody");
  return name || (seat === null ? t("talk.host") : (table.names[seat] ?? ""));
}
