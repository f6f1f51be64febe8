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
    "set-up": "setting-up",
    sell: "your-turn",
    "action cards": "your-turn",
    "seller's card": "your-turn",
    draw: "your-turn",
    buy: "your-turn",
    over: "the-end",
  } satisfies Record<View["phase"], string>,
  guide,
  prices: (view: View) =>
    view.market.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "florins",
  bursts,
};
export default page;
