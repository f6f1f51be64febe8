// What the log tells of the cards on the table: where they went, and where they came from.
import type { Card, Game, Variety } from "../../generated/gift-of-tulips";
import type { LogEntry } from "../../generated/messages";

export interface Flight {
  /** What is seen of it: its face, or nothing but its back. */
  card: Card | null;
  /** Where it starts and where it goes, as CSS selectors. */
  from: string;
  to: string;
}

const HAND = ".card-in-hand";
const SECRET = '[data-handle="secret"] .backs';

export const varietyOf = (card: Card) => card.split(" ")[0] as Variety;
const bouquet = (seat: number, card: Card) => `[data-handle="seat:${seat}"] [data-variety="${varietyOf(card)}"]`;
const festival = (card: Card) => `[data-handle="festival"] [data-variety="${varietyOf(card)}"]`;

/** The cards that came into bouquets, each with its seat. */
function gains({ seat, what }: LogEntry<Game>): { seat: number; card: Card }[] {
  const told = what;
  if (told.kind === "give") return [{ seat: told.to, card: told.card }];
  if (told.kind === "keep") return [{ seat: seat!, card: told.card }];
  return told.kind === "choose" && told.keep ? [{ seat: seat!, card: told.keep }] : [];
}

/** The varieties that came into bouquets, by seat: "2:pink". */
export function received(entries: LogEntry<Game>[]): Set<string> {
  return new Set(entries.flatMap(gains).map(({ seat, card }) => `${seat}:${varietyOf(card)}`));
}

/** The ways that cards took over the table. */
export function flights(entries: LogEntry<Game>[], me: number): Flight[] {
  return entries.flatMap((entry): Flight[] => {
    const told = entry.what;
    const from = entry.seat === me ? HAND : `[data-handle="seat:${entry.seat}"]`;
    const kept = gains(entry).map(({ seat, card }) => ({ card, from, to: bouquet(seat, card) }));
    if (told.kind === "show") return [{ card: told.card, from, to: festival(told.card) }];
    if (told.kind === "revealed") return [{ card: told.card, from: SECRET, to: festival(told.card) }];
    if (told.kind === "hide") return [{ card: told.card ?? null, from, to: SECRET }];
    return told.kind === "choose" && kept.length ? [...kept, { card: told.hide ?? null, from, to: SECRET }] : kept;
  });
}
