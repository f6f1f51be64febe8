import type { View } from "../../generated/gift-of-tulips";
import type { GamePage, GuideStep, Moment } from "../../table/game-page";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";
import you from "./you.json";

const mine = (view: View, viewer: number | undefined) => view.phase === "turn" && view.turn === viewer;

const guide: GuideStep[] = [
  {
    id: "goal",
    when: () => true,
    text: "The most points win. You score at once by keeping tulips and by giving them away, and at the end for having the most tulips of a variety.",
    at: "festival",
  },
  {
    id: "festival",
    when: () => true,
    text: "All varieties compete at the festival. The higher a variety ranks when the deck is empty, the more its majority pays: look at the numbers under each place.",
    at: ".place .major:last-child",
  },
  {
    id: "opening",
    when: (view: View) => view.phase === "opening" && view.hand.length > 0,
    text: "You hold two tulips. Touch the one for your bouquet; the other is hidden in the secret festival, where it is a vote for its variety.",
    at: "hand:0",
  },
  {
    id: "first card",
    when: (view: View, table) => mine(view, table.shown?.viewer) && view.action === null,
    text: "This is the card you drew. Touch a place for it: a bouquet, the festival, or the secret festival. The number beside each place is what you score.",
    at: ".drawn",
  },
  {
    id: "second card",
    when: (view: View, table) => mine(view, table.shown?.viewer) && view.action !== null,
    text: "The second card of a turn must be used in another way than the first: keep, give or festival.",
    at: ".drawn",
  },
  {
    id: "giving",
    when: (view: View, table) => table.touched.some((handle) => handle.startsWith("seat:") && handle !== `seat:${table.shown?.viewer}`),
    text: "Giving pays the card’s value and more for a variety that ranks high. But the tulip may win your rival the majority.",
    at: ".rivals",
  },
  {
    id: "showing",
    when: (_: View, table) => table.touched.includes("festival"),
    text: "Showing a tulip raises its variety. A variety that reaches another’s total moves ahead of it.",
    at: "festival",
  },
  {
    id: "hiding",
    when: (_: View, table) => table.touched.includes("secret"),
    text: "Five cards of the secret festival are turned up at the end and may turn the ranking over.",
    at: "secret",
  },
  {
    id: "majorities",
    when: (view: View) => view.phase === "turn" && view.seats.some((seat) => seat.bouquet.some((tulips) => tulips.cards > 2)),
    text: "The most cards of a variety take its majority; on a tie, the higher sum of values.",
    at: ".rivals",
  },
  {
    id: "ending",
    when: (view: View) => view.phase === "turn" && view.deck > 0 && view.deck <= 12,
    text: "The deck is nearly empty. Count who leads in each variety: the first three places pay their majorities.",
    at: "festival",
  },
];

/** All show what they have kept, or the festival ranks the varieties anew. */
function moment(before: View, after: View): Moment {
  const ranks = ({ festival }: View) => festival.map(({ variety }) => variety).join();
  if (after.phase === "opening") return "passing";
  return before.phase === "opening" || after.phase === "over" || ranks(before) !== ranks(after) ? "decisive" : "usual";
}

const page: GamePage = {
  words: { fr, de, you },
  Board,
  chapters: { "set-up": "setting-up", opening: "setting-up", turn: "your-turn", reveal: "the-end", over: "the-end" } satisfies Record<View["phase"], string>,
  guide,
  moment,
  prices: (view: View) =>
    view.seats[0]!.bouquet.map(({ variety }) => ({ figure: `price:${variety}`, label: variety, colour: `var(--tulip-${variety})` })),
  pricesTitle: "Totals at the festival",
  unit: "points",
};
export default page;
