// What each explanation is about, as a player would find it, and what comes up in the beginning of every first game.
import { type Guide, handles } from "../guide";

const LADDERS = ".board .ladders";

export default {
  about: {
    aim: LADDERS,
    playing: handles("hand:"),
    falling: LADDERS,
    krash: LADDERS,
    "my krash": handles("hand:"),
    "from nothing": LADDERS,
    black: handles("hand:black"),
    action: handles("hand:"),
    exchange: ".board .rivals",
    variation: LADDERS,
    take: ".board .rivals",
    "hand counts": handles("hand:"),
    ending: ".board .tracks",
  },
  early: ["aim", "playing", "falling"],
} satisfies Guide;
