// What each explanation is about, as a player would find it, and what comes up in the beginning of every first game.
import { type Guide, handles } from "../guide";

const FESTIVAL = handles("festival");
const DRAWN = ".board .card-in-hand";

export default {
  about: {
    goal: FESTIVAL,
    festival: FESTIVAL,
    opening: handles("hand:"),
    "first card": DRAWN,
    "second card": DRAWN,
    giving: ".board .rivals",
    showing: FESTIVAL,
    hiding: handles("secret"),
    majorities: ".board .rivals",
    ending: FESTIVAL,
  },
  early: ["goal", "festival", "opening", "first card", "second card"],
} satisfies Guide;
