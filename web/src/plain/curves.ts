// The curves of a game that nobody has drawn: whatever its figures tell beside the scores.
import { isColour } from "../art/letters";
import type { Curve, Figures } from "../table/game-page";
import type { PlainGame } from "./shape";

export function curves(rows: Figures<PlainGame>): Curve<PlainGame>[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((figure) => !figure.startsWith("score:"));
  return names.map((figure, n) => {
    const label = figure.slice(figure.indexOf(":") + 1);
    return { figure, label, colour: isColour(label) ? `var(--tulip-${label})` : `var(--seat-${n % 6})` };
  });
}
