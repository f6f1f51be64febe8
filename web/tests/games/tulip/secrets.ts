// What of tulip is for one seat alone.
import { type Secrets, without } from "../secrets";

export default {
  own: (view) => [view.hand],
  open: (view) => without(view, "hand", "hand_value"),
  closed: ({ view }, seat) => view.seats[seat].revealed,
  kinds: ["dealt", "drawn"],
} satisfies Secrets;
