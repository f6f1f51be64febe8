// How a field is drawn: its stripes of colour, and the words for what lies on a space.
import type { View } from "../../generated/tulpenfieber";
import { t } from "../../words/words.svelte";

/** Tulips are planted in stripes, as growers do; their colours mean nothing. */
const STRIPES = ["red", "yellow", "pink", "white", "purple", "orange", "blue"];

export const colourOf = (column: number): string => STRIPES[column % STRIPES.length]!;
export const isTurned = (sign: string): boolean => sign === "$" || sign === "m";
export const isMulticoloured = (sign: string): boolean => sign === "M" || sign === "m";

/** The space of a row and a column, counted from 0, as the engine names it: "3/2". */
export const spaceAt = (row: number, column: number) => `${row + 1}/${column + 1}` as const;

/** A chance in thousandths, short. */
export function percent(thousandths: number): string {
  if (thousandths >= 1000) return "100%";
  if (thousandths >= 995) return ">99%";
  return thousandths < 5 ? "<1%" : `${Math.round(thousandths / 10)}%`;
}

export function asks(view: View, row: number, column: number): string {
  const face = view.columns[column]!;
  if (face) return t("asks.alike", { number: view.alike[row]!, face });
  const runs = view.runs[row]!;
  return runs.length === 1 ? t("asks.run", { run: runs[0]! }) : t("asks.runs", { runs: runs.join(" / ") });
}

export function lying(sign: string): string {
  if (sign === "T") return t("board.tulip");
  if (sign === "$") return t("board.turned-tulip");
  return sign === "M" ? t("board.multicoloured-tulip") : t("board.turned-multicoloured-tulip");
}
