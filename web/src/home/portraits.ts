// How games are offered at home: how heavy each is, with whom, and with how many.
import { t } from "../words/words.svelte";

/** The weight in a word. */
export function weightName(weight: number): string {
  return weight <= 1 ? t("home.very-light") : weight === 2 ? t("home.light") : weight === 3 ? t("home.medium") : t("home.demanding");
}

/** Names for bots, the same in every language, and a colour in none. */
export const BOT_NAMES = ["Iris", "Basil", "Dahlia", "Jasmin", "Linnea"];

/** As many seats as the game is nice with, unless somebody says otherwise. */
export function usualSeats([least, most]: [number, number]): number {
  return Math.max(least, Math.min(most, 4));
}
