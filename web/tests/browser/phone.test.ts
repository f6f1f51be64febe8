// On a phone: what is lit is in reach of the thumb, and the log opens where one begins to read.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { clicker } from "./robot";
import { visit } from "./shared";
import { type Frame, framesOf, GAMES, PHONE, quickTable } from "./visitor";

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const SIZES = [
  ["390×844", PHONE],
  ["360×640", SMALL],
] as const;
const waits = ".board .handle.lit, .foot .choice, .foot .confirm, main.end";

/** What is lit, by name if it does not lie between the status line and the action bar once the page has scrolled; and whether what is one's own does. */
async function inReach(page: Page, own: string[]): Promise<{ lit: string[]; own: boolean[] }> {
  return page.evaluate(async (selectors) => {
    for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
    const [top, bottom] = [
      document.querySelector(".status")!.getBoundingClientRect().bottom,
      document.querySelector("main.board + .foot")!.getBoundingClientRect().top,
    ];
    const within = (thing: Element) => {
      const box = thing.getBoundingClientRect();
      const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); // nothing lies over it
      return box.top >= top && box.bottom <= bottom && (thing.contains(seen) || seen?.contains(thing) === true);
    };
    return {
      lit: [...document.querySelectorAll<HTMLElement>(".board .handle.lit:not(.touched)")].map((thing) =>
        within(thing) ? "" : thing.dataset.handle!,
      ),
      own: selectors.map((selector) => [...document.querySelectorAll(selector)].every(within)),
    };
  }, own);
}

const phaseOf = (frames: Frame[]): string => frames.findLast((frame) => frame.position)?.position!.view.phase ?? "";

describe.each(SIZES)("at %s", (_, device) => {
  test("Tulipmania 1637 keeps what is lit, one's cash, buyers and cards above the bar in every phase", async () => {
    const page = await visit(device);
    const frames = framesOf(page);
    const [every, phases] = [["action cards", "buy", "draw", "sell"], new Set<string>()];
    for (let seed = 1; seed < 4 && !every.every((phase) => phases.has(phase)); seed++) {
      await quickTable(page, "tulipmania-1637", 4);
      const robot = clicker(page, seed);
      do {
        await page.waitForSelector(waits);
        if (await page.locator("main.end").count()) break;
        const phase = phaseOf(frames);
        phases.add(phase);
        const reached = async () => {
          const { lit, own } = await inReach(page, [".own .purse .cash", ".own .buyers", ".own.bidding .cards .card .handle"]);
          return [lit.filter(Boolean), own];
        };
        await expect.poll(reached, { message: phase, timeout: 5_000 }).toEqual([[], [true, true, true]]);
      } while (await robot.step());
    }
    expect([...phases].sort()).toEqual(expect.arrayContaining(every));
  });

  test("the cards of one's own sale are seen before the buyers lie over them, and a touch ends the wait", async () => {
    const page = await visit({ ...device, speed: "slow" });
    await quickTable(page, "tulipmania-1637", 4);
    const robot = clicker(page, 1);
    while (!(await page.locator(".table.draw").count())) {
      expect(await robot.step()).toBe(true);
      await page.keyboard.press("k"); // the others' moves are not waited for
      await page.waitForSelector(waits);
    }
    const seen = () =>
      page.evaluate(() =>
        [...document.querySelectorAll(".sale .laid .turned")].map((card) => {
          const box = card.getBoundingClientRect();
          return [0.1, 0.9].every((part) => card.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height * part)));
        }),
      );
    expect(await seen()).toEqual([true, true, true]);
    await page.locator(".status").tap();
    await expect.poll(async () => (await inReach(page, [])).lit.filter(Boolean)).toEqual([]);
  });

  test.each(GAMES)("in %s something that is lit is in sight whenever one has to touch something", async (game) => {
    const page = await visit(device);
    const frames = framesOf(page);
    await quickTable(page, game, 3);
    const robot = clicker(page, 21);
    for (let steps = 0; steps < 60; steps++) {
      await page.waitForSelector(waits);
      if (await page.locator("main.end").count()) break;
      // The page scrolls there in a moment; what is to be confirmed needs no touching.
      const reached = async () =>
        (await page.locator(".foot .confirm").count()) > 0 ||
        (await inReach(page, [])).lit.every((far, _, all) => all.includes("") || !far);
      await expect.poll(reached, { message: phaseOf(frames), timeout: 5_000 }).toBe(true);
      if (!(await robot.step())) break;
    }
  });
});

/** Where the log stands: the new lines in it, whether it is at its end, and how far down its first new line is. */
function logSeen(): { news: number; atEnd: boolean; since: number | null; fits: boolean } {
  const list = document.querySelector<HTMLElement>(".log")!;
  const since = list.querySelector<HTMLElement>(".since");
  const [box, mark, last] = [
    list.getBoundingClientRect(),
    since?.getBoundingClientRect(),
    [...list.querySelectorAll("li")].at(-1)!.getBoundingClientRect(),
  ];
  return {
    news: list.querySelectorAll(".since ~ li, .since ~ section li, section:has(.since) ~ section li").length,
    atEnd: list.scrollTop + list.clientHeight >= list.scrollHeight - 2,
    since: mark ? mark.top - box.top : null,
    fits: mark ? last.bottom - mark.top < box.height : true,
  };
}

test("the log opens at its end, or at what has happened since one's last move where that is more than fits", async () => {
  const page = await visit({ ...PHONE, viewport: { width: 360, height: 480 } });
  await quickTable(page, "tulip-bubble", 5);
  const robot = clicker(page, 23);
  const seen = new Map<boolean, ReturnType<typeof logSeen>>();
  for (let steps = 0; steps < 150 && seen.size < 2; steps++) {
    await page.waitForSelector(waits);
    if ((await page.locator(".log li").count()) > 25 && (await page.locator(".foot .confirm").count()) === 0) {
      await page.locator("header nav button", { hasText: "Log" }).tap();
      await page.evaluate(async () => {
        for (let n = 0; n < 4; n++) await new Promise(requestAnimationFrame);
      });
      const found = await page.evaluate(logSeen);
      seen.set(found.fits, found);
      await page.locator("aside.side [aria-label=Close]").tap();
    }
    if (!(await robot.step())) break;
  }
  expect(seen.get(true)).toMatchObject({ atEnd: true });
  expect(seen.get(false)!.news).toBeGreaterThan(5);
  expect(Math.abs(seen.get(false)!.since!)).toBeLessThan(12);
});
