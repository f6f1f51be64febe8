import type { Game, View } from "../../generated/gift-of-tulips";
import type { GamePage, GuideStep, Moment } from "../../table/game-page";
import Board from "./Board.svelte";

const mine = (view: View, viewer: number | undefined) => view.phase === "turn" && view.turn === viewer;

const guide: GuideStep<Game>[] = [
  {
    id: "goal",
    when: () => true,
    text: "guide.goal",
    at: "festival",
  },
  {
    id: "festival",
    when: () => true,
    text: "guide.festival",
    at: ".place .major:last-child",
  },
  {
    id: "opening",
    when: (view) => view.phase === "opening" && view.hand.length > 0,
    text: "guide.opening",
    at: "hand:0",
  },
  {
    id: "first card",
    when: (view, table) => mine(view, table.shown?.viewer) && view.action === null,
    text: "guide.card",
    at: ".drawn",
  },
  {
    id: "second card",
    when: (view, table) => mine(view, table.shown?.viewer) && view.action !== null,
    text: "guide.second-card",
    at: ".drawn",
  },
  {
    id: "giving",
    when: (view, table) => view.seats.some((_, seat) => seat !== table.shown?.viewer && table.touched.includes(`seat:${seat}`)),
    text: "guide.giving",
    at: ".rivals",
  },
  {
    id: "showing",
    when: (_, table) => table.touched.includes("festival"),
    text: "guide.showing",
    at: "festival",
  },
  {
    id: "hiding",
    when: (_, table) => table.touched.includes("secret"),
    text: "guide.secret",
    at: "secret",
  },
  {
    id: "majorities",
    when: (view) => view.phase === "turn" && view.seats.some((seat) => seat.bouquet.some((tulips) => tulips.cards > 2)),
    text: "guide.majority",
    at: ".rivals",
  },
  {
    id: "ending",
    when: (view) => view.phase === "turn" && view.deck > 0 && view.deck <= 12,
    text: "guide.last-cards",
    at: "festival",
  },
];

/** All show what they have kept, or the festival ranks the varieties anew. */
function moment(before: View, after: View): Moment {
  const ranks = ({ festival }: View) => festival.map(({ variety }) => variety).join();
  if (after.phase === "opening") return "passing";
  return before.phase === "opening" || after.phase === "over" || ranks(before) !== ranks(after) ? "decisive" : "usual";
}

const page: GamePage<Game> = {
  Board,
  chapters: { "set-up": "setting-up", opening: "setting-up", turn: "your-turn", reveal: "the-end", over: "the-end" },
  guide,
  moment,
  prices: (view) =>
    view.seats[0]!.bouquet.map(({ variety }) => ({
      figure: `price:${variety}`,
      label: variety,
      colour: `var(--tulip-${variety})`,
    })),
  pricesTitle: "board.totals",
  unit: "points",
};
export default page;
