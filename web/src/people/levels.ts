// The bots' names in the reader's language.
import { games } from "../server/http";
import { t } from "../words/words.svelte";

export function levelName(level: string | null): string {
  switch (level) {
    case "random": return t("random");
    case "greedy": return t("greedy");
    case "daring": return t("daring");
    case "novice": return t("novice");
    case "merchant": return t("merchant");
    case "master": return t("master");
    default: return level ?? "";
  }
}

/** The bot that one plays against unless somebody chooses: a fair opponent, neither the weakest nor the slowest. */
export function usualLevel(levels: string[]): string | undefined {
  return levels.includes("merchant") ? "merchant" : levels.at(-1);
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
