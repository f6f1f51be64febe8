// What of gift-of-tulips is for one seat alone.
import { type Secrets, without } from "../secrets";

export default {
  own: (view) => [view.hand, view.hidden, view.card],
  open: (view) => without(view, "hand", "hidden", "card"),
  closed: ({ view }) => view.hands.flat(),
  kinds: ["dealt", "drawn", "hide", "choose"],
} satisfies Secrets;
