// How fast the others' moves are shown: three speeds, moments that are held, and skipping to one's turn.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TIMES } from "../../src/table/playback.svelte";
import { answered, clicker, type Robot } from "./robot";
import { Server } from "./server";
import { visit as visitShared } from "./shared";
import { come, type Frame, framesOf, makeTable, quickTable, type Visit } from "./visitor";

const server = new Server(0.2); // as usual: each move is told by itself
beforeAll(() => server.start());
afterAll(() => server.close());
const visit = (more: Visit) => visitShared({ baseURL: server.address, ...more });

const READY = ".board .handle.lit, .foot .choice, .foot .confirm, main.end";

interface Shown {
  /** The line of the log that came last, how many there are, and when they came. */
  lines: number;
  at: number;
  /** How many cards of a sale lie open, and whether a curtain hides the table. */
  open: number;
  curtain: boolean;
  /** Whether one can go on oneself. */
  mine: boolean;
}

/** Notes what the page shows whenever that changes. */
function watch(): void {
  const shown: Shown[] = [];
  Object.assign(globalThis, { shown });
  const look = () => {
    const now = {
      lines: document.querySelectorAll(".log li button").length,
      open: document.querySelectorAll(".sale .turned").length,
      curtain: document.querySelector("[data-lift]") !== null,
      mine: document.querySelector(".status.mine") !== null,
    };
    const last = shown.at(-1);
    if (!last || last.lines !== now.lines || last.open !== now.open || last.curtain !== now.curtain)
      shown.push({ ...now, at: performance.now() });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-lift"] });
}
const shownBy = (page: Page) => page.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);

/** How long what was shown stayed, from when a page noted it to when it noted the next. */
const stays = (shown: Shown[]) => shown.slice(0, -1).map((one, n) => ({ ...one, stayed: shown[n + 1]!.at - one.at }));

/** What was open for the first time when it was not one's turn, and how long it stayed as it was. */
const revealedTo = async (page: Page) =>
  stays(await shownBy(page)).filter(({ open, mine }, n, all) => open > 1 && !mine && all[n - 1]?.open !== open);

/** Make moves until others have to, and tell how many moves those made and how long it took until it was one's turn again. */
async function around(
  page: Page,
  frames: Frame[],
  robot: Robot,
  act: () => Promise<void> = () => Promise.resolve(),
): Promise<{ moves: number; waited: number }> {
  await page.waitForSelector(READY);
  while (await page.locator(".status.mine").count()) {
    await robot.step();
    await answered(page);
  }
  const [left, before] = [performance.now(), frames.length];
  await act();
  await page.waitForSelector(READY, { timeout: 60_000 });
  return { moves: frames.slice(before).filter((frame) => frame.position).length, waited: performance.now() - left };
}

test.each([
  ["where things move", "no-preference"],
  ["where nothing moves", "reduce"],
] as const)("the cards of a sale that are revealed stay in sight before play goes on, %s", async (_, reducedMotion) => {
  const page = await visit({ speed: "usual", reducedMotion });
  const watcher = await visit({ speed: "usual", reducedMotion, name: "Willem" });
  for (const one of [page, watcher]) await one.addInitScript(watch);
  await come(watcher, await quickTable(page, "tulipmania-1637", 4));
  await watcher.waitForSelector("text=You are watching.");
  const robot = clicker(page, 3);
  while ((await revealedTo(page)).length < 2 || (await revealedTo(watcher)).length < 2) {
    await page.waitForSelector(READY, { timeout: 60_000 });
    await robot.step();
  }
  for (const one of [page, watcher])
    for (const { stayed } of await revealedTo(one)) expect(stayed).toBeGreaterThan(TIMES.usual.decisive * 0.85);
});

test("slow is slower than fast; what is chosen in the bar holds from then on, on this device", async () => {
  const page = await visit({ speed: "slow" });
  const frames = framesOf(page);
  await quickTable(page, "tulip", 4);
  const robot = clicker(page, 4);
  const slow = await around(page, frames, robot);
  expect(slow.waited).toBeGreaterThan(2 * TIMES.slow.usual);

  await around(page, frames, robot, async () => void (await page.locator(".foot .speed select").selectOption("fast")));
  const fast = await around(page, frames, robot);
  expect(fast.waited / fast.moves).toBeLessThan(slow.waited / slow.moves);
  await page.reload();
  await page.click("nav >> text=Settings");
  expect(await page.locator("dialog select", { has: page.locator("option[value='at once']") }).inputValue()).toBe("fast");
});

test.each([
  ["a button", (page: Page) => page.click(".foot .skip")],
  ["a key", (page: Page) => page.keyboard.press("k")],
])("%s skips to one's turn, and the next time all is shown again", async (_, skip) => {
  const page = await visit({ speed: "slow" });
  const frames = framesOf(page);
  await quickTable(page, "tulip", 4);
  const robot = clicker(page, 7);
  const skipped = await around(page, frames, robot, () => skip(page));
  const shown = await around(page, frames, robot);
  expect(shown.waited).toBeGreaterThan(2 * TIMES.slow.usual);
  expect(skipped.waited / skipped.moves).toBeLessThan(shown.waited / shown.moves);
});

test("one's own moves are in the log in the moment in which they come, whatever is still to be shown", async () => {
  const page = await visit({ speed: "slow", reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const noted = { atOnce: 0, late: 0 };
    Object.assign(globalThis, { noted });
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (message) {
      if ((JSON.parse(message as string) as { type: string }).type === "move") {
        // The page listens before this does, so it has done what it does at once.
        const listen = ({ data }: MessageEvent) => {
          const { log } = (JSON.parse(data as string) as Frame).position ?? {};
          if (!log) return;
          this.removeEventListener("message", listen);
          if (document.querySelectorAll(".log li button").length === log.start + log.entries.length) noted.atOnce++;
          else noted.late++;
        };
        this.addEventListener("message", listen);
      }
      return send.call(this, message);
    };
  });
  await quickTable(page, "gift-of-tulips", 3);
  const robot = clicker(page, 8);
  const noted = () => page.evaluate(() => (globalThis as unknown as { noted: { atOnce: number; late: number } }).noted);
  while ((await noted()).atOnce + (await noted()).late < 6) {
    await robot.step();
    await page.keyboard.press("k");
  }
  expect(await noted()).toMatchObject({ late: 0 });
});

test("with a clock nobody waits for what is shown: one's turn is there when it comes", async () => {
  const waits = [];
  for (const clock of [60, null]) {
    const page = await visit({ speed: "slow" });
    const frames = framesOf(page);
    await quickTable(page, "tulip", 4, { clock });
    const { moves, waited } = await around(page, frames, clicker(page, 9));
    waits.push(waited / moves);
    await page.context().close();
  }
  expect(waits[0]).toBeLessThan(waits[1]!);
});

test("who watches may skip to the latest", async () => {
  const page = await visit({});
  const watcher = await visit({ speed: "slow", name: "Willem" });
  const frames = framesOf(watcher);
  await come(watcher, await quickTable(page, "tulip", 4));
  await watcher.waitForSelector("text=You are watching.");
  const robot = clicker(page, 10);
  for (let steps = 0; steps < 12; steps++) await robot.step();
  const lines = () => watcher.locator(".log li button").count();
  const told = () =>
    Math.max(...frames.filter((frame) => frame.position).map(({ position }) => position!.log.start + position!.log.entries.length));
  await page.waitForSelector(READY);
  expect(await lines()).toBeLessThan(told());
  await watcher.click("text=Skip to the latest");
  expect(await lines()).toBe(told());
});

test("at one screen all see what a move has revealed before the screen is passed on, and nobody the other's side", async () => {
  const page = await visit({ speed: "usual" });
  const frames = framesOf(page);
  await page.addInitScript(watch);
  const seats = [
    { kind: "you", name: "Eva" },
    { kind: "you", name: "Ada" },
    { kind: "you", name: "Cy" },
  ];
  const { table } = await makeTable(page, { game: "tulipmania-1637", seats, one_screen: true });
  await page.goto(`/t/${table}`);
  const robot = clicker(page, 11);
  const hands = new Map<number, string[]>();
  for (let steps = 0; steps < 120 && (await revealedTo(page)).length < 3; steps++) {
    await page.waitForSelector(`[data-lift], ${READY}`, { timeout: 60_000 });
    for (const { position } of frames) if (position) hands.set(position.viewer, position.view.hand as string[]);
    const name = (await page.locator("[data-lift]").count()) ? (await page.locator("[data-lift]").textContent())! : "";
    if (name) expect(await page.locator(".board").count()).toBe(0);
    await robot.step();
    const hand = hands.get(seats.findIndex((seat) => name.includes(seat.name)));
    if (hand) expect(await page.locator(".own span.buyer").count()).toBe(hand.length);
  }
  const open = await revealedTo(page);
  expect(open.length).toBeGreaterThan(0);
  for (const { stayed } of open) expect(stayed).toBeGreaterThan(TIMES.usual.decisive * 0.85);
  expect(hands.size).toBe(3);
});
