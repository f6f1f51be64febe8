import type { View } from "../../generated/tulip-bubble";
import type { GamePage, GuideStep, Moment } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";
import you from "./you.json";

const mine = (view: View, table: Table, phase: View["phase"]) => view.phase === phase && view.acting.includes(table.shown?.viewer ?? -1);
const own = (view: View, table: Table) => view.seats[table.shown?.viewer ?? -1];

const guide: GuideStep[] = [
  {
    id: "aim",
    when: () => true,
    text: "Buy tulips cheap, sell them dear, and hold guilders instead of tulips when the bubble bursts. Or gather enough guilders to buy the Black Tulip.",
    at: "[data-part=slate]",
  },
  {
    id: "slate",
    when: () => true,
    text: "The slate shows each colour’s price level and what A, B and C cost there. The 1, 2 or 3 of a variety matters only to collectors.",
    at: "[data-part=slate]",
  },
  {
    id: "placing",
    when: (view: View, table) => mine(view, table, "placing"),
    text: "Touch a card to put a marker on it: up to two now, one more on your second turn. Alone on a card you must buy it at its price; with others you hold an auction.",
    at: "[data-part=arrivals]",
  },
  {
    id: "response",
    when: (view: View, table) => view.phase === "placing" && (table.chosenOffer !== null || own(view, table)?.markers !== 3),
    text: "At the end of the round the colour with most cards lying out falls, and the scarcest rises. The faint tulips show where the market goes as things stand.",
    at: "[data-part=slate]",
  },
  {
    id: "auction",
    when: (view: View, table) => mine(view, table, "auction"),
    text: "Raise or pass. Touch a coin or type any number, also more than you have. If you are outbid, you get a share of what is paid above the market price.",
    at: "[data-part=hammer]",
  },
  {
    id: "paying",
    when: (view: View, table) => mine(view, table, "purchase"),
    text: "Pay cash, or borrow the whole price. A loan bears no interest, but it ties up your marker, and no collector takes the tulip until you have paid it off.",
    at: "[data-part=hammer]",
  },
  {
    id: "credit",
    when: (view: View, table) => (own(view, table)?.financed.length ?? 0) > 0,
    text: "A tulip on credit lies before your screen. At any time, also when others decide, touch it to pay the loan; in the selling phase you may also sell it and keep the difference.",
    at: "[data-part=financed]",
  },
  {
    id: "selling",
    when: (view: View, table) => mine(view, table, "selling"),
    text: "A new round: touch a tulip to sell it to the market for the price on its coin. It then lies in Just sold, where others can bid on it, and weighs on its colour.",
    at: "[data-part=own]",
  },
  {
    id: "collectors",
    when: (view: View, table) => view.phase === "selling" && view.collectors.some((pile) => pile.held >= 2) && table.shown!.viewer >= 0,
    text: "A collector pays the market price of three fitting tulips and a bonus. The dots show how many you have. One collector a turn.",
    at: "[data-part=collectors]",
  },
  {
    id: "events",
    when: (view: View) => view.round >= 2,
    text: "Every round begins with an event. A rise lifts its colour, a surge the cheapest by two, a crash brings down the dearest by two. The bust is one of the last three, in red.",
    at: "[data-part=events]",
  },
  {
    id: "shipment",
    when: (view: View) => view.round >= 2 && view.phase === "placing",
    text: "The next shipment can be bid on next round. It already counts as lying out, so it tells you where prices may go.",
    at: "[data-part=next]",
  },
  {
    id: "bust",
    when: (view: View) => view.bust_in !== null,
    text: "From now on every event may be the bust: then tulips are worth nothing and loans must be paid. Think of selling out.",
    at: "[data-part=events]",
  },
  {
    id: "black tulip",
    when: (view: View, table) => mine(view, table, "declaring"),
    text: "You have enough for the Black Tulip. All who can buy it answer in secret; of those who say yes, the richest wins at once.",
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

const page: GamePage = {
  words: { fr, de, you },
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
  } satisfies Record<View["phase"], string>,
  guide,
  moment,
  prices: (view: View) =>
    view.colours.map(({ colour }) => ({ figure: `price:${colour}`, label: colour, colour: `var(--tulip-${colour})` })),
  unit: "guilders",
  bursts: (figures) => figures.flatMap((row, n) => (row.bust ? Object.keys(row).filter((name) => name.startsWith("price:")).map((figure) => ({ figure, row: n })) : [])),
};
export default page;
