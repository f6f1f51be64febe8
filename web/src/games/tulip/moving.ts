// How cards move: from a hand or a garden to the garden where the same card appears, else in from above or down and away.
import { cubicOut } from "svelte/easing";
import { crossfade, type TransitionConfig } from "svelte/transition";

/** A length of time of tokens.css, which is nothing where motion is unwanted. */
export function lasting(token: "--quick" | "--calm"): number {
  const duration = getComputedStyle(document.documentElement).getPropertyValue(token).trim();
  return duration.endsWith("ms") ? parseFloat(duration) : parseFloat(duration) * 1000 || 0;
}

function dropped(_node: Element, _params: unknown, intro: boolean): TransitionConfig {
  return {
    duration: lasting("--calm"),
    easing: cubicOut,
    css: (t, u) => `opacity: ${t}; transform: translateY(${intro ? -18 * u : 26 * u}px) rotate(${intro ? 0 : 14 * u}deg)`,
  };
}

export const [leave, arrive] = crossfade({ duration: () => lasting("--calm"), easing: cubicOut, fallback: dropped });

/** A card comes into the hand from the deck, as one that only its owner sees. */
export function drawn(_node: Element): TransitionConfig {
  return {
    duration: lasting("--calm"),
    easing: cubicOut,
    css: (t, u) => `opacity: ${t}; transform: translate(${60 * u}px, ${-50 * u}px) rotate(${8 * u}deg)`,
  };
}
