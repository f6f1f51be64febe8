// What of tulipmania-1637 is for one seat alone.
import { type Secrets, without } from "../secrets";

export default {
  own: (view) => [view.hand],
  open: (view) => without(view, "hand", "card"),
  closed: ({ view }, seat) => view.seats[seat].hand,
  kinds: ["dealt", "drawn"],
  later: ["lay"],
  sealed: "lay",
  laid: (view, seat) => view.card !== null && view.seats[seat].card === null,
  alike: /"indicators":\[[^\]]*\]/g,
} satisfies Secrets;
