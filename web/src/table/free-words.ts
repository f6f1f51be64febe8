// Moves that are legal and not offered, such as any raise: they are said like one that is offered, with another number.
import type { Offer, Phrase } from "../generated/messages";

/** The gap with a number in an offer's words: the pattern of the others. */
export function gapOf(phrase: Phrase): string | null {
  const gaps = Object.entries(phrase.values ?? {});
  return gaps.length === 1 && typeof gaps[0]![1] === "number" && !gaps[0]![0].startsWith("seat") ? gaps[0]![0] : null;
}

/** The offers that have such a number. */
export const patternsOf = (offers: Offer[]): Offer[] => offers.filter((offer) => gapOf(offer.phrase) !== null);
