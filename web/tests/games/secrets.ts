// What of a game is for one seat alone, and how its frames tell.
import type { Frame } from "../browser/visitor";

export type View = Record<string, any>;
export type Position = NonNullable<Frame["position"]>;

export interface Secrets {
  /** What of a view is for its viewer alone. */
  own: (view: View, seat: number) => unknown[];
  /** A view without that. */
  open: (view: View) => View;
  /** What another might find about a seat in a position, where nothing may be. */
  closed: (position: Position, seat: number) => unknown[];
  /** The kinds in the log that tell something to one seat alone, or only that something was hidden. */
  kinds: string[];
  /** The kinds that all get to know some time after the seat. */
  later?: string[];
  /** The name of the sentence that tells only that a card was laid. */
  sealed?: string;
  /** Whether the viewer has laid a card that is not revealed yet. */
  laid?: (view: View, seat: number) => boolean;
  /** What of a frame is open to all and may be spelt like a hand: who is told several events at once may not have seen it so. */
  alike?: RegExp;
}

export const without = (view: View, ...fields: string[]): View =>
  Object.fromEntries(Object.entries(view).filter(([field]) => !fields.includes(field)));
