// What of tulip-bubble is for one seat alone.
import { type Secrets, type View, without } from "../secrets";

export default {
  own: (view, seat) => [{ guilders: view.seats[seat].guilders, tulips: view.seats[seat].tulips }],
  open: (view) => ({
    ...view,
    collectors: view.collectors.map((pile: View) => without(pile, "held")),
    seats: view.seats.map((seat: View) => without(seat, "guilders", "tulips", "declares")),
  }),
  closed: ({ view, figures }, seat) =>
    [view.seats[seat].guilders, view.seats[seat].tulips, ...figures.rows.map((row: View) => row[`score:${seat}`])].filter(
      (thing) => thing !== null && thing !== undefined,
    ),
  kinds: [],
} satisfies Secrets;
