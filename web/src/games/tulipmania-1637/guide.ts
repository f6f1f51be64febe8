// The guided first game: one short explanation at each first occurrence.
import type { Game, GameMove, View } from "../../generated/tulipmania-1637";
import type { GuideStep } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";

const mine = (view: View, table: Table<Game>) => view.turn === table.shown?.viewer;
const bidding = (view: View, table: Table<Game>) => view.phase === "action cards" && table.myTurn;
const touched = (table: Table<Game>, ...numbers: number[]) => numbers.some((number) => table.touched.includes(`card:${number}`));
const laid = (move: GameMove) => (move.kind === "lay" ? move.card : "pass");
const left = (view: View) => view.market.filter(({ price }) => price !== null).length;

export const guide: GuideStep<Game>[] = [
  {
    id: "prices",
    when: () => true,
    text: "guide.prices",
    at: "[data-part=prices]",
    sight: ".prices g.tulip",
  },
  {
    id: "sell",
    when: (view, table) => view.phase === "sell" && mine(view, table),
    text: "guide.sell",
    at: ".beds",
  },
  {
    id: "cards",
    when: bidding,
    text: "guide.cards",
    at: ".own .cards",
  },
  {
    id: "cash",
    when: (view, table) => bidding(view, table) && touched(table, 2, 4),
    text: "guide.cash",
    at: "card:4",
  },
  {
    id: "proxy",
    when: (view, table) => bidding(view, table) && touched(table, 1, 3),
    text: "guide.proxy",
    at: "card:1",
  },
  {
    id: "bluff",
    when: (view, table) =>
      bidding(view, table) && table.offers.some(({ what, preview }) => laid(what) !== "pass" && !preview.changes?.length),
    text: "guide.bluff",
    at: ".own .cards",
  },
  {
    id: "priority",
    when: (view) => view.winner !== null,
    text: "guide.priority",
    at: ".priority",
  },
  {
    id: "own card",
    when: (view, table) => view.phase === "seller's card" && mine(view, table),
    text: "guide.own-card",
    at: ".own .cards",
  },
  {
    id: "draw",
    when: (view, table) => view.phase === "draw" && mine(view, table),
    text: "guide.draw",
    at: "deck",
  },
  {
    id: "buy",
    when: (view, table) => view.phase === "buy" && mine(view, table),
    text: "guide.buy",
    at: ".slate",
  },
  {
    id: "danger",
    when: (view) => view.market.some(({ sales }) => sales?.speculated.burst),
    text: "guide.danger",
    at: "[data-part=prices]",
  },
  {
    id: "burst",
    when: (view) => left(view) < view.market.length && view.phase !== "over",
    text: "guide.burst",
    at: "[data-part=sale]",
  },
  {
    id: "deck",
    when: (view) => view.phase !== "set-up" && view.deck > 0 && view.deck <= view.seats.length,
    text: "guide.deck",
    at: "deck",
  },
  {
    id: "last",
    when: (view) => left(view) === 2,
    text: "guide.last",
    at: "[data-part=prices]",
  },
];
