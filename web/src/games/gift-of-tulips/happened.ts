// What the log tells of the cards on the table: where they went, and where they came from.
import type { Card, Game, GameHandle } from "../../generated/gift-of-tulips";
import type { LogEntry } from "../../generated/messages";
import { varietyOf } from "./cards";

export interface Flight {
  /** What is seen of it: its face, or nothing but its back. */
  card: Card | null;
  /** Where it starts and where it goes, as CSS selectors. */
  from: string;
  to: string;
}

/** A card that went to a seat's bouquet or to a festival. */
type Gone = { card: Card; to: number | "festival" } | { card: Card | null; to: "secret" };

const at = (handle: GameHandle) => `[data-handle="${handle}"]`;
const HAND = ".card-in-hand";
const SECRET = `${at("secret")} .backs`;

/** The cards that went from a seat, or out of the secret festival. A new kind must say here whether it is about such cards. */
function gone({ seat, what }: LogEntry<Game>): Gone[] {
  switch (what.kind) {
    case "give":
      return [{ card: what.card, to: what.to }];
    case "keep":
      return [{ card: what.card, to: seat! }];
    case "choose": // told once all have chosen
      return what.keep
        ? [
            { card: what.keep, to: seat! },
            { card: what.hide ?? null, to: "secret" },
          ]
        : [];
    case "show":
    case "revealed":
      return [{ card: what.card, to: "festival" }];
    case "hide":
      return [{ card: what.card ?? null, to: "secret" }];
    case "starts":
    case "turned-up":
    case "goes-back":
    case "dealt":
    case "drawn":
    case "majority":
      return [];
  }
}

/** The varieties that came into bouquets, by seat: "2:pink". */
export function received(entries: LogEntry<Game>[]): Set<string> {
  return new Set(entries.flatMap(gone).flatMap(({ card, to }) => (typeof to === "number" ? [`${to}:${varietyOf(card)}`] : [])));
}

/** The ways that cards took over the table. */
export function flights(entries: LogEntry<Game>[], me: number): Flight[] {
  return entries.flatMap((entry) => {
    const own = entry.seat === null ? SECRET : entry.seat === me ? HAND : at(`seat:${entry.seat}`);
    return gone(entry).map((one) => ({ card: one.card, from: own, to: place(one) }));
  });
}

/** Where a card lies now. */
function place({ card, to }: Gone): string {
  if (to === "secret") return SECRET;
  return `${at(to === "festival" ? to : `seat:${to}`)} [data-variety="${varietyOf(card)}"]`;
}
