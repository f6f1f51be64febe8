// What the end is for the one who reads: the victory, a shared one, or a place.
import { t, type Names } from "../words/words.svelte";

const ALONE: Record<number, (number: number) => string> = {
  2: (number) => t("You are second of {number}", { number }),
  3: (number) => t("You are third of {number}", { number }),
  4: (number) => t("You are fourth of {number}", { number }),
  5: (number) => t("You are fifth of {number}", { number }),
  6: (number) => t("You are sixth of {number}", { number }),
};
const SHARED: Record<number, (number: number) => string> = {
  2: (number) => t("You share second place of {number}", { number }),
  3: (number) => t("You share third place of {number}", { number }),
  4: (number) => t("You share fourth place of {number}", { number }),
  5: (number) => t("You share fifth place of {number}", { number }),
};

/** Who has won, in a headline. */
export function headlineOf(winners: number[], names: Names): string {
  const others = winners.filter((seat) => seat !== names.you).map((seat) => names[seat] ?? "");
  const mine = others.length < winners.length;
  if (winners.length === 0) return t("Nobody wins");
  if (winners.length === 1) return mine ? t("You win") : t("{name} wins", { name: others[0]! });
  return mine ? t("You share the victory with {names}", { names: others.join(" · ") }) : t("{names} share the victory", { names: others.join(" · ") });
}

/** The reader's place, unless the headline tells it or nobody else plays. */
export function placeOf(places: number[], winners: number[], names: Names): string | null {
  const { you } = names;
  if (you === undefined || places.length < 2 || winners.includes(you)) return null;
  const place = places[you]!;
  const shared = places.filter((other) => other === place).length > 1;
  return (shared ? SHARED : ALONE)[place]?.(places.length) ?? null;
}
