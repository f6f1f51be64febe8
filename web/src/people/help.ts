// The help that a table may have, in the reader's language.
import type { TableInfo } from "../generated/messages";
import { t } from "../words/words.svelte";

export type Kind = TableInfo["helps"];
export const HELP: Kind[] = ["none", "hints", "tutor"];

export function helpName(kind: Kind): string {
  switch (kind) {
    case "none":
      return t("help.none");
    case "hints":
      return t("help.hints");
    case "tutor":
      return t("help.tutor");
  }
}

/** What that means, in a sentence or two. */
export function helpDescription(kind: Kind): string {
  switch (kind) {
    case "none":
      return t("help.none.why");
    case "hints":
      return t("help.hints.why");
    case "tutor":
      return t("help.tutor.why");
  }
}
