// The bots' names in the reader's language.
import { t } from "../words/words.svelte";

export function levelName(level: string | null): string {
  switch (level) {
    case "random": return t("random");
    case "greedy": return t("greedy");
    case "cautious": return t("cautious");
    case "easy": return t("easy");
    case "medium": return t("medium");
    case "hard": return t("hard");
    case "search": return t("thoughtful");
    default: return level ?? "";
  }
}
