import type { Game, View } from "../../generated/tulip-bubble";
import { pricesOf, type GamePage, type GuideStep, type Moment } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";
import Board from "./Board.svelte";

const mine = (view: View, table: Table<Game>, phase: View["phase"]) =>
  view.phase === phase && view.acting.includes(table.shown?.viewer ?? -1);
const own = (view: View, table: Table<Game>) => view.seats[table.shown?.viewer ?? -1];

const guide: GuideStep<Game>[] = [
  {
    id: "aim",
    when: () => true,
    text: "guide.aim",
    at: "[data-part=slate]",
  },
  {
    id: "slate",
    when: () => true,
    text: "guide.slate",
    at: "[data-part=slate]",
  },
  {
    id: "placing",
    when: (view, table) => mine(view, table, "placing"),
    text: "guide.placing",
    at: "[data-part=arrivals]",
  },
  {
    id: "response",
    when: (view, table) => view.phase === "placing" && (table.chosenOffer !== null || own(view, table)?.markers !== 3),
    text: "guide.response",
    at: "[data-part=slate]",
  },
  {
    id: "auction",
    when: (view, table) => mine(view, table, "auction"),
    text: "guide.auction",
    at: "[data-part=hammer]",
  },
  {
    id: "paying",
    when: (view, table) => mine(view, table, "purchase"),
    text: "guide.paying",
    at: "[data-part=hammer]",
  },
  {
    id: "credit",
    when: (view, table) => (own(view, table)?.financed.length ?? 0) > 0,
    text: "guide.credit",
    at: "[data-part=financed]",
  },
  {
    id: "selling",
    when: (view, table) => mine(view, table, "selling"),
    text: "guide.selling",
    at: "[data-part=own]",
  },
  {
    id: "collectors",
    when: (view, table) => view.phase === "selling" && view.collectors.some((pile) => pile.held >= 2) && table.shown!.viewer >= 0,
    text: "guide.collectors",
    at: "[data-part=collectors]",
  },
  {
    id: "events",
    when: (view) => view.round >= 2,
    text: "guide.events",
    at: "[data-part=events]",
  },
  {
    id: "shipment",
    when: (view) => view.round >= 2 && view.phase === "placing",
    text: "guide.shipment",
    at: "[data-part=next]",
  },
  {
    id: "bust",
    when: (view) => view.bust_in !== null,
    text: "guide.bust",
    at: "[data-part=events]",
  },
  {
    id: "black tulip",
    when: (view, table) => mine(view, table, "declaring"),
    text: "guide.black-tulip",
    at: "[data-part=hammer]",
  },
];

/** An auction is won, or the market answers with its event; a pass changes little. */
function moment(before: View, after: View): Moment {
  const won = before.phase === "auction" && (after.phase !== "auction" || after.auction?.place !== before.auction?.place);
  if (won || after.events_seen.length > before.events_seen.length || after.phase === "over") return "decisive";
  if (before.phase === "auction") return after.auction?.bid === before.auction?.bid ? "passing" : "usual";
  const still = (view: View) => JSON.stringify({ ...view, acting: [], seats: view.seats.map((seat) => ({ ...seat, answered: false })) });
  return still(before) === still(after) ? "passing" : "usual";
}

const page: GamePage<Game> = {
  Board,
  chapters: {
    "set-up": "setting-up",
    event: "event",
    selling: "selling",
    declaring: "buying",
    placing: "buying",
    auction: "buying",
    purchase: "buying",
    over: "the-end",
  },
  guide,
  moment,
  prices: (view) => view.colours.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "guilders",
  bursts: (figures) => figures.flatMap((now, row) => (now.bust ? pricesOf(now).map((figure) => ({ figure, row })) : [])),
};
export default page;
