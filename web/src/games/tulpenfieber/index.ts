import type { Game, View } from "../../generated/tulpenfieber";
import type { GamePage, GuideStep, Moment } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";
import Board from "./Board.svelte";

const mine = (view: View, table: Table<Game>, ...phases: View["phase"][]) =>
  view.turn === table.shown?.viewer && phases.includes(view.phase);
const me = (view: View, table: Table<Game>) => view.seats[table.shown?.viewer ?? -1];

const guide: GuideStep<Game>[] = [
  {
    id: "aim",
    when: (view) => view.round === 0,
    text: "guide.aim",
    at: ".bed",
  },
  {
    id: "solo",
    when: (view) => view.round === 1,
    text: "guide.solo",
    at: ".slate",
  },
  {
    id: "spaces",
    when: (view, table) => mine(view, table, "rolled"),
    text: "guide.spaces",
    at: ".grid",
  },
  {
    id: "keeping",
    when: (view, table) => mine(view, table, "rolled") && view.rolls === 1,
    text: "guide.keeping",
    at: ".tray",
  },
  {
    id: "odds",
    when: (view, table) => mine(view, table, "rolled") && table.chosenOffer !== null && view.odds[table.chosenOffer.move] !== undefined,
    text: "guide.odds",
    at: ".grid",
  },
  {
    id: "third",
    when: (view, table) => mine(view, table, "rolled") && view.rolls === 2,
    text: "guide.third",
    at: ".tray",
  },
  {
    id: "paying",
    when: (view, table) => mine(view, table, "pay"),
    text: "guide.paying",
    at: ".grid",
  },
  {
    id: "planting",
    when: (view, table) => mine(view, table, "place") && view.reach.length > 0,
    text: "guide.planting",
    at: ".grid",
  },
  {
    id: "above",
    when: (view, table) => mine(view, table, "place") && view.reach.length === 0,
    text: "guide.above",
    at: "above",
  },
  {
    id: "lines",
    when: (view, table) => mine(view, table, "rolled", "place") && (me(view, table)?.gains.some((gain) => gain.dice) ?? false),
    text: "guide.lines",
    at: ".grid",
  },
  {
    id: "more dice",
    when: (view, table) => (me(view, table)?.dice ?? 0) > 4,
    text: "guide.more-dice",
    at: ".grid",
  },
  {
    id: "tile",
    when: (view, table) => mine(view, table, "tile"),
    text: "guide.tile",
    at: ".grid",
  },
  {
    id: "setting",
    when: (view, table) => mine(view, table, "set"),
    text: "guide.setting",
    at: ".tray",
  },
  {
    id: "six alike",
    when: (view, table) => (me(view, table)?.dice ?? 0) >= 6,
    text: "guide.six-alike",
    at: ".grid",
  },
  {
    id: "danger",
    when: (view, table) =>
      view.round === 0 && view.seats.some((seat, p) => p !== table.shown?.viewer && seat.gains.some((gain) => gain.wins)),
    text: "guide.danger",
    at: ".others",
  },
  {
    id: "carry",
    when: (view, table) => mine(view, table, "carry"),
    text: "guide.carry",
    at: ".grid",
  },
];

/** More dice, a bonus tile or the end of a round decide; what is rolled on the way to a tulip passes. */
function moment(before: View, after: View): Moment {
  const sum = (view: View, of: (seat: View["seats"][number]) => number) => view.seats.reduce((all, seat) => all + of(seat), 0);
  const earned = (view: View) => sum(view, ({ dice, tiles }) => dice + tiles.length);
  if (earned(after) > earned(before) || after.round !== before.round || after.phase === "over") return "decisive";
  return sum(after, ({ tulips }) => tulips) > sum(before, ({ tulips }) => tulips) ? "usual" : "passing";
}

const page: GamePage<Game> = {
  Board,
  chapters: {
    start: "the-field",
    set: "your-turn",
    rolling: "your-turn",
    rolled: "your-turn",
    pay: "your-turn",
    "pay second": "your-turn",
    paid: "your-turn",
    place: "the-field",
    tile: "your-turn",
    carry: "the-solo-game",
    over: "winning",
  },
  guide,
  moment,
  prices: () => [],
  unit: "tulips",
  scoresTitle: (view) => (view.round ? undefined : "board.course"),
};
export default page;
