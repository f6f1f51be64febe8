// For everyone: small screens, screen readers, three languages, a light page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { barriers } from "./barriers";
import { clicker } from "./robot";
import { visit } from "./shared";
import { againstBots, changeSeat, come, GAMES, makeTable, PHONE, quickTable } from "./visitor";

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const downwards = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);

/** A table like those that “Play now” makes, with bots that do not think long. */
async function played(page: Page, game: string): Promise<void> {
  const seats = againstBots(4).map((seat, n) => ({ ...seat, name: ["Eva", "Iris", "Basil", "Dahlia"][n] }));
  const { table } = await makeTable(page, { game, seats });
  await page.goto(`/t/${table}`);
  await page.waitForSelector(".board .handle, .foot .choice");
}

test("the first page is light: under 200 kB over the wire, with the games ready to be chosen", async () => {
  const page = await visit();
  await page.goto("/");
  await page.waitForSelector("[data-play]");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  cdp.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.reload({ waitUntil: "networkidle" });
  await page.waitForSelector("[data-play]");
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(200_000);
});

describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
  test("home, rules, set-up and waiting room have no serious barrier", async () => {
    const page = await visit({ colorScheme, name: "" });
    await page.goto("/");
    await page.waitForSelector("[data-play]");
    expect(await barriers(page)).toEqual([]);
    await page.click("[data-play]");
    await page.waitForSelector("dialog[open] input");
    expect(await barriers(page)).toEqual([]);
    await page.goto("/rules/gift-of-tulips");
    await page.waitForSelector("article h1");
    expect(await barriers(page)).toEqual([]);
    await page.goto("/new/gift-of-tulips?friends");
    await page.waitForSelector("main form button[type=submit]");
    expect(await barriers(page)).toEqual([]);
    await page.click("main form button[type=submit]");
    await page.waitForSelector(".link input");
    expect(await barriers(page)).toEqual([]);
    await page.goto("/");
    await page.waitForSelector(".mine li");
    expect(await barriers(page)).toEqual([]);
  });

  test("invitations to play and to watch, and one that comes too late, have no serious barrier and fit a small phone", async () => {
    const eva = await visit({ colorScheme });
    const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }];
    const { table, links } = await makeTable(eva, { game: "tulip", seats });
    const small = { ...PHONE, viewport: { width: 360, height: 640 } };
    const ada = await visit({ ...small, colorScheme, name: "" });
    for (const link of [links.table!, links.spectator]) {
      await ada.goto(link);
      await ada.waitForSelector(".card h1");
      expect(await barriers(ada)).toEqual([]);
      expect([await sideways(ada), await downwards(ada)]).toEqual([0, 0]);
      await ada.goto("/");
    }
    const ben = await visit({ name: "Ben" });
    await come(ben, links.seats[1]!);
    await ben.waitForSelector(".board");
    await ada.goto(links.table!);
    await ada.waitForSelector("text=Watch instead");
    expect(await barriers(ada)).toEqual([]);
    expect([await sideways(ada), await downwards(ada)]).toEqual([0, 0]);
    expect(ada.url()).toContain(table);
  });

  test("sheets, the end and looking back have no serious barrier", async () => {
    const page = await visit({ colorScheme });
    const { table } = await makeTable(page, { game: "gift-of-tulips", seats: againstBots(2), seed: "quick" });
    await page.goto(`/t/${table}`);
    await page.waitForSelector(".foot .choice");
    for (const key of ["r", "p", "s", "?"]) {
      await page.keyboard.press(key);
      await page.waitForSelector("dialog[open] .inside > *");
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog[open]", { state: "detached" });
    }
    await changeSeat(page, table, 0, { action: "leave", level: "greedy" });
    await page.waitForSelector("text=the shuffle was fair");
    const dashes = await page
      .locator(".end figure")
      .evaluateAll((figures) =>
        figures.map((figure) => [...figure.querySelectorAll(".curve")].map((curve) => getComputedStyle(curve).strokeDasharray)),
      );
    expect(dashes.map((own) => [own.length, new Set(own).size])).toEqual([
      [4, 2],
      [8, 4],
    ]); // each curve and its sample, of two scores and four totals
    expect(await barriers(page)).toEqual([]);
    await page.click("text=Watch it again");
    await page.waitForSelector(".replay output");
    expect(await barriers(page)).toEqual([]);
  });

  test.each(GAMES)("the table of %s has no serious barrier and fits its screen without scrolling", async (game) => {
    const page = await visit({ colorScheme });
    await played(page, game);
    expect(await barriers(page)).toEqual([]);
    expect(await downwards(page)).toBe(0);
    expect(await sideways(page)).toBe(0);
    const board = await page.evaluate(() => {
      const box = document.querySelector(".board")!;
      return { over: box.scrollHeight - box.clientHeight, aside: box.scrollWidth - box.clientWidth };
    });
    expect(board).toEqual({ over: 0, aside: 0 });
  });
});

test.each(GAMES)("the table of %s fits its screen with very large letters, and nothing lies over something else", async (game) => {
  const page = await visit({ text: 135 });
  await played(page, game);
  await page.waitForSelector(".board .handle.lit, .foot .choice");
  expect([await sideways(page), await downwards(page)]).toEqual([0, 0]);
  const misfits = await page.evaluate(() =>
    [...document.querySelectorAll("main.board, main.board + .foot, .foot > .bar, .board > .table > *, .board > .table > * > *")]
      .filter((part) => part.scrollHeight - part.clientHeight > 2 || part.scrollWidth - part.clientWidth > 2)
      .map(
        (part) => `${part.className}: ${part.scrollHeight - part.clientHeight} too tall, ${part.scrollWidth - part.clientWidth} too wide`,
      ),
  );
  expect(misfits).toEqual([]);
});

test.each(GAMES)("%s is at home on a phone: nothing to scroll sideways, the log behind one tap", async (game) => {
  const page = await visit({ ...PHONE, level: "greedy" });
  await page.goto("/");
  await page.waitForSelector("[data-play]");
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.click(`[data-play="${game}"]`);
  await page.waitForSelector(".board .handle, .foot .choice");
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await page.locator("aside.side").isVisible()).toBe(false);
  await page.locator("header nav button", { hasText: "Log" }).tap();
  expect(await page.locator("aside.side").isVisible()).toBe(true);
  await page.locator("aside.side [aria-label=Close]").tap();
  expect(await page.locator("aside.side").isVisible()).toBe(false);
  await page.goto("/");
  await page.waitForSelector(".mine li");
  expect(await sideways(page)).toBeLessThanOrEqual(0);
});

test.each([
  ["fr-FR", "Jouer", "À vous"],
  ["de-DE", "Sofort spielen", "Du bist dran"],
])("a browser that asks for %s is answered in it", async (locale, play, turn) => {
  const page = await visit({ locale, level: "greedy" });
  await page.goto("/");
  await page.click(`text=${play} >> nth=0`);
  await page.waitForSelector(`text=${turn}`);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
});

test("what can't be touched says why, to a pointer, to the keyboard and to a finger, in the reader's language", async () => {
  const words = JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../src/tulips/games/tulip_bubble/catalogue/de.json"), "utf-8"),
  ) as Record<string, string>;
  const why = words["why-not.next"]!;
  for (const [how, device] of [
    ["pointer", {}],
    ["finger", PHONE],
  ] as const) {
    const page = await visit({ locale: "de-DE", ...device });
    await played(page, "tulip-bubble");
    await page.waitForSelector(".board .handle.lit"); // only who acts is told why not
    const next = page.locator('.board [data-handle="next:0"]');
    if (how === "finger") {
      await next.tap({ force: true }); // what can't be touched counts as disabled
      await page.locator(".why", { hasText: why }).waitFor();
    } else {
      await next.hover();
      await page.locator(".why", { hasText: why }).waitFor();
      await page.mouse.move(0, 0);
      await page.waitForSelector(".why", { state: "detached" });
      await page.locator('.board [data-handle="next:1"]').focus();
      await page.keyboard.press("Shift+Tab");
      await page.locator(".why", { hasText: why }).waitFor();
    }
  }
});

test.each([
  ["gift-of-tulips", "en-GB", "Setting up"],
  ["tulip-bubble", "de-DE", "3. Kauf"],
])("the rules of %s open at the chapter of the current phase in %s, the keys behind a question mark", async (game, locale, title) => {
  const page = await visit({ locale });
  await played(page, game);
  await page.waitForSelector(".board .handle.lit");
  await page.keyboard.press("r");
  await page.waitForSelector("dialog article h2");
  await page.waitForFunction((meant) => {
    const top = document.querySelector("dialog .inside")!.getBoundingClientRect().top;
    return [...document.querySelectorAll("dialog h2")].find((one) => one.getBoundingClientRect().top >= top)?.textContent === meant;
  }, title);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog article"));
  await page.keyboard.press("?");
  await page.waitForSelector("dialog kbd");
});

test.each([
  ["on a phone, with log and talk put away", PHONE, false],
  ["with the talk open instead of the log", {}, true],
])("what happens is read out once and in words, %s", async (_, device, talk) => {
  const page = await visit({ ...device, crowdPlaying: true }); // hears spectators
  const watcher = await visit({ name: "Willem" });
  await come(watcher, await quickTable(page, "gift-of-tulips"));
  await page.locator(".foot .choice").first().waitFor();
  if (talk) await page.keyboard.press("t");
  const robot = clicker(page, 14);
  const spoken = page.getByRole("log"); // finds only what a screen reader would
  const lines = () => spoken.locator("p").allTextContents();
  while (!(await lines()).some((line) => line.startsWith("You: "))) await robot.step();
  await watcher.click("[role=tab] >> nth=1");
  await watcher.fill(".chat input", "Good evening!");
  await watcher.keyboard.press("Enter");
  await spoken.locator("p", { hasText: "says: Good evening!" }).waitFor();
  expect((await lines()).filter((line) => line.includes("Good evening!"))).toHaveLength(1);
  expect(await page.locator("[aria-live] [aria-live], .log[aria-live], .chat [aria-live]").count()).toBe(0);
  expect(await barriers(page)).toEqual([]);

  await page.reload(); // what was there before is not read out again
  await page.waitForSelector(".foot .bar");
  expect(await lines()).toEqual([]);
});
