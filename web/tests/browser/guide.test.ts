// The guided first game: every explanation stands beside the thing that it is about.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clicker } from "./robot";
import { visit } from "./shared";
import type { Guide } from "../games/guide";
import { GAMES, PHONE, quickTable } from "./visitor";

const guides = import.meta.glob<Guide>("../games/*/guide.ts", { import: "default", eager: true });
const guideOf = (game: string) => guides[`../games/${game}/guide.ts`]!;

/** The explanation that is there, if there is one, and what is wrong with its place. It is understood if nothing is, or at the `last` look. */
function understand([about, last]: [Record<string, string>, boolean]): { step: string; wrong: string } | null {
  const bubble = document.querySelector<HTMLElement>(".bubble.ready");
  if (!bubble) return null;
  const [step, side] = [bubble.dataset.step!, bubble.dataset.side];
  const own = bubble.getBoundingClientRect();
  const arrow = parseFloat(bubble.style.getPropertyValue("--arrow")) + 8;
  const boxes = [...document.querySelectorAll(about[step] ?? "nothing")].map((thing) => thing.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const all = new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
  const close = (gap: number) => gap > -20 && gap < 30;
  const fits = [all, ...boxes].some((box) => {
    const [across, down] = [own.left + arrow, own.top + arrow];
    if (side === "below" || side === "above")
      return across > box.left && across < box.right && close(side === "below" ? own.top - box.bottom : box.top - own.bottom);
    if (side) return down > box.top && down < box.bottom && close(side === "right" ? own.left - box.right : box.left - own.right);
    return own.right > box.left && own.left < box.right && own.bottom <= box.bottom && own.top > box.top; // on a thing too large to stand beside
  });
  const wrong = about[step] === undefined ? "is new to this test" : fits ? "" : "points past its thing";
  if (!wrong || last) bubble.querySelector<HTMLElement>(".deed")!.click();
  return { step, wrong };
}

/** The same, given a second to come to rest: a board that grows moves the thing first and the explanation a frame later. */
async function understandAtRest(page: Page, about: Record<string, string>): Promise<ReturnType<typeof understand>> {
  for (let looks = 1; ; looks++) {
    const last = looks === 20;
    const found = await page.evaluate(understand, [about, last] as [typeof about, boolean]);
    if (!found?.wrong || last) return found;
    await page.waitForTimeout(50);
  }
}

test.each(GAMES)("each explanation of the first game of %s stands beside its thing", async (game) => {
  const page = await visit({ guide: true });
  await quickTable(page, game, 3);
  const robot = clicker(page, 5);
  const [seen, wrong] = [new Set<string>(), [] as string[]];
  for (let steps = 0; steps < 80; steps++) {
    await page.waitForSelector(".board .handle.lit, .foot .choice, .foot .confirm, main.end");
    for (let found; (found = await understandAtRest(page, guideOf(game).about)); seen.add(found.step))
      if (found.wrong) wrong.push(`${found.step} ${found.wrong}`);
    if (!(await robot.step())) break;
  }
  expect(wrong).toEqual([]);
  expect(guideOf(game).early.filter((step) => !seen.has(step))).toEqual([]);
});

test.each([
  [390, 844],
  [360, 640],
])("on a phone of %s×%s the tulips that the first explanation of Tulipmania 1637 is about are in sight", async (width, height) => {
  const page = await visit({ ...PHONE, viewport: { width, height }, guide: true });
  await quickTable(page, "tulipmania-1637", 4);
  await page.waitForSelector('.bubble.ready[data-step="prices"]');
  const covered = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll(".board .prices g.tulip")].filter((tulip) => {
          const box = tulip.getBoundingClientRect();
          return !document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(".prices");
        }).length,
    );
  await page.waitForSelector(".board .handle.lit");
  await expect.poll(covered).toBe(0);
  await page.waitForTimeout(300); // and they stay
  expect(await covered()).toBe(0);
});

test("an explanation is the next stop of Tab, wherever the focus is, and the way goes on from there", async () => {
  const page = await visit({ guide: true });
  await quickTable(page, "gift-of-tulips", 3);
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.waitForSelector(".bubble.ready");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Understood");
  await page.keyboard.press("Enter"); // the next explanation has the focus too
  await page.waitForSelector('.bubble.ready[data-step="festival"]');
  expect(await focused()).toBe("Understood");

  const people = page.locator("header nav button", { hasText: "People" });
  await people.focus();
  await page.waitForTimeout(50);
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Understood");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("No more explanations");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Fair shuffle"); // the one after People
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Settings"); // once is enough
});

test("the guide of Tulpenfieber speaks of odds only once they are shown", async () => {
  const page = await visit({ guide: true });
  await quickTable(page, "tulpenfieber", 2);
  const die = page.locator(".tray button.die").first();
  await die.waitFor();
  const told: string[] = [];
  for (let steps = 0; steps < 8 && (await page.waitForSelector(".bubble.ready", { timeout: 1500 }).catch(() => null)); steps++) {
    told.push((await page.locator(".bubble p").textContent())!);
    await page.click(".bubble >> text=Understood");
  }
  expect(told.length).toBeGreaterThan(1);
  expect(told.filter((text) => text.includes("odds"))).toEqual([]);
  expect(await page.locator(".grid .odds").count()).toBe(0);
  await die.click();
  await page.waitForSelector('.bubble.ready[data-step="odds"]');
  expect(await page.locator(".grid .odds").count()).toBeGreaterThan(0);
});
