// Moves that are legal and not offered, such as any raise: they are of the kind of one that is offered, with another number.
import type { AnyKind, Offer } from "../generated/messages";

/** The only field of a move, if it holds a number: the pattern of those that are not offered. */
export function numberField(what: AnyKind): { field: string; number: number } | null {
  const [first, ...more] = Object.entries(what).filter(([field]) => field !== "kind");
  return first && more.length === 0 && typeof first[1] === "number" ? { field: first[0], number: first[1] } : null;
}

/** The offers that have such a field. */
export const patternsOf = <O extends Offer>(offers: O[]): O[] => offers.filter(({ what }) => numberField(what) !== null);
