// What seats are called: by their names or, where nobody has given one, by their number in the reader's language; and their signs.
import type { SeatInfo } from "../generated/messages";
import { settings } from "../settings/settings.svelte";
import { t, type Names } from "../words/words.svelte";

export function seatName(seat: Pick<SeatInfo, "name" | "kind">, n: number): string {
  return seat.name || (seat.kind === "bot" ? t("people.bot-number", { number: n + 1 }) : t("people.seat-number", { number: n + 1 }));
}

/** What one is called who has given a name, or has left it. */
export function ownName(): string {
  return settings.name || t("people.guest");
}

/** The signs of a table's seats, no two alike: initials, or the number that a name ends in ("Seat 2"); where these are shared, two
    letters of the name; and where those are shared too, the initial and the seat's number, or that number alone. */
export function signs(names: readonly string[]): string[] {
  const ways = [
    (name: string, n: number) => name.match(/ (\d)$/)?.[1] ?? (letters(name)[0] || String(n + 1)),
    (name: string, n: number) =>
      letters(name).length > 1 ? letters(name)[0] + letters(name)[1]!.toLocaleLowerCase() : `${letters(name)}${n + 1}`,
    (name: string, n: number) => `${letters(name)[0] ?? ""}${n + 1}`,
    (_: string, n: number) => `#${n + 1}`,
  ];
  let found = names.map(ways[0]!);
  for (const way of ways.slice(1)) {
    const shared = (sign: string) => found.filter((other) => other === sign).length > 1;
    found = found.map((sign, n) => (shared(sign) ? way(names[n]!, n) : sign));
  }
  return found;
}

const letters = (name: string): string[] =>
  [...name.replace(/[^\p{L}\p{N}]/gu, "")].map((letter, n) => (n === 0 ? letter.toLocaleUpperCase() : letter));

/** All seats' names; who holds one of them is spoken to, who holds several reads their names. */
export function namesOf(seats: SeatInfo[]): Names {
  const names = seats.map(seatName);
  const own = seats.flatMap((seat, n) => (seat.yours ? [n] : []));
  return own.length === 1 ? Object.assign(names, { you: own[0]! }) : names;
}

/** A seat's name, or "You" for the reader's own, as a heading. */
export function headingOf(seat: number, names: Names): string {
  return seat === names.you ? t("people.heading-you") : (names[seat] ?? "");
}
