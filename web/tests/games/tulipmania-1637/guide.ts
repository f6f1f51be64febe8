// What each explanation is about, as a player would find it, and what comes up in the beginning of every first game.
import { type Guide, handles, section } from "../guide";

const PRICES = ".board [data-part=prices]";

export default {
  about: {
    prices: PRICES,
    sell: handles("tulip:"),
    cards: handles("card:"),
    cash: handles("card:4"),
    proxy: handles("card:1"),
    bluff: handles("card:"),
    priority: ".board .priority",
    "own card": handles("card:"),
    draw: handles("deck"),
    buy: section("Prices and stockpile"),
    danger: PRICES,
    burst: ".board [data-part=sale]",
    deck: handles("deck"),
    last: PRICES,
  },
  early: ["prices", "sell", "cards", "priority", "draw"],
} satisfies Guide;
