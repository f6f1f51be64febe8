// Cards go from row to row along their way; nothing moves for those who want it still.
import { cubicOut } from "svelte/easing";
import { crossfade, fade } from "svelte/transition";
import { still } from "../../theme/motion";

export const [leave, arrive] = crossfade({
  duration: () => (still() ? 0 : 220),
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: still() ? 0 : 140 }),
});

/** A marker comes from its owner's side of the table. */
export function fromOwner(
  node: Element,
  { below }: { below: boolean },
): { duration: number; easing: typeof cubicOut; css: (t: number) => string } {
  return {
    duration: still() ? 0 : 220,
    easing: cubicOut,
    css: (t) => `transform: translateY(${(below ? 1 : -1) * (1 - t) * 90}px); opacity: ${t}`,
  };
}
