import type { View } from "../../generated/tulpenfieber";
import type { GamePage, GuideStep, Moment } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";
import you from "./you.json";

const mine = (view: View, table: Table, ...phases: View["phase"][]) => view.turn === table.shown?.viewer && phases.includes(view.phase);
const me = (view: View, table: Table) => view.seats[table.shown?.viewer ?? -1];

const guide: GuideStep[] = [
  {
    id: "aim",
    when: (view: View) => view.round === 0,
    text: "Be the first to fill row 4, or to have three tulips side by side, or any four, in row 5. You plant one tulip each turn.",
    at: ".bed",
  },
  {
    id: "solo",
    when: (view: View) => view.round === 1,
    text: "You play three rounds. Each ends when row 4 is full, or with three tulips side by side or any four in row 5. Need as few tulips as you can: 60 in all win.",
    at: ".slate",
  },
  {
    id: "spaces",
    when: (view: View, table) => mine(view, table, "rolled"),
    text: "Each space shows the dice it asks for: so many alike, or in the middle column one of its runs. Dashed spaces fit what you have rolled.",
    at: ".grid",
  },
  {
    id: "keeping",
    when: (view: View, table) => mine(view, table, "rolled") && view.rolls === 1,
    text: "Tap the dice you want to keep and roll the others.",
    at: ".tray",
  },
  {
    id: "odds",
    when: (view: View, table) => mine(view, table, "rolled") && table.chosenOffer !== null && view.odds[table.chosenOffer.move] !== undefined,
    text: "The numbers on the spaces are your odds if you keep these dice, with all free rolls to come.",
    at: ".grid",
  },
  {
    id: "third",
    when: (view: View, table) => mine(view, table, "rolled") && view.rolls === 2,
    text: "Three rolls are free. Dice that you kept may be rolled after all, and you may stop whenever you like.",
    at: ".tray",
  },
  {
    id: "paying",
    when: (view: View, table) => mine(view, table, "pay"),
    text: "Not happy? Touch two of your tulips to turn them over: they buy a fourth roll, two more a fifth. Turned tulips stay and still count, but can’t pay again.",
    at: ".grid",
  },
  {
    id: "planting",
    when: (view: View, table) => mine(view, table, "place") && view.reach.length > 0,
    text: "Plant one tulip on a space that is lit. The small signs tell what it would earn: more dice, room for a bonus tile, or the victory.",
    at: ".grid",
  },
  {
    id: "above",
    when: (view: View, table) => mine(view, table, "place") && view.reach.length === 0,
    text: "No open space fits your dice, so the tulip goes above the field. There it can still be turned to pay for a roll.",
    at: "above",
  },
  {
    id: "lines",
    when: (view: View, table) => mine(view, table, "rolled", "place") && (me(view, table)?.gains.some((gain) => gain.dice) ?? false),
    text: "A straight line down from row 1, along a column or a diagonal, gives dice: five down to row 3, six to row 4, seven to row 5. Nothing helps you more early on.",
    at: ".grid",
  },
  {
    id: "more dice",
    when: (view: View, table) => (me(view, table)?.dice ?? 0) > 4,
    text: "Your line has earned you a die, from your next turn on and for the rest of the game.",
    at: ".grid",
  },
  {
    id: "tile",
    when: (view: View, table) => mine(view, table, "tile"),
    text: "Six tulips in a rectangle may take a bonus tile: touch a wheelbarrow. Each turn it lets you set one of your dice. The six can’t be turned any more.",
    at: ".grid",
  },
  {
    id: "setting",
    when: (view: View, table) => mine(view, table, "set"),
    text: "For each bonus tile, set one of your dice to a face you like. After the first roll it may be rolled like any other.",
    at: ".tray",
  },
  {
    id: "six alike",
    when: (view: View, table) => (me(view, table)?.dice ?? 0) >= 6,
    text: "With six dice or more: six alike fit any open space, whatever it asks for.",
    at: ".grid",
  },
  {
    id: "danger",
    when: (view: View, table) => view.round === 0 && view.seats.some((seat, p) => p !== table.shown?.viewer && seat.gains.some((gain) => gain.wins)),
    text: "Somebody needs only one more tulip to win. Now is the time for your dearest rolls.",
    at: ".others",
  },
  {
    id: "carry",
    when: (view: View, table) => mine(view, table, "carry"),
    text: "The round is over. Pick a tulip that is lit: it becomes multicoloured and stays for what is still to come.",
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

const page: GamePage = {
  words: { fr, de, you },
  Board,
  chapters: {
    start: "the-field", set: "your-turn", rolling: "your-turn", rolled: "your-turn", pay: "your-turn", "pay second": "your-turn",
    paid: "your-turn", place: "the-field", tile: "your-turn", carry: "the-solo-game", over: "winning",
  } satisfies Record<View["phase"], string>,
  guide,
  moment,
  prices: () => [],
  unit: "tulips",
  course: (view: View) => (view.round ? undefined : "Everyone’s dice: the race is won with them"),
};
export default page;
