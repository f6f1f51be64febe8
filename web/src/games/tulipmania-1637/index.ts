import type { View } from "../../generated/tulipmania-1637";
import type { GamePage } from "../../table/game-page";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";
import { guide } from "./guide";
import { bursts } from "./history";

const page: GamePage = {
  words: { fr, de },
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
  bursts,
};
export default page;
