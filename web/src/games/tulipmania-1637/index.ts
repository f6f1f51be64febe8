import type { Game, View } from "../../generated/tulipmania-1637";
import type { GamePage, Moment } from "../../table/game-page";
import Board from "./Board.svelte";
import { guide } from "./guide";
import { bursts, revealed } from "./history";

/** The cards of a sale are revealed, or a bubble bursts; a card that is laid face down shows little. */
function moment(before: View, after: View): Moment {
  const burst = after.market.some(({ price }, n) => price === null && before.market[n]?.price !== null);
  if (revealed(before, after) || burst || after.phase === "over") return "decisive";
  return before.phase === "action cards" ? "passing" : "usual";
}

const page: GamePage<Game> = {
  Board,
  chapters: {
    "set-up": "setting-up",
    sell: "your-turn",
    "action cards": "your-turn",
    "seller's card": "your-turn",
    draw: "your-turn",
    buy: "your-turn",
    over: "the-end",
  },
  guide,
  moment,
  prices: (view) => view.market.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "board.florins",
  bursts,
};
export default page;
