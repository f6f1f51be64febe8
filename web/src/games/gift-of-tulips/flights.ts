// The ways that cards take over the table, told from what lay there before and lies there now.
import type { View } from "../../generated/gift-of-tulips";

export interface Flight {
  /** What is seen of it: its face, or nothing but its back. */
  card: string | null;
  /** Where it starts and where it goes, as CSS selectors. */
  from: string;
  to: string;
}

const HAND = ".card-in-hand";
const SECRET = '[data-handle="secret"] .backs';

/** What is in a list and was not in it before. */
function added(cards: string[], before: string[]): string[] {
  const known = [...before];
  return cards.filter((card) => {
    const at = known.indexOf(card);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** The cards that went to a bouquet, the festival or the secret festival; nothing where it can't be told whose they were. */
export function flights(before: View, now: View, me: number, actors: number[]): Flight[] {
  const opening = before.phase === "opening"; // where all lay their own at once
  if (!opening && actors.length !== 1) return [];
  const from = (owner: number): string => {
    const seat = opening ? owner : actors[0]!;
    return seat === me ? HAND : `[data-handle="seat:${seat}"]`;
  };
  const gains = now.seats.flatMap(({ bouquet }, seat) =>
    bouquet.flatMap(({ variety, cards, value }, n) => {
      const had = before.seats[seat]!.bouquet[n]!;
      return cards === had.cards + 1 ? [{ seat, variety, card: `${variety} ${value - had.value}` }] : [];
    }),
  );
  const kept = gains.map(({ seat, variety, card }) => ({ card, from: from(seat), to: `[data-handle="seat:${seat}"] [data-variety="${variety}"]` }));
  const shown = now.festival.flatMap(({ variety, cards }) =>
    added(cards, before.festival.find((place) => place.variety === variety)?.cards ?? []).map((card) => ({
      card,
      from: now.phase === "turn" ? from(actors[0]!) : SECRET, // at the end they come out of the secret festival
      to: `[data-handle="festival"] [data-variety="${variety}"]`,
    })),
  );
  const mine = added(now.hidden, before.hidden)[0] ?? null;
  const hiders = now.secret_festival > before.secret_festival ? (opening ? gains.map(({ seat }) => seat) : actors) : [];
  return [...kept, ...shown, ...hiders.map((seat) => ({ card: seat === me ? mine : null, from: from(seat), to: SECRET }))];
}
