// What the log tells of the bouquets.
import type { LogEntry, Phrase } from "../../generated/messages";

/** The varieties that these entries tell came into bouquets, by seat: "2:pink". */
export function received(entries: LogEntry[]): Set<string> {
  return new Set(
    entries.flatMap(({ seat, phrase }) => {
      const move = phrase.text === "{move}: {points}" ? (phrase.values!.move as Phrase) : phrase;
      const { card, seat: given } = (move.values ?? {}) as { card?: Phrase; seat?: number };
      const to = move.text === "give {card} to {seat}" ? given : move.text.startsWith("keep {card}") ? seat : null;
      return typeof to === "number" ? [`${to}:${(card!.values!.variety as Phrase).text}`] : [];
    }),
  );
}
