// Several at one screen with a clock: the curtain hides everything until the right one lifts it, and meanwhile the clock stands.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { position } from "./positions";
import { answered, clicker } from "./robot";
import { visit } from "./shared";
import { againstBots, changeSeat, come, fewest, type Frame, framesOf, GAMES, makeTable } from "./visitor";

const SECRETIVE = GAMES.filter((game) => position(game, "start").table.secrets);
const CLOCK = 5;

interface Seen {
  /** What was to be seen that should not be. */
  wrong: string[];
  /** How many frames the curtain was there and how many a side was shown. */
  closed: number;
  open: number;
}

/** Looks after every change of the page whose side is shown, and whether that one has lifted the curtain since it last fell. */
function watchSides(): void {
  const seen: Seen = { wrong: [], closed: 0, open: 0 };
  Object.assign(globalThis, { seen });
  let lifted: string | null = null;
  addEventListener(
    "click",
    (event) => (lifted = (event.target as Element).closest<HTMLElement>("[data-lift]")?.dataset.lift ?? lifted),
    true,
  );
  const look = () => {
    const side = document.querySelector<HTMLElement>("main.board")?.dataset.viewer;
    const over = document.querySelector(".table.over");
    if (document.querySelector(".curtain")) {
      lifted = null;
      seen.closed++;
      const left = document.querySelectorAll(
        "main.board, .foot, aside.side, .log, .chat, .status, .bubble, .replay, .end, [role=log] p, .flight",
      );
      if (left.length > 0) seen.wrong.push(`behind the curtain: ${[...left].map((one) => one.className).join(", ")}`);
    } else if (side !== undefined && !over) {
      seen.open++;
      if (side !== lifted) seen.wrong.push(`the side of ${side}, lifted by ${lifted}`);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}
const seen = (page: Page) => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);

/** Two people at one screen, and bots where the game needs more; the table's name. */
async function oneScreen(page: Page, game: string, more: Record<string, unknown> = {}): Promise<string> {
  const seats = againstBots(fewest(game)).with(1, { kind: "you", name: "Ada" });
  const { table } = await makeTable(page, { game, seats, one_screen: true, clock: CLOCK, ...more });
  await page.goto(`/t/${table}`);
  await page.waitForSelector("[data-lift]");
  return table;
}

const latest = (frames: Frame[]) => Math.max(0, ...frames.map((frame) => frame.number ?? 0));

test("no clock moves behind the curtain, in no game that has secrets; whoever lifts it has a clock again", async () => {
  const tables = await Promise.all(
    SECRETIVE.map(async (game) => {
      const page = await visit();
      await page.addInitScript(watchSides);
      const frames = framesOf(page);
      await oneScreen(page, game);
      await page.waitForSelector(".curtain .stopped");
      return { game, page, frames, before: latest(frames), since: performance.now() };
    }),
  );
  for (const { game, page, frames, before, since } of tables) {
    await expect.poll(() => performance.now() - since, { timeout: 60_000 }).toBeGreaterThan(CLOCK * 1000 + 1500); // nothing happens for longer than the clock gives
    expect(await page.locator(".curtain").count(), game).toBe(1);
    const made = frames
      .filter((frame) => frame.position && frame.number! > before)
      .flatMap((frame) => frame.position!.log.entries as { seat: number | null }[]);
    expect(
      made.filter(({ seat }) => seat === 0 || seat === 1),
      game,
    ).toEqual([]);
  }
  await Promise.all(
    tables.map(async ({ game, page }) => {
      await page.click("[data-lift]");
      await page.waitForSelector(".status .clock");
      await page.waitForSelector("[data-lift], main.end", { timeout: 60_000 }); // a bot moves when it has run out
      expect((await seen(page)).wrong, game).toEqual([]);
    }),
  );
});

test.each(SECRETIVE)("in %s nobody sees the side of another, however the turn passes", async (game) => {
  const page = await visit();
  await page.addInitScript(watchSides);
  const table = await oneScreen(page, game);
  const wrong: string[] = [];
  const reload = async () => {
    wrong.push(...(await seen(page)).wrong);
    await page.reload();
    await page.waitForSelector("[data-lift], .board");
  };
  const robot = clicker(page, 11);
  for (let steps = 0; steps < 60 && (await page.locator("main.end").count()) === 0; steps++) {
    await robot.step();
    const side = await page.evaluate(() => document.querySelector<HTMLElement>("main.board")?.dataset.viewer);
    if (steps % 13 === 4) await page.keyboard.press("u");
    if (steps % 13 === 5) await page.keyboard.press("u"); // what was revealed is taken back at the second time
    if (steps % 13 === 8) await page.keyboard.press("ArrowLeft");
    if (steps % 17 === 9) await reload();
    if (steps % 19 === 10) {
      // One leaves, and a bot plays on until the other has to; then it is the other way round.
      const [seat, other] = side === "1" ? [1, 0] : [0, 1];
      await changeSeat(page, table, seat, { action: "leave", level: "greedy" });
      await page.waitForSelector(`[data-lift='${other}'], main.end`);
      await changeSeat(page, table, other, { action: "leave", level: "greedy" });
      await changeSeat(page, table, seat, { action: "return" });
      await page.waitForSelector(`[data-lift='${seat}'], main.end`);
      await changeSeat(page, table, other, { action: "return" });
    }
  }
  const { wrong: last, closed, open } = await seen(page);
  expect([...wrong, ...last]).toEqual([]);
  expect(Math.min(closed, open)).toBeGreaterThan(0);
});

test("somebody elsewhere sees that the clock waits until the screen was passed on", async () => {
  const eva = await visit({ name: "Eva" });
  const kim = await visit({ name: "Kim" });
  const seats = [{ kind: "you", name: "Eva" }, { kind: "you", name: "Ada" }, { kind: "open" }];
  const { table, links } = await makeTable(eva, { game: "tulip", seats, one_screen: true, clock: 60, options: { first: 1 } });
  await come(kim, links.seats[2]!);
  await eva.goto(`/t/${table}`);
  await kim.waitForSelector("text=The clock waits until Eva has the screen.");
  expect(await kim.locator(".status .clock").count()).toBe(0);
  await eva.click("[data-lift]");
  await kim.waitForSelector(".status .clock");
  expect(await kim.locator("text=The clock waits").count()).toBe(0);
});

test("what was being looked back at is not shown to the next one", async () => {
  const page = await visit();
  await page.addInitScript(watchSides);
  const table = await oneScreen(page, "tulip", { clock: null, options: { first: 1 } });
  const robot = clicker(page, 12);
  for (let moves = 0; moves < 5 || (await page.locator("[data-lift='0']").count()) === 0; moves++) {
    await robot.step();
    await answered(page);
  }
  await page.click("[data-lift='0']");
  await page.waitForSelector(".board[data-viewer='0']");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".status.past");
  await changeSeat(page, table, 0, { action: "leave", level: "greedy" });
  await page.waitForSelector("[data-lift='1']");
  await page.click("[data-lift='1']");
  await page.waitForSelector(".board[data-viewer='1']");
  expect(await page.locator(".status.past").count()).toBe(0);
  expect((await seen(page)).wrong).toEqual([]);
});
