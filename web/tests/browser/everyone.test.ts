// For everyone: small screens, screen readers, three languages, a light page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { barriers } from "./barriers";
import { type Frame, GAMES, PHONE, come, quickTable, visitor } from "./harness";
import { browser, server } from "./open";
import { clicker } from "./robot";

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const downwards = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
const played = async (page: Page, game: string) => {
  await page.goto(server.address);
  await page.click(`[data-play="${game}"]`);
  await page.waitForSelector(".board .handle, .foot .choice", { timeout: 120_000 });
};

test("the first page is light: under 200 kB over the wire, with the games ready to be chosen", async () => {
  const page = await visitor(browser, server);
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
  await page.context().close();
});

describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
  test("home, rules, set-up and waiting room have no serious barrier", async () => {
    const page = await visitor(browser, server, { colorScheme, name: "" });
    await page.waitForSelector("[data-play]");
    expect(await barriers(page)).toEqual([]);
    await page.click("[data-play]");
    await page.waitForSelector("dialog[open] input");
    expect(await barriers(page)).toEqual([]);
    await page.goto(`${server.address}/rules/gift-of-tulips`);
    await page.waitForSelector("article h1");
    expect(await barriers(page)).toEqual([]);
    await page.goto(`${server.address}/new/gift-of-tulips?friends`);
    await page.waitForSelector("main form button[type=submit]");
    expect(await barriers(page)).toEqual([]);
    await page.click("main form button[type=submit]");
    await page.waitForSelector(".link input");
    expect(await barriers(page)).toEqual([]);
    await page.goto(server.address);
    await page.waitForSelector(".mine li");
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  });

  test("invitations to play and to watch, and one that comes too late, have no serious barrier and fit a small phone", async () => {
    const eva = await visitor(browser, server, { colorScheme });
    const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }];
    const { table, links } = await (await eva.request.post(`${server.address}/api/v1/tables`, { data: { game: "tulip", seats } })).json();
    const small = { ...PHONE, viewport: { width: 360, height: 640 } };
    const ada = await visitor(browser, server, { ...small, colorScheme, name: "" });
    for (const link of [links.table, links.spectator]) {
      await ada.goto(server.address + link);
      await ada.waitForSelector(".card h1");
      expect(await barriers(ada)).toEqual([]);
      expect([await sideways(ada), await downwards(ada)]).toEqual([0, 0]);
      await ada.goto(server.address);
    }
    const ben = await visitor(browser, server, { name: "Ben" });
    await come(ben, server.address + links.seats[1]);
    await ben.waitForSelector(".board");
    await ada.goto(server.address + links.table);
    await ada.waitForSelector("text=Watch instead");
    expect(await barriers(ada)).toEqual([]);
    expect([await sideways(ada), await downwards(ada)]).toEqual([0, 0]);
    expect(ada.url()).toContain(table);
    for (const page of [eva, ada, ben]) await page.context().close();
  });

  test("sheets, the end and looking back have no serious barrier", async () => {
    const page = await visitor(browser, server, { colorScheme });
    await quickTable(page, server, "gift-of-tulips");
    await page.waitForSelector(".foot .choice");
    for (const key of ["r", "p", "s", "?"]) {
      await page.keyboard.press(key);
      await page.waitForSelector("dialog[open] .inside > *");
      expect(await barriers(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForSelector("dialog[open]", { state: "detached" });
    }
    await clicker(page, 8).play();
    await page.waitForSelector("text=the shuffle was fair");
    const dashes = await page.locator(".end figure").evaluateAll((figures) => figures.map((figure) => [...figure.querySelectorAll(".curve")].map((curve) => getComputedStyle(curve).strokeDasharray)));
    expect(dashes.map((own) => [own.length, new Set(own).size])).toEqual([[4, 2], [8, 4]]); // each curve and its sample, of two scores and four totals
    expect(await barriers(page)).toEqual([]);
    await page.click("text=Watch it again");
    await page.waitForSelector(".replay output");
    expect(await barriers(page)).toEqual([]);
    await page.context().close();
  });

  test.each(GAMES)("the table of %s has no serious barrier and fits its screen without scrolling", async (game) => {
    const page = await visitor(browser, server, { colorScheme });
    await played(page, game);
    expect(await barriers(page)).toEqual([]);
    expect(await downwards(page)).toBe(0);
    expect(await sideways(page)).toBe(0);
    const board = await page.evaluate(() => {
      const box = document.querySelector(".board")!;
      return { over: box.scrollHeight - box.clientHeight, aside: box.scrollWidth - box.clientWidth };
    });
    expect(board).toEqual({ over: 0, aside: 0 });
    await page.context().close();
  });
});

test.each(GAMES)("the table of %s fits its screen with very large letters, and nothing lies over something else", async (game) => {
  const page = await visitor(browser, server);
  await page.evaluate(() => localStorage.setItem("settings", JSON.stringify({ guide: false, name: "Eva", text: 135 })));
  await played(page, game);
  await page.waitForSelector(".board .handle.lit, .foot .choice");
  expect([await sideways(page), await downwards(page)]).toEqual([0, 0]);
  const misfits = await page.evaluate(() =>
    [...document.querySelectorAll("main.board, main.board + .foot, .foot > .bar, .board > .table > *, .board > .table > * > *")]
      .filter((part) => part.scrollHeight - part.clientHeight > 2 || part.scrollWidth - part.clientWidth > 2)
      .map((part) => `${part.className}: ${part.scrollHeight - part.clientHeight} too tall, ${part.scrollWidth - part.clientWidth} too wide`),
  );
  expect(misfits).toEqual([]);
  await page.context().close();
});

test.each(GAMES)("%s is at home on a phone: nothing to scroll sideways, the log behind one tap", async (game) => {
  const page = await visitor(browser, server, PHONE);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await played(page, game);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await page.locator("aside.side").isVisible()).toBe(false);
  await page.locator("header nav button", { hasText: "Log" }).tap();
  expect(await page.locator("aside.side").isVisible()).toBe(true);
  await page.locator("aside.side [aria-label=Close]").tap();
  expect(await page.locator("aside.side").isVisible()).toBe(false);
  await page.goto(server.address);
  await page.waitForSelector(".mine li");
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test.each([
  ["fr-FR", "Jouer", "À vous"],
  ["de-DE", "Sofort spielen", "Du bist dran"],
])("a browser that asks for %s is answered in it", async (locale, play, turn) => {
  const page = await visitor(browser, server, { locale });
  await page.click(`text=${play} >> nth=0`);
  await page.waitForSelector(`text=${turn}`);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
  await page.context().close();
});

test("what can't be touched says why, to a pointer, to the keyboard and to a finger, in the reader's language", async () => {
  const words = JSON.parse(readFileSync(join(import.meta.dirname, "../../src/games/tulip-bubble/de.json"), "utf-8")) as Record<string, string>;
  const why = words["The Next Shipment can be bid on next round."]!;
  for (const [how, device] of [["pointer", {}], ["finger", PHONE]] as const) {
    const page = await visitor(browser, server, { locale: "de-DE", ...device });
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
    await page.context().close();
  }
});

test.each([
  ["gift-of-tulips", "en-GB", "Setting up"],
  ["tulip-bubble", "de-DE", "3. Kauf"],
])("the rules of %s open at the chapter of the current phase in %s, the keys behind a question mark", async (game, locale, title) => {
  const page = await visitor(browser, server, { locale });
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
  await page.context().close();
});

test.each([
  ["on a phone, with log and talk put away", PHONE, false],
  ["with the talk open instead of the log", {}, true],
])("what happens is read out once and in words, %s", async (_, device, talk) => {
  const page = await visitor(browser, server, device);
  await page.evaluate(() => localStorage.setItem("settings", JSON.stringify({ ...JSON.parse(localStorage.getItem("settings")!), crowdPlaying: true }))); // hears spectators
  const watcher = await visitor(browser, server, { name: "Willem" });
  await come(watcher, await quickTable(page, server, "gift-of-tulips"));
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
  for (const one of [page, watcher]) await one.context().close();
});

/** Counts what moves on the page: transitions and animations that take time. */
function countMotion(): void {
  const counted = globalThis as unknown as { motions: number };
  counted.motions = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (Number(typeof options === "object" ? options?.duration : options) > 0) counted.motions++;
    return animate.call(this, frames, options);
  };
  addEventListener("transitionrun", () => counted.motions++, true);
  addEventListener("animationstart", (event) => {
    if (parseFloat(getComputedStyle(event.target as Element).animationDuration) > 0) counted.motions++;
  }, true);
}

test.each(GAMES)("nothing moves in %s where motion is unwanted", async (game) => {
  const motions: number[] = [];
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await visitor(browser, server, { reducedMotion });
    await page.addInitScript(countMotion);
    await quickTable(page, server, game);
    const robot = clicker(page, 13);
    for (let steps = 0; steps < 12 && (await robot.step()); steps++);
    motions.push(await page.evaluate(() => (globalThis as unknown as { motions: number }).motions));
    await page.context().close();
  }
  expect(motions[0]).toBeGreaterThan(0);
  expect(motions[1]).toBe(0);
});

/** The board's motions, so slow that they are still under way when something is done about them. */
async function slowly(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Animation.enable");
  await cdp.send("Animation.setPlaybackRate", { playbackRate: 0.02 });
}
const atRest = () => document.querySelector("main.board")!.getAnimations({ subtree: true }).length === 0;

test.each([
  ["a key", (page: Page) => page.keyboard.press("Shift")],
  ["a click", (page: Page) => page.mouse.click(5, 70)],
])("what moves comes to rest at once at %s", async (_, act) => {
  const page = await visitor(browser, server, { reducedMotion: "no-preference" });
  await quickTable(page, server, "tulpenfieber");
  await page.waitForSelector(".foot .choice, .board .handle.lit");
  await slowly(page);
  const robot = clicker(page, 3);
  while (await page.evaluate(atRest)) await robot.step();
  await act(page);
  await page.waitForFunction(atRest, null, { timeout: 1_000 });
  await page.context().close();
});

test("in Gift of Tulips a card goes from one's hand to its place", async () => {
  const page = await visitor(browser, server, { reducedMotion: "no-preference" });
  await quickTable(page, server, "gift-of-tulips");
  await page.click(".board [data-handle='hand:0']");
  await page.click(".foot .confirm");
  await page.waitForSelector(".board .drawn");
  await page.waitForSelector(".board .handle.lit");
  await slowly(page);
  await page.click(".board [data-handle=secret]");
  await page.click(".foot .confirm");
  await page.waitForSelector(".flight");
  const [card, start, end] = await page.evaluate(() => ["main.board .flight", "main.board .card-in-hand", "main.board [data-handle=secret]"].map((one) => document.querySelector(one)!.getBoundingClientRect()));
  const inside = (x: number, y: number, box: DOMRect) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  expect(inside(card!.x + card!.width / 2, card!.y + card!.height / 2, start!)).toBe(true);
  await page.evaluate(() => document.querySelector(".flight")!.getAnimations()[0]!.pause());
  const last = await page.evaluate(() => {
    const flight = document.querySelector(".flight")!;
    flight.getAnimations()[0]!.currentTime = 239;
    return flight.getBoundingClientRect();
  });
  expect(inside(last.x + last.width / 2, last.y + last.height / 2, end!)).toBe(true);
  await page.keyboard.press("Shift");
  await page.waitForSelector(".flight", { state: "detached" });
  await page.context().close();
});

test("the board of Gift of Tulips tells what has changed since one's last move, as the log does", async () => {
  const page = await visitor(browser, server);
  await quickTable(page, server, "gift-of-tulips", 4);
  const robot = clicker(page, 6);
  const told = () => {
    const since = [...document.querySelectorAll(".log .since ~ li, .log .since ~ section li, .log section:has(.since) ~ section li")].map((line) => line.textContent ?? "");
    const points = since.flatMap((line) => line.match(/: (\d+) points?/)?.[1] ?? []).reduce((sum, more) => sum + Number(more), 0);
    const board = [...document.querySelectorAll(".board .points .since")].reduce((sum, more) => sum + Number(more.textContent), 0);
    return { points, board, fresh: document.querySelectorAll(".board .fresh").length };
  };
  let seen = await page.evaluate(told);
  for (let steps = 0; steps < 60 && seen.points === 0; steps++) {
    await robot.step();
    await page.waitForSelector(".board .handle.lit, .foot .confirm");
    seen = await page.evaluate(told);
  }
  expect(seen.points).toBeGreaterThan(0);
  expect(seen.board).toBe(seen.points);
  expect(seen.fresh).toBeGreaterThan(0);
  await page.context().close();
});

/** How the match ends on the page: whether its last position lingers on the board that was there, and how long; a key ends it. */
function watchEnd(pressKey: boolean): void {
  const found = { lingered: false, sameBoard: false, lasted: 0 };
  Object.assign(globalThis, { found });
  let [board, since] = [null as Element | null, 0];
  new MutationObserver(() => {
    const [now, over] = [document.querySelector("main.board"), document.querySelector(".table.over")];
    if (!over) board = now;
    else if (now && !since) {
      [found.lingered, found.sameBoard, since] = [true, now === board, performance.now()];
      if (pressKey) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift", bubbles: true }));
    }
    if (since && document.querySelector("main.end")) found.lasted ||= performance.now() - since;
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
}

test.each([
  ["lingers for a moment", "no-preference", "fast", false],
  ["lingers where motion is unwanted too", "reduce", "fast", false],
  ["is left at a key", "no-preference", "fast", true],
  ["is left at once by whoever wants all at once", "no-preference", "at once", false],
] as const)("the last position %s", async (_, reducedMotion, speed, pressKey) => {
  const page = await visitor(browser, server, { reducedMotion, speed });
  await page.addInitScript(watchEnd, pressKey);
  await quickTable(page, server, "tulip");
  await clicker(page, 4).play();
  const found = await page.evaluate(() => (globalThis as unknown as { found: { lingered: boolean; sameBoard: boolean; lasted: number } }).found);
  const lingers = speed === "fast";
  expect(found).toMatchObject({ lingered: lingers, sameBoard: lingers });
  if (lingers && pressKey) expect(found.lasted).toBeLessThan(600);
  if (lingers && !pressKey) expect(found.lasted).toBeGreaterThan(900);
  await page.context().close();
});

interface Noted {
  answered: number[];
  atOnce: number;
  late: number;
}

/** Notes how soon a click that makes a move is answered on screen, and whether the log has a frame's lines at once. */
function watchAnswers(): void {
  const noted: Noted = { answered: [], atOnce: 0, late: 0 };
  Object.assign(globalThis, { noted });
  const heard = new WeakSet<WebSocket>();
  const send = WebSocket.prototype.send;
  let clicked: number | null = null;
  addEventListener("click", (event) => (clicked = event.timeStamp), true);
  WebSocket.prototype.send = function (message) {
    if (!heard.has(this)) {
      heard.add(this);
      // The page listens before this does, so it has done what it does at once.
      this.addEventListener("message", ({ data }) => {
        const { log } = (JSON.parse(data as string) as Frame).position ?? {};
        if (!log) return;
        if (document.querySelectorAll(".log li button").length === log.start + log.entries.length) noted.atOnce++;
        else noted.late++;
      });
    }
    const from = clicked;
    clicked = null;
    if (from !== null && JSON.parse(message as string).type === "move") requestAnimationFrame(() => setTimeout(() => noted.answered.push(performance.now() - from)));
    return send.call(this, message);
  };
}

test.each(GAMES)("a click in %s is answered soon, and nothing holds up the log, with things in motion too", async (game) => {
  const page = await visitor(browser, server, { reducedMotion: "no-preference" });
  await page.addInitScript(watchAnswers);
  await quickTable(page, server, game);
  const noted = () => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
  const robot = clicker(page, 18);
  while ((await noted()).answered.length < 9) await robot.step();
  const { answered, atOnce, late } = await noted();
  expect(answered.sort((a, b) => a - b)[4]).toBeLessThan(500); // tools/latency.mjs measures it; this is for whatever would hold it up
  expect(late).toBe(0);
  expect(atOnce).toBeGreaterThan(8);
  await page.context().close();
});
