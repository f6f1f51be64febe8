// The review of a match: from the end of a game to the curve, the marks, the mistakes to learn from, and the link for others.
import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Decision, Reviewed } from "../../src/generated/http";
import type { Position } from "../../src/generated/messages";
import { sameMove } from "../../src/review/curve";
import { barriers } from "./barriers";
import { environment, python } from "./server";
import { visit } from "./shared";
import { againstBots, changeSeat, makeTable, PHONE } from "./visitor";

/** A match of a seat that moves at random, and one that does not. */
const RECORD = `
import sys, tulips
from tulips import bots
from tulips.engine.match import record_file
match = tulips.game("gift-of-tulips").match(2, seed="review", names=["Ada", "Ben"])
while match.end is None:
    seat = match.actors[0]
    match.play(seat, bots.choose(match.game, match.states, seat, ["random", "greedy"][seat], match.moves_made))
sys.stdout.buffer.write(record_file.encode(match))
`;
const record = () => execFileSync(python(), ["-c", RECORD], { env: environment() });

/** A record that was uploaded, its review opened. */
async function reviewed(page: Page): Promise<{ table: string; found: Reviewed }> {
  const answer = await page.request.post("/api/v1/records", { data: record(), headers: { "content-type": "application/json" } });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`/t/${table}/review`);
  await page.waitForSelector(".summary", { timeout: 120_000 });
  const told = await page.request.get(`/api/v1/tables/${table}/review`);
  return { table, found: ((await told.json()) as { reviewed: Reviewed }).reviewed };
}

const where = (page: Page) => page.locator(".steps .where").textContent();
const mistakesOf = ({ review }: Reviewed, seat: number): Decision[] =>
  review.decisions.filter((one) => one.seat === seat && one.mark && one.better);

/** Make a move of the position that is there, by its choice in the bar. */
async function choose(page: Page, table: string, decision: Decision, what: Decision["what"]): Promise<void> {
  const answer = await page.request.get(`/api/v1/tables/${table}/positions/${decision.number - 1}?as=${decision.seat - 1}`);
  const { offers } = (await answer.json()) as Position;
  const { move } = offers.find((offer) => sameMove(offer.what, what))!;
  const unfold = page.locator(".foot .all");
  if (await unfold.count()) await unfold.click();
  await page.click(`[data-offer="${move}"]`);
  const confirm = page.locator(".foot .confirm");
  if (await confirm.count()) await confirm.click();
}

test("after a game the review is one click away, and its curve is gone through by keyboard, pointer and log", async () => {
  const page = await visit();
  const { table } = await makeTable(page, { game: "gift-of-tulips", seats: againstBots(2), seed: "review" });
  await page.goto(`/t/${table}`);
  await page.waitForSelector(".board");
  await changeSeat(page, table, 0, { action: "leave", level: "greedy" });
  await page.click("[data-review]", { timeout: 120_000 });
  await page.waitForSelector(".summary", { timeout: 120_000 });
  expect(await page.locator(".summary .verdict").textContent()).toMatch(/^You gave away \d+ points of chance/);

  const moves = Number(/of (\d+)/.exec((await where(page))!)![1]);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => where(page)).toBe(`After move ${moves - 1} of ${moves}`);
  const slider = page.locator(".curve input[type=range]");
  await slider.focus();
  await page.keyboard.press("Home");
  await expect.poll(() => where(page)).toBe(`After move 0 of ${moves}`);
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/You \d+ %, Bot 2 \d+ %/);
  const box = (await page.locator(".curve svg").first().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 40, box.y + 90, { steps: 4 });
  await page.mouse.up();
  const middle = Number(/move (\d+)/.exec((await where(page))!)![1]);
  expect(Math.abs(middle - moves / 2)).toBeLessThan(moves / 4);
  await expect.poll(() => page.locator("[data-viewer]").count()).toBe(1);

  await page.getByRole("tab", { name: "Log" }).click();
  await page.locator(".log li button").first().click();
  await expect.poll(() => where(page)).toMatch(/^After move [01] /);
  expect(await barriers(page)).toEqual([]);
});

describe.each([
  ["a desktop", {}],
  ["a phone", PHONE],
] as const)("on %s", (_, device) => {
  test("a mistake shows what was better, and can be made good", async () => {
    const page = await visit(device);
    const { table, found } = await reviewed(page);
    const [first, ...others] = mistakesOf(found, 1);
    await page.getByLabel("Ada").check({ force: true });
    expect(await page.locator("[data-mark]").count()).toBeGreaterThanOrEqual(1 + others.length);

    await page.click(`[data-mark="${first!.number}"]`);
    await expect.poll(() => where(page)).toBe(`After move ${first!.number - 1} of ${found.review.moves}`);
    await page.waitForSelector('[data-show="better"][aria-pressed="true"]');
    await page.waitForSelector('.board[data-viewer="0"]');
    expect(await page.locator(".choice .verdict").textContent()).toMatch(/it cost Ada \d+ points of chance/);
    await page.waitForSelector(".board .handle.touched");
    expect(await barriers(page)).toEqual([]);

    const summary = page.getByRole("tab", { name: "Summary" });
    await summary.click();
    await page.click("[data-learn]");
    await page.waitForSelector(".learn .foot");
    await choose(page, table, first!, first!.what);
    await expect.poll(() => page.locator(".told").textContent()).toMatch(/That was played then/);
    expect(await page.locator(".told").textContent()).not.toMatch(/The best move/);
    await page.getByRole("button", { name: "Try again" }).click();
    await choose(page, table, first!, first!.better!);
    await expect.poll(() => page.locator(".told").textContent()).toMatch(/Right, that is the best move/);
    expect(await barriers(page)).toEqual([]);
    await page.click("[data-next-lesson]");
    if (others.length === 0) await expect.poll(() => page.locator(".told").textContent()).toMatch(/0 of 1/);
    else await expect.poll(() => page.locator(".learn header").textContent()).toMatch(new RegExp(`2 of ${others.length + 1}`));
  });
});

test("others read the review by a link, and only so", async () => {
  const page = await visit();
  const { table } = await reviewed(page);
  await page.getByRole("button", { name: "Share" }).click();
  const link = await page.locator("dialog[open] input").inputValue();

  const friend = await visit({ locale: "de-DE" });
  await friend.goto(link);
  await friend.waitForSelector(".summary .verdict");
  expect(friend.url()).not.toContain("#");
  expect(await friend.locator("html").getAttribute("lang")).toBe("de");
  expect(await friend.getByRole("button", { name: "Teilen" }).count()).toBe(0);

  const stranger = await visit();
  await stranger.goto(`/t/${table}/review`);
  await stranger.waitForSelector("h1:has-text('There is no review to see')");
});
