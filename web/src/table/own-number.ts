// Moves that are legal and not offered, such as any raise: they are of the kind of one that is offered, with another number.
import type { AnyKind, Offer } from "../generated/messages";

/** The only field of a move, if it holds a number: the pattern of those that are not offered. */
export function numberField(what: AnyKind): string | null {
  const fields = Object.entries(what).filter(([field]) => field !== "kind");
  return fields.length === 1 && typeof fields[0]![1] === "number" ? fields[0]![0] : null;
}

/** The offers that have such a field. */
export const patternsOf = (offers: Offer[]): Offer[] => offers.filter(({ what }) => numberField(what) !== null);
