// What each explanation is about, as a player would find it, and what comes up in the beginning of every first game.
import { type Guide, handles, section } from "../guide";

const FIELD = ".board .grid";
const TRAY = section("Dice tray");

export default {
  about: {
    aim: FIELD,
    spaces: FIELD,
    keeping: TRAY,
    odds: FIELD,
    third: TRAY,
    paying: FIELD,
    planting: FIELD,
    above: handles("above"),
    lines: FIELD,
    "more dice": FIELD,
    tile: FIELD,
    setting: TRAY,
    "six alike": FIELD,
    danger: ".board .others",
    carry: FIELD,
  },
  early: ["aim", "spaces", "keeping", "planting"],
} satisfies Guide;
