// The bots' levels in the reader's language: their names, and what to expect of each.
import { games } from "../server/http";
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";

/** The levels that every game has, from weak to strong. */
export const LADDER = ["novice", "merchant", "master"];

export function levelName(level: string | null): string {
  switch (level) {
    case "random": return t("random");
    case "hasty": return t("hasty");
    case "greedy": return t("greedy");
    case "daring": return t("daring");
    case "novice": return t("novice");
    case "merchant": return t("merchant");
    case "master": return t("master");
    default: return level ?? "";
  }
}

/** What to expect of a bot of this level, in a sentence. */
export function levelDescription(level: string | null | undefined): string {
  switch (level) {
    case "random": return t("Makes any move that the rules allow, without a thought.");
    case "hasty": return t("Fills the next space that its dice fit and plans nothing.");
    case "greedy": return t("Takes what pays most right now and does not look ahead.");
    case "daring": return t("Takes risks in order to be first.");
    case "novice": return t("Plays fast and often carelessly: good for first games.");
    case "merchant": return t("Plays soundly and sees your mistakes: a fair opponent.");
    case "master": return t("Thinks longest and plays as well as it can: for those who know the game.");
    default: return "";
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
