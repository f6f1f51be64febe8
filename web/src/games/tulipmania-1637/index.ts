import type { View } from "../../generated/tulipmania-1637";
import type { GamePage } from "../../table/game-page";
import { learn } from "../../words/words.svelte";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";
import { guide } from "./guide";

learn({ fr, de });

const page: GamePage = {
  Board,
  chapters: {
    "set-up": "chapter-3",
    sell: "chapter-4",
    "action cards": "chapter-4",
    "seller's card": "chapter-4",
    draw: "chapter-4",
    buy: "chapter-4",
    over: "chapter-6",
  },
  guide,
  prices: (view: View) =>
    view.market.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "florins",
  // A colour that has burst has no price any more.
  bursts: (figures) =>
    figures.flatMap((row, n) =>
      Object.keys(figures[n - 1] ?? {})
        .filter((figure) => figure.startsWith("price:") && !(figure in row))
        .map((figure) => ({ figure, row: n })),
    ),
};
export default page;
