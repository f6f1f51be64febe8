// Very large letters: on every screen each number of the table stays whole and apart from the others.
import { describe, expect, test } from "vitest";
import { position, showPosition, SIZES } from "./positions";
import { GAMES } from "./visitor";

/** What is wrong with the numbers of the board: beyond the screen, cut off, or over each other. */
function misfits(): string[] {
  const wrong: string[] = [];
  const board = document.querySelector("main.board")!;
  const found: { text: string; box: DOMRect; from: Element }[] = [];
  const walk = document.createTreeWalker(board, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const from = walk.currentNode.parentElement!;
    const text = walk.currentNode.textContent!.trim();
    if (
      !/\d/.test(text) ||
      from.closest(".unseen, title, [hidden]") ||
      !from.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    found.push({ text, box: from instanceof SVGElement ? from.getBoundingClientRect() : range.getBoundingClientRect(), from });
  }
  for (const from of board.querySelectorAll<HTMLElement>("[data-sign]"))
    if (/\d/.test(from.dataset.sign!)) found.push({ text: from.dataset.sign!, box: from.getBoundingClientRect(), from });
  for (const { text, box, from } of found) {
    if (box.width === 0) continue;
    if (box.left < -1 || box.right > innerWidth + 1) wrong.push(`${text} is beyond the screen`);
    for (let part: Element | null = from; part && part !== board; part = part.parentElement) {
      const style = getComputedStyle(part);
      if (style.overflowX === "visible" || style.overflowX === "auto" || part instanceof SVGElement) continue;
      const room = part.getBoundingClientRect();
      if (box.left < room.left - 2 || box.right > room.right + 2) wrong.push(`${text} is cut off by ${part.className}`);
    }
  }
  /** What stays in sight lies over what is scrolled below it, and is meant to. */
  const staying = (from: Element) => {
    for (let part: Element | null = from; part && part !== board; part = part.parentElement)
      if (getComputedStyle(part).position === "sticky") return part;
    return null;
  };
  const layers = found.map(({ from }) => staying(from));
  found.forEach((one, n) => {
    for (const [m, other] of found.entries()) {
      if (m <= n || layers[m] !== layers[n]) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const high = Math.min(one.box.height, other.box.height);
      if (across > 3 && down > 0.4 * high) wrong.push(`${one.text} lies over ${other.text}`);
    }
  });
  return [...new Set(wrong)];
}

const MOMENTS = [
  ["early", "en-GB"],
  ["middle", "fr-FR"],
  ["late", "de-DE"],
] as const;

describe.each(Object.keys(SIZES))("at %s, with very large letters,", (size) => {
  test.each(MOMENTS.flatMap(([part, locale]) => GAMES.map((game) => [game, part, locale] as const)))(
    "the numbers of %s (%s, %s) are whole and apart",
    async (game, part, locale) => {
      const { page } = await showPosition(position(game, part), { ...SIZES[size], locale, text: 135 });
      expect(await page.evaluate(misfits)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
      const small = await page.evaluate(
        () =>
          [...document.querySelectorAll<SVGTextElement>(".board .coin text")].filter((text) => text.getBoundingClientRect().height < 13)
            .length,
      );
      expect(small).toBe(0);
    },
  );
});
