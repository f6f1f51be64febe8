// What the end is for the one who reads: the victory, a shared one, or a place.
import { t, type Names } from "../words/words.svelte";

const ALONE: Record<number, (number: number) => string> = {
  2: (number) => t("end-page.place-2", { number }),
  3: (number) => t("end-page.place-3", { number }),
  4: (number) => t("end-page.place-4", { number }),
  5: (number) => t("end-page.place-5", { number }),
  6: (number) => t("end-page.place-6", { number }),
};
const SHARED: Record<number, (number: number) => string> = {
  2: (number) => t("end-page.shared-2", { number }),
  3: (number) => t("end-page.shared-3", { number }),
  4: (number) => t("end-page.shared-4", { number }),
  5: (number) => t("end-page.shared-5", { number }),
};

/** Who has won, in a headline. */
export function headlineOf(winners: number[], names: Names): string {
  const others = winners.filter((seat) => seat !== names.you).map((seat) => names[seat] ?? "");
  const mine = others.length < winners.length;
  if (winners.length === 0) return t("end-page.nobody-wins");
  if (winners.length === 1) return mine ? t("end-page.you-win") : t("end-page.wins", { name: others[0]! });
  return mine ? t("end-page.you-share", { names: others.join(" · ") }) : t("end-page.share", { names: others.join(" · ") });
}

/** The reader's place, unless the headline tells it or nobody else plays. */
export function placeOf(places: number[], winners: number[], names: Names): string | null {
  const { you } = names;
  if (you === undefined || places.length < 2 || winners.includes(you)) return null;
  const place = places[you]!;
  const shared = places.filter((other) => other === place).length > 1;
  return (shared ? SHARED : ALONE)[place]?.(places.length) ?? null;
}
