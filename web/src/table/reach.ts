// On a phone a table is longer than the screen: what can be touched next is brought into sight.
import { still } from "../theme/motion";

const GAP = 4; // pixels between it and what lies over the table

/** Scroll so that all that is lit is in sight between the status line and the action bar; if that is too much, some of it.
 *
 * At something new to decide the table is seen from its top on, where a game puts what the decision is about; but first what an
 * explanation is about.
 */
export function bringIntoReach(anew: boolean): void {
  if (anew && document.querySelector(".bubble")) return;
  const before = scrollY;
  if (anew) scrollTo({ top: 0, behavior: "instant" });
  const top = scrollY + missing();
  scrollTo({ top: before, behavior: "instant" });
  if (top !== before) scrollTo({ top, behavior: still() ? "instant" : "smooth" });
}

/** How far to scroll down, or up. */
function missing(): number {
  const best = document.querySelectorAll<HTMLElement>(".board .handle.best:not(.touched)"); // what a hint names comes first
  const things = best.length > 0 ? best : document.querySelectorAll<HTMLElement>(".board .handle.lit:not(.touched)");
  const lit = [...things].map((thing) => thing.getBoundingClientRect());
  const top = (document.querySelector(".status")?.getBoundingClientRect().bottom ?? 0) + GAP;
  const bottom = (document.querySelector("main.board + .foot")?.getBoundingClientRect().top ?? innerHeight) - GAP;
  if (lit.length === 0) return 0;
  const [first, last] = [Math.min(...lit.map((box) => box.top)), Math.max(...lit.map((box) => box.bottom))];
  if (last - first > bottom - top && lit.some((box) => box.top >= top && box.bottom <= bottom)) return 0;
  return first < top ? first - top : Math.max(0, Math.min(last - bottom, first - top));
}
