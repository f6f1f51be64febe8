// The cards of Gift of Tulips by their names, such as "pink 3".
import type { Card, Variety } from "../../generated/gift-of-tulips";
import { parted } from "../../words/names";
import { t } from "../../words/words.svelte";

export const varietyOf = (card: Card): Variety => parted(card)[0];
export const valueOf = (card: Card): number => Number(parted(card)[1]);

/** The card in the reader's language. */
export function cardLabel(card: Card): string {
  return t("card", { variety: t(varietyOf(card)), value: valueOf(card) });
}
