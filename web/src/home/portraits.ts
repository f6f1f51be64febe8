// How each game is shown at home: its bouquet, and how heavy it is to learn and play, from 1 to 5.
import { t } from "../words/words.svelte";

export interface Portrait {
  tulips: { colour: string; variety: "plain" | "feathered" | "flamed"; seed: number }[];
  weight: number;
}

const flower = (colour: string, variety: "plain" | "feathered" | "flamed", seed: number) => ({ colour, variety, seed });

const PORTRAITS: Record<string, Portrait> = {
  "tulip-bubble": { weight: 3, tulips: [flower("white", "flamed", 4), flower("red", "flamed", 2), flower("yellow", "feathered", 7)] },
  "tulipmania-1637": { weight: 4, tulips: [flower("purple", "flamed", 3), flower("orange", "plain", 5), flower("blue", "feathered", 1)] },
  "gift-of-tulips": { weight: 1, tulips: [flower("pink", "plain", 2), flower("purple", "plain", 6), flower("orange", "plain", 9)] },
  tulpenfieber: { weight: 2, tulips: [flower("yellow", "plain", 3), flower("red", "plain", 8), flower("yellow", "flamed", 1)] },
  tulip: { weight: 2, tulips: [flower("red", "plain", 5), flower("black", "plain", 4), flower("blue", "plain", 7)] },
};

export function portrait(game: string): Portrait {
  return PORTRAITS[game] ?? { weight: 2, tulips: [flower("red", "plain", 1)] };
}

/** The weight in a word. */
export function weightName(weight: number): string {
  return weight <= 1 ? t("very light") : weight === 2 ? t("light") : weight === 3 ? t("medium") : t("demanding");
}

/** Names for bots, the same in every language, and a colour in none. */
export const BOT_NAMES = ["Iris", "Basil", "Dahlia", "Jasmin", "Linnea"];

/** As many seats as the game is nice with, unless somebody says otherwise. */
export function usualSeats([least, most]: [number, number]): number {
  return Math.max(least, Math.min(most, 4));
}
