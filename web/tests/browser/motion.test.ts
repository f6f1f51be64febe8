// What moves and what does not: cards that fly, the last position that lingers, and clicks that are answered at once meanwhile.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clicker } from "./robot";
import { visit } from "./shared";
import { type Frame, GAMES, quickTable } from "./visitor";

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
  addEventListener(
    "animationstart",
    (event) => {
      if (parseFloat(getComputedStyle(event.target as Element).animationDuration) > 0) counted.motions++;
    },
    true,
  );
}

test.each(GAMES)("nothing moves in %s where motion is unwanted", async (game) => {
  const motions: number[] = [];
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    const page = await visit({ reducedMotion });
    await page.addInitScript(countMotion);
    await quickTable(page, game);
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
  const page = await visit({ reducedMotion: "no-preference" });
  await quickTable(page, "tulpenfieber");
  await page.waitForSelector(".foot .choice, .board .handle.lit");
  await slowly(page);
  const robot = clicker(page, 3);
  while (await page.evaluate(atRest)) await robot.step();
  await act(page);
  await page.waitForFunction(atRest, null, { timeout: 1_000 });
});

test("in Gift of Tulips a card goes from one's hand to its place", async () => {
  const page = await visit({ reducedMotion: "no-preference" });
  await quickTable(page, "gift-of-tulips");
  await page.click(".board [data-handle='hand:0']");
  await page.click(".foot .confirm");
  await page.waitForSelector(".board .drawn");
  await page.waitForSelector(".board .handle.lit");
  await slowly(page);
  await page.click(".board [data-handle=secret]");
  await page.click(".foot .confirm");
  await page.waitForSelector(".flight");
  const [card, start, end] = await page.evaluate(() =>
    ["main.board .flight", "main.board .card-in-hand", "main.board [data-handle=secret]"].map((one) =>
      document.querySelector(one)!.getBoundingClientRect(),
    ),
  );
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
});

test("the board of Gift of Tulips tells what has changed since one's last move, as the log does", async () => {
  const page = await visit();
  await quickTable(page, "gift-of-tulips", 4);
  const robot = clicker(page, 6);
  const told = () => {
    const since = [...document.querySelectorAll(".log .since ~ li, .log .since ~ section li, .log section:has(.since) ~ section li")].map(
      (line) => line.textContent ?? "",
    );
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
  const page = await visit({ reducedMotion, speed });
  await page.addInitScript(watchEnd, pressKey);
  await quickTable(page, "tulip");
  await clicker(page, 4).play();
  const found = await page.evaluate(
    () => (globalThis as unknown as { found: { lingered: boolean; sameBoard: boolean; lasted: number } }).found,
  );
  const lingers = speed === "fast";
  expect(found).toMatchObject({ lingered: lingers, sameBoard: lingers });
  if (lingers && pressKey) expect(found.lasted).toBeLessThan(600);
  if (lingers && !pressKey) expect(found.lasted).toBeGreaterThan(900);
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
    if (from !== null && JSON.parse(message as string).type === "move")
      requestAnimationFrame(() => setTimeout(() => noted.answered.push(performance.now() - from)));
    return send.call(this, message);
  };
}

test.each(GAMES)("a click in %s is answered soon, and nothing holds up the log, with things in motion too", async (game) => {
  const page = await visit({ reducedMotion: "no-preference" });
  await page.addInitScript(watchAnswers);
  await quickTable(page, game);
  const noted = () => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
  const robot = clicker(page, 18);
  while ((await noted()).answered.length < 9) await robot.step();
  const { answered, atOnce, late } = await noted();
  expect(answered.sort((a, b) => a - b)[4]).toBeLessThan(500); // tools/latency.mjs measures it; this is for whatever would hold it up
  expect(late).toBe(0);
  expect(atOnce).toBeGreaterThan(8);
});
