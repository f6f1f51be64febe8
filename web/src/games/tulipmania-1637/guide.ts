// The guided first game: one short explanation at each first occurrence.
import type { View } from "../../generated/tulipmania-1637";
import type { GuideStep } from "../../table/game-page";
import type { Table } from "../../table/table.svelte";

const mine = (view: View, table: Table) => view.turn === table.shown?.viewer;
const bidding = (view: View, table: Table) => view.phase === "action cards" && table.myTurn;
const touched = (table: Table, ...numbers: number[]) => numbers.some((number) => table.touched.includes(`card:${number}`));
const left = (view: View) => view.market.filter(({ price }) => price !== null).length;

export const guide: GuideStep[] = [
  {
    id: "prices",
    when: () => true,
    text: "Each tulip on this board marks a colour’s price. A purchase moves it along the green arrow, a speculation two rows up. In the top row its bubble bursts, and everybody’s tulips of that colour are sold off. The most cash wins.",
    at: "prices",
    sight: ".prices g.tulip",
  },
  {
    id: "sell",
    when: (view: View, table) => view.phase === "sell" && mine(view, table),
    text: "Your turn begins with a sale: with two tulips or more you must sell one. Touch a tulip of yours to see what it may bring and where its price would go.",
    at: ".beds",
  },
  {
    id: "cards",
    when: bidding,
    text: "A tulip is up for sale. Lay one of your five cards face down; so do the others. The highest card that can be carried out wins the sale. If you don’t want the tulip or its rise, pass.",
    at: ".own .cards",
  },
  {
    id: "cash",
    when: (view: View, table) => bidding(view, table) && touched(table, 2, 4),
    text: "With a 2 you pay the price and get the tulip. With a 4 you pay the higher price above it, get the tulip, and its price leaps two rows.",
    at: "card:4",
  },
  {
    id: "proxy",
    when: (view: View, table) => bidding(view, table) && touched(table, 1, 3),
    text: "By proxy you pay with buyers of that colour, one for a 1, two for a 3. The bank pays the seller, the tulip goes to the stockpile, and the price rises all the same.",
    at: "card:1",
  },
  {
    id: "bluff",
    when: (view: View, table) =>
      bidding(view, table) && table.offers.some((offer) => offer.move > 0 && !offer.preview.changes?.length),
    text: "A card marked as a bluff is one that you can’t carry out. You may lay it, but when it is revealed it counts as a pass, and all see what you lack.",
    at: ".own .cards",
  },
  {
    id: "priority",
    when: (view: View) => view.winner !== null,
    text: "Ties go to whoever holds the rosette, or else to the next one to the holder’s right. A holder who wins a sale hands it on to the right.",
    at: ".priority",
  },
  {
    id: "own card",
    when: (view: View, table) => view.phase === "seller's card" && mine(view, table),
    text: "All others have passed. Sell to buyers of your own with a 1 or a 3, or pass as well: then the bank pays less, and the price falls.",
    at: ".own .cards",
  },
  {
    id: "draw",
    when: (view: View, table) => view.phase === "draw" && mine(view, table),
    text: "Now take a buyer: one that lies face up, which all will know of, or a secret one from the deck. In a burst, tulips with a buyer are sold first and dearest.",
    at: "deck",
  },
  {
    id: "buy",
    when: (view: View, table) => view.phase === "buy" && mine(view, table),
    text: "You may end your turn with a purchase from the stockpile, of any colour but the one you have sold. That lifts its price too.",
    at: ".slate",
  },
  {
    id: "danger",
    when: (view: View) => view.market.some(({ sales }) => sales?.speculated.burst),
    text: "A price is one speculation away from a burst. Count your pairs of tulip and buyer: they are sold at the top, tulips without a buyer only after the price has run down.",
    at: "prices",
  },
  {
    id: "burst",
    when: (view: View) => left(view) < view.market.length && view.phase !== "over",
    text: "A bubble has burst. All pairs were sold step by step down the board, then the tulips without a buyer, and the colour left the game. If a speculation did it, everyone else lost a buyer first.",
    at: "sale",
  },
  {
    id: "deck",
    when: (view: View) => view.phase !== "set-up" && view.deck > 0 && view.deck <= view.seats.length,
    text: "The buyer deck is nearly used up. After it, nobody gets new buyers.",
    at: "deck",
  },
  {
    id: "last",
    when: (view: View) => left(view) === 2,
    text: "Two colours are left. The next burst takes both of them and ends the game, so ask who has more to sell.",
    at: "prices",
  },
];
