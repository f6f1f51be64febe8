// Whether things move, and how to have done with it.

/** Whether motion is unwanted, by the settings of this page or of the device. */
export function still(): boolean {
  return document.documentElement.dataset.motion === "still" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let whatever moves on the board come to its end at once. */
export function finishMotion(): void {
  for (const motion of document.querySelector("main.board")?.getAnimations({ subtree: true }) ?? []) motion.finish();
}
