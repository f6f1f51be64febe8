// The bots' levels in the reader's language: their names, and what to expect of each.
import { games } from "../server/http";
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";

/** The levels that every game has, from weak to strong. */
export const LADDER = ["novice", "merchant", "master"];

export function levelName(level: string | null): string {
  switch (level) {
    case "random":
      return t("level.random");
    case "hasty":
      return t("level.hasty");
    case "greedy":
      return t("level.greedy");
    case "daring":
      return t("level.daring");
    case "novice":
      return t("level.novice");
    case "merchant":
      return t("level.merchant");
    case "master":
      return t("level.master");
    default:
      return level ?? "";
  }
}

/** What to expect of a bot of this level, in a sentence. */
export function levelDescription(level: string | null | undefined): string {
  switch (level) {
    case "random":
      return t("level.random.why");
    case "hasty":
      return t("level.hasty.why");
    case "greedy":
      return t("level.greedy.why");
    case "daring":
      return t("level.daring.why");
    case "novice":
      return t("level.novice.why");
    case "merchant":
      return t("level.merchant.why");
    case "master":
      return t("level.master.why");
    default:
      return "";
  }
}

/** The bot that one plays against unless somebody chooses: a fair opponent, neither the weakest nor the slowest. */
export function usualLevel(levels: string[]): string | undefined {
  return levels.includes("merchant") ? "merchant" : levels.at(-1);
}

/** The level that was chosen last, if there is such a bot. */
export function chosenLevel(levels: string[]): string | undefined {
  return levels.includes(settings.level) ? settings.level : usualLevel(levels);
}

let known: ReturnType<typeof games> | undefined;

/** The bots that a game has. */
export async function levelsOf(game: string): Promise<string[]> {
  known ??= games().catch((caught) => {
    known = undefined;
    throw caught;
  });
  return (await known).find((one) => one.name === game)?.bots ?? [];
}
