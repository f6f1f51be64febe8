import type { Card, Game, View } from "../../generated/tulip";
import { pricesOf, type Burst, type Figures, type GamePage, type GuideStep, type Moment } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";
import Board from "./Board.svelte";
import { isAction } from "./cards";

const myTurn = (view: View, table: Table<Game>, phase: View["phase"]) => view.phase === phase && view.turn === table.shown?.viewer;
const holds = (view: View, test: (card: Card) => boolean) => view.phase === "turn" && view.hand.some(test);
const isNear = (view: View, card: Card) => view.market.some(({ colour, near }) => near && colour === card);

const guide: GuideStep<Game>[] = [
  {
    id: "aim",
    when: (view) => view.phase === "turn",
    text: "guide.aim",
    at: ".ladders",
  },
  {
    id: "playing",
    when: (view, table) => myTurn(view, table, "turn"),
    text: "guide.playing",
    at: ".cards",
  },
  {
    id: "falling",
    when: (view, table) => myTurn(view, table, "turn") && view.market.some(({ colour }) => table.touched.includes(`hand:${colour}`)),
    text: "guide.falling",
    at: ".ladders",
  },
  {
    id: "krash",
    when: (view) => view.phase === "turn" && view.market.some(({ near }) => near),
    text: "guide.krash",
    at: ".ladders",
  },
  {
    id: "my krash",
    when: (view, table) => myTurn(view, table, "turn") && holds(view, (card) => isNear(view, card)),
    text: "guide.my-krash",
    at: ".cards",
  },
  {
    id: "from nothing",
    when: (view) => holds(view, (card) => view.market.some(({ colour, price }) => colour === card && price === 0)),
    text: "guide.from-nothing",
    at: ".ladders",
  },
  {
    id: "black",
    when: (view) => holds(view, (card) => card === "black"),
    text: "guide.black",
    at: "hand:black",
  },
  {
    id: "action",
    when: (view) => holds(view, isAction),
    text: "guide.action",
    at: ".cards",
  },
  {
    id: "exchange",
    when: (view, table) => myTurn(view, table, "exchange"),
    text: "guide.exchange",
    at: ".rivals",
  },
  {
    id: "variation",
    when: (view, table) => myTurn(view, table, "variation"),
    text: "guide.variation",
    at: ".ladders",
  },
  {
    id: "take",
    when: (view, table) => myTurn(view, table, "take"),
    text: "guide.take",
    at: ".rivals",
  },
  {
    id: "hand counts",
    when: (view, table) => myTurn(view, table, "turn") && table.shown!.moves > 8,
    text: "guide.hand-counts",
    at: ".cards",
  },
  {
    id: "ending",
    when: (view) =>
      view.phase === "turn" && (view.krashes === view.last_krash - 1 || view.black_tulips === view.last_black - 1 || view.deck <= 12),
    text: "guide.ending",
    at: ".tracks",
  },
];

/** Where a price came down to nothing. */
function bursts(figures: Figures<Game>): Burst<Game>[] {
  return figures.flatMap((now, row) =>
    pricesOf(now)
      .filter((figure) => now[figure] === 0 && (figures[row - 1]?.[figure] ?? 0) > 0)
      .map((figure) => ({ figure, row })),
  );
}

/** A krash decides; an action card only tells that something will be done. */
function moment(before: View, after: View): Moment {
  if (after.krashes > before.krashes || after.phase === "over") return "decisive";
  return after.phase === "turn" ? "usual" : "passing";
}

const page: GamePage<Game> = {
  Board,
  chapters: {
    "set-up": "setting-up",
    turn: "your-turn",
    exchange: "your-turn",
    variation: "your-turn",
    take: "your-turn",
    draw: "your-turn",
    over: "the-end",
  },
  guide,
  moment,
  prices: (view) => view.market.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "florins",
  bursts,
  burstsNote: "board.bursts",
};
export default page;
