// Chances in print: shares of the victory as percent, and what is gained or lost of them as points of a hundred.
import { numeral, t } from "../words/words.svelte";
import { points } from "./curve";

/** A chance, such as "43 %". */
export const percent = (share: number): string => t("review.percent", { number: numeral(Math.round(100 * share)) });

/** A part of a chance without its sign, such as "9" or "0.4". */
export const pointsOf = (share: number): string => numeral(points(share));

/** What was gained or lost, such as "+9" or "−0.4". */
export function gainOf(share: number): string {
  const size = points(share);
  return size === 0 ? "0" : `${share > 0 ? "+" : "−"}${numeral(size)}`;
}
