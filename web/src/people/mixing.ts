// Mixing into the chance: only once the fingerprint of the server's seed is known, so that the seed can't follow what is mixed in.
import type { NewTableAnswer, SeatWish } from "../generated/http";
import { go } from "../router.svelte";
import { freshNonce, mixIn, start } from "../server/http";
import { keepLinks } from "./links.svelte";

/** What this browser has mixed in with the seed of a fingerprint. */
export const mixedWith = (fingerprint: string): string | null => localStorage.getItem(`mixed:${fingerprint}`);

/** Remember what was mixed in, and with which seed, to look for it at the end. */
export function keepMixed(fingerprint: string, nonce: string): void {
  localStorage.setItem(`mixed:${fingerprint}`, nonce);
}

/** Mix something in for a seat, or as the host. */
export async function mix(table: string, fingerprint: string, seat: number, nonce = freshNonce()): Promise<void> {
  await mixIn(table, { nonce, seat: seat < 0 ? null : seat });
  keepMixed(fingerprint, nonce);
}

/** Go to a table that was made to wait: mix something in and, if nobody is missing, begin. */
export async function goTo(made: NewTableAnswer, seats: SeatWish[]): Promise<void> {
  keepLinks(made.table, made.links);
  await mix(
    made.table,
    made.commitment!,
    seats.findIndex((seat) => seat.kind === "you"),
  );
  if (seats.every((seat) => seat.kind !== "open")) await start(made.table);
  go(`/t/${made.table}`);
}
