// What seats are called: by their names or, where nobody has given one, by their number in the reader's language.
import type { SeatInfo } from "../generated/messages";
import { t } from "../words/words.svelte";

export function seatName(seat: Pick<SeatInfo, "name" | "kind">, n: number): string {
  return seat.name || (seat.kind === "bot" ? t("Bot {number}", { number: n + 1 }) : t("Seat {number}", { number: n + 1 }));
}
