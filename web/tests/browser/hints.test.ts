// Help while playing: a hint is asked for, lit and chosen; a tutor asks before a costly mistake; all of it at a desk and on a phone.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { visit } from "./shared";
import { framesOf, makeTable, PHONE, quickTable, type Frame } from "./visitor";

const SIZES = { desktop: {}, phone: PHONE };
const LONG = 90_000; // what hints need may still have to be compiled

/** Ask for a hint, again if hints are still being prepared. */
async function hint(page: Page, ask: () => Promise<void> = () => page.click("[data-ask]")): Promise<void> {
  for (const end = Date.now() + LONG; ; await page.waitForTimeout(2000)) {
    await page.waitForSelector("[data-ask][aria-busy=false]");
    await ask();
    await page.waitForSelector(".hinted-moves, .foot .problem");
    if (await page.locator(".hinted-moves").count()) return;
    if (Date.now() > end) throw new Error("There is no hint.");
  }
}

const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

/** Nothing is wider than the window. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(Object.keys(SIZES) as (keyof typeof SIZES)[])("at a %s", (size) => {
  test.each(["tulip", "tulip-bubble", "tulipmania-1637", "gift-of-tulips", "tulpenfieber"])(
    "a hint in %s lights the best move, which can be chosen",
    async (game) => {
      const page = await visit(SIZES[size]);
      await quickTable(page, game, game === "tulpenfieber" ? 2 : 3);
      await page.waitForSelector("[data-ask]");
      await hint(page);
      const best = page.locator("[data-hint]").first();
      expect(await best.textContent()).toMatch(/\d+%.*\d+% to \d+%/);
      await shot(page, `${game}-${size}`);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      const handles = await page.locator(".board .handle.hinted.best").count();
      await best.click();
      await page.waitForSelector("[data-confirm]");
      if (handles) expect(await page.locator(".board .handle.touched").count()).toBeGreaterThan(0);
      await page.click("[data-confirm]");
      await page.waitForFunction(() => !document.querySelector(".hinted-moves"));
    },
  );

  test("the tutor asks before a move that throws the game away, and lights the better one", async () => {
    const page = await visit(SIZES[size]);
    const frames = framesOf(page);
    await quickTable(page, "tulip-bubble", 3, { help: "tutor" });
    await page.waitForSelector("[data-ask]");
    await hint(page); // so that it is compiled
    const asked = await blunder(page, frames);
    await page.waitForSelector(".tutor");
    await shot(page, `tutor-${size}`);
    expect(await page.textContent(".tutor")).toMatch(/gives away \d+%.*between -?\d+% and \d+%.*Best: /s);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-think-again"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".tutor", { state: "detached" });
    expect(sent(frames)).toBe(asked); // nothing was made
    await page.waitForSelector(".hinted-moves .best");
    await blunder(page, frames);
    await page.click("[data-anyhow]");
    await page.waitForFunction(() => !document.querySelector(".tutor"));
    await expect.poll(() => sent(frames)).toBeGreaterThan(asked);
  });
});

/** How many events there have been. */
const sent = (frames: Frame[]) => Math.max(...frames.map(({ number }) => number ?? 0));

/** Bid far more than anything is worth, wherever bidding is possible; other moves as the hint says. How many events there were before. */
async function blunder(page: Page, frames: Frame[]): Promise<number> {
  for (let tries = 0; tries < 60; tries++) {
    await page.waitForSelector("[data-ask]", { timeout: LONG });
    const own = page.locator(".foot form input[type=number]").first();
    if (await own.count()) {
      await own.fill("200");
      await page.keyboard.press("Enter");
      await page.waitForSelector("[data-confirm]");
      const before = sent(frames);
      await page.click("[data-confirm]");
      const answer = await Promise.race([
        page.waitForSelector(".tutor").then(() => "asks"),
        page.waitForFunction(() => !document.querySelector("[data-confirm]") && !document.querySelector(".tutor")).then(() => "made"),
      ]);
      if (answer === "asks") return before;
    } else {
      if (!(await page.locator(".hinted-moves").count())) await hint(page);
      await page.locator("[data-hint]").first().click();
      await page.click("[data-confirm]");
    }
    await page.waitForTimeout(300);
  }
  throw new Error("The tutor never asked.");
}

test("key H asks for a hint, Escape puts it away, and the log tells everybody", async () => {
  const page = await visit();
  await quickTable(page, "tulip", 3);
  await hint(page, () => page.keyboard.press("h"));
  await page.waitForFunction(() => document.querySelector(".log")?.textContent?.includes("You ask for a hint"));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".hinted-moves", { state: "detached" });
  expect(await page.locator(".handle.hinted").count()).toBe(0);
  await hint(page, () => page.keyboard.press("h"));
  await page.keyboard.press("1");
  await page.waitForSelector("[data-confirm]");
});

test("among several people there is no hint until all have agreed, and everybody sees what holds", async () => {
  const [ada, ben] = [await visit({ name: "Ada" }), await visit({ name: "Ben" })];
  const { table, links } = await makeTable(ada, {
    game: "tulip",
    seats: [{ kind: "you", name: "Ada" }, { kind: "open" }],
    seed: "quick",
  });
  await ben.goto(links.seats[1]!);
  await ben.click(".card .deed");
  await ada.goto(`/t/${table}`);
  await ada.waitForSelector(".board");
  expect(await ada.locator("[data-ask]").count()).toBe(0);
  await ada.keyboard.press("p");
  await ada.waitForSelector(".help >> text=Help: none");
  await ada.selectOption("dialog[open] select[aria-describedby$=help]", "hints");
  await ben.waitForSelector(".board");
  await ben.keyboard.press("p");
  await ben.click(".asked .deed");
  await ada.waitForSelector(".help >> text=Help: hints");
  await ben.waitForSelector(".help >> text=Help: hints");
  await shot(ada, "agreed");
  await Promise.any([ada, ben].map(async (page) => (await page.keyboard.press("Escape"), page.waitForSelector("[data-ask]"))));
});
