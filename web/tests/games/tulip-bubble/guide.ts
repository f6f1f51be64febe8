// What each explanation is about, as a player would find it, and what comes up in the beginning of every first game.
import { type Guide, section } from "../guide";

const SLATE = section("Price slate");
const HAMMER = ".board section.hammer";
const EVENTS = section("Market events");

export default {
  about: {
    aim: SLATE,
    slate: SLATE,
    placing: section("New arrivals"),
    response: SLATE,
    auction: HAMMER,
    paying: HAMMER,
    credit: ".board .financed",
    selling: section("Your place"),
    collectors: section("Collectors"),
    events: EVENTS,
    shipment: section("Next shipment"),
    bust: EVENTS,
    "black tulip": HAMMER,
  },
  early: ["aim", "slate", "placing", "response"],
} satisfies Guide;
