import type { View } from "../../generated/tulip";
import type { GamePage, GuideStep, Moment } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";
import you from "./you.json";
import { isAction } from "./cards";

const myTurn = (view: View, table: Table, phase: View["phase"]) => view.phase === phase && view.turn === table.shown?.viewer;
const holds = (view: View, test: (card: string) => boolean) => view.phase === "turn" && view.hand.some(test);
const isNear = (view: View, card: string) => view.market.some(({ colour, near }) => near && colour === card);

const guide: GuideStep[] = [
  {
    id: "aim",
    when: (view: View) => view.phase === "turn",
    text: "Have the most florins when the game stops. Every tulip, before you or in your hand, is worth its colour’s price at that moment.",
    at: ".ladders",
  },
  {
    id: "playing",
    when: (view: View, table) => myTurn(view, table, "turn"),
    text: "Play one card: touch it, look what would change, then confirm below. Afterwards your hand is filled up to four.",
    at: ".cards",
  },
  {
    id: "falling",
    when: (view: View, table) => myTurn(view, table, "turn") && table.touched.some((handle) => view.market.some(({ colour }) => handle === `hand:${colour}`)),
    text: "A tulip you play lowers its own price: 5, 3, 2, 1, 0. That hurts everybody who owns the colour, you included.",
    at: ".ladders",
  },
  {
    id: "krash",
    when: (view: View) => view.phase === "turn" && view.market.some(({ near }) => near),
    text: "A price stands at 1. The next tulip of that colour is a krash: all its tulips on the table are lost. Those in hands are safe.",
    at: ".ladders",
  },
  {
    id: "my krash",
    when: (view: View, table) => myTurn(view, table, "turn") && holds(view, (card) => isNear(view, card)),
    text: "You can make a krash. It is worth it when the others lose more than you.",
    at: ".cards",
  },
  {
    id: "from nothing",
    when: (view: View) => holds(view, (card) => view.market.some(({ colour, price }) => colour === card && price === 0)),
    text: "A colour at 0 has no tulip on the table. Whoever plays the next one brings its price straight back to 5.",
    at: ".ladders",
  },
  {
    id: "black",
    when: (view: View) => holds(view, (card) => card === "black"),
    text: "A black tulip is worth 3 and moves no price. The fourth one on the table ends the game at once.",
    at: "hand:black",
  },
  {
    id: "action",
    when: (view: View) => holds(view, isAction),
    text: "Action cards stay before you and are worth 1 florin. You choose what they do after you have played them.",
    at: ".cards",
  },
  {
    id: "exchange",
    when: (view: View, table) => myTurn(view, table, "exchange"),
    text: "Touch a coloured tulip of one player, then one of another: they change places. One of them may be yours.",
    at: ".rivals",
  },
  {
    id: "variation",
    when: (view: View, table) => myTurn(view, table, "variation"),
    text: "Touch a step above or below a price to move it there. From 1 down to 0 is a krash.",
    at: ".ladders",
  },
  {
    id: "take",
    when: (view: View, table) => myTurn(view, table, "take"),
    text: "Touch an opponent’s name: one of their cards, picked at random, is played at once as if it were yours.",
    at: ".rivals",
  },
  {
    id: "hand counts",
    when: (view: View, table) => myTurn(view, table, "turn") && table.shown!.moves > 8,
    text: "Cards in your hand count at the end like those before you, and no krash can touch them. Keep what is dear.",
    at: ".cards",
  },
  {
    id: "ending",
    when: (view: View) =>
      view.phase === "turn" && (view.krashes === view.last_krash - 1 || view.black_tulips === view.last_black - 1 || view.deck <= 12),
    text: "The end is near: the last krash, the last black tulip or the last card of the deck stops the game at once. Count who leads.",
    at: ".tracks",
  },
];

/** Where a price came down to nothing. */
function bursts(figures: Record<string, number>[]): { figure: string; row: number }[] {
  return figures.flatMap((now, row) =>
    row === 0 ? [] : Object.keys(now).filter((figure) => figure.startsWith("price:") && now[figure] === 0 && figures[row - 1]![figure]! > 0).map((figure) => ({ figure, row })),
  );
}

/** A krash decides; an action card only tells that something will be done. */
function moment(before: View, after: View): Moment {
  if (after.krashes > before.krashes || after.phase === "over") return "decisive";
  return after.phase === "turn" ? "usual" : "passing";
}

const page: GamePage = {
  words: { fr, de, you },
  Board,
  chapters: {
    "set-up": "setting-up", turn: "your-turn", exchange: "your-turn", variation: "your-turn", take: "your-turn", draw: "your-turn", over: "the-end",
  } satisfies Record<View["phase"], string>,
  guide,
  moment,
  prices: (view: View) => view.market.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "florins",
  bursts,
  burstsNote: "A flower marks a krash.",
};
export default page;
