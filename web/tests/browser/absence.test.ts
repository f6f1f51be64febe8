// Friends who are away and come back: the table says so, and what happens next.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "./barriers";
import { answered, clicker } from "./robot";
import { Server } from "./server";
import { visit } from "./shared";
import { againstBots, changeSeat, come, fewest, GAMES, type Made, makeTable, PHONE } from "./visitor";

/** Eva's table, with Ada at it and bots where the game needs more. */
async function withFriend(eva: Page, ada: Page, game: string, more: Record<string, unknown> = {}): Promise<Made> {
  const seats = againstBots(fewest(game)).with(1, { kind: "open" });
  const made = await makeTable(eva, { game, seats, ...more });
  await come(ada, made.links.seats[1]!);
  await ada.waitForSelector("main.board");
  await eva.goto(`/t/${made.table}`);
  await eva.waitForSelector("main.board");
  return made;
}
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each(GAMES)("in %s a friend who is away is marked in the players' strip, and so is a bot in their place", async (game) => {
  const [eva, ada] = [await visit({ name: "Eva" }), await visit({ name: "Ada" })];
  const { table } = await withFriend(eva, ada, game);
  const phone = await visit({ ...PHONE, name: "Eva", storageState: await eva.context().storageState() }); // Eva looks at both
  await phone.goto(`/t/${table}`);
  await phone.waitForSelector("main.board");
  for (const page of [eva, phone]) expect(await page.locator("main.board .presence").count()).toBe(0);
  await ada.close();
  for (const page of [eva, phone]) {
    const mark = page.locator("main.board .presence");
    await mark.waitFor({ state: "visible" });
    expect([await mark.count(), await mark.getAttribute("title")]).toEqual([1, "Ada is away."]);
    expect(await sideways(page)).toBe(0);
  }
  await changeSeat(eva, table, 1, { action: "bot", level: "greedy" });
  for (const page of [eva, phone]) await page.waitForSelector("main.board .presence.bot[title='A bot plays for Ada.']");
});

test("without a clock the table says that it waits for who is away, and the host lets a bot stand in right there", async () => {
  const [eva, ada, kim] = [await visit({ name: "Eva" }), await visit({ name: "Ada" }), await visit({ name: "Kim" })];
  const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }, { kind: "open" }];
  const { table, links } = await makeTable(eva, { game: "tulip", seats, options: { first: 2 } });
  for (const [page, link] of [
    [ada, links.seats[1]!],
    [kim, links.seats[2]!],
  ] as const)
    await come(page, link);
  await eva.goto(`/t/${table}`);
  await ada.waitForSelector("text=Your turn");
  await ada.close();
  await kim.waitForSelector(".status >> text=Ada is away; the game waits for them. The host can let a bot stand in.");
  expect(await kim.locator("[data-let-bot]").count()).toBe(0);
  for (const colorScheme of ["light", "dark"] as const) {
    await kim.emulateMedia({ colorScheme });
    expect(await barriers(kim)).toEqual([]);
  }
  await eva.waitForSelector(".status >> text=Ada is away; the game waits for them.");
  await eva.click(".status [data-let-bot='1']");
  await kim.waitForSelector(".status >> text=Your turn");
  expect(await eva.locator(".absence").count()).toBe(0);
});

test("with a clock the table counts down until a bot plays for who is away", async () => {
  const eva = await visit({ name: "Eva" });
  const ada = await visit({ name: "Ada" });
  await withFriend(eva, ada, "tulip", { clock: 5, options: { first: 2 } });
  await ada.waitForSelector("text=Your turn");
  await ada.close();
  const told = eva.locator(".status .absence");
  await told.getByText(/Ada is away; a bot will play for them in 0:0\d\./).waitFor();
  const first = await told.textContent();
  await eva.waitForFunction(
    (before) => document.querySelector(".absence") && document.querySelector(".absence")!.textContent !== before,
    first,
  );
  await eva.waitForSelector(".status >> text=Your turn", { timeout: 60_000 }); // a card may need a second choice
});

/** Servers whose bots move after so many seconds: longer than what is done meanwhile takes, and soon enough to wait for it. */
const [slow, soon] = [new Server(60), new Server(5)];
beforeAll(() => Promise.all([slow.start(), soon.start()]));
afterAll(() => Promise.all([slow.close(), soon.close()]));

/** Ada has left the table for another page, a bot has begun to play for her, and she comes back. */
async function comesBack({ address: baseURL }: Server, locale: string, turn: string): Promise<Page> {
  const [eva, ada] = [await visit({ baseURL, name: "Eva" }), await visit({ baseURL, name: "Ada", locale })];
  const { table } = await withFriend(eva, ada, "tulip", { options: { first: 2 } });
  await ada.waitForSelector(`.status >> text=${turn}`);
  await ada.goto("/");
  await eva.click(".status [data-let-bot='1']");
  await ada.goto(`/t/${table}`);
  return ada;
}

test.each([
  ["en-GB", "A bot plays for you", "Play again myself", "Your turn"],
  ["de-DE", "Ein Bot spielt für dich", "Selbst weiterspielen", "Du bist dran"],
  ["fr-FR", "Un robot joue pour vous", "Reprendre ma place", "À vous"],
])(
  "who comes back while a bot plays is told so at once, and one button takes over from a bot that thinks (%s)",
  async (locale, told, takeOver, turn) => {
    const ada = await comesBack(slow, locale, turn);
    await ada.waitForSelector(`.status >> text=${told}`);
    expect(await ada.locator(".status .you").count()).toBe(0);
    expect(await ada.title()).toBe("Tulip");
    expect(await barriers(ada)).toEqual([]);
    expect(await ada.locator(".board .handle.lit, .foot .choice").count()).toBe(0);
    await ada.click(`.foot >> text=${takeOver}`);
    await ada.waitForSelector(`.status >> text=${turn}`);
    await ada.waitForSelector(".board .handle.lit, .foot .choice");
    expect(await ada.title()).toContain("●");
    const own = ada.locator(".log h3", { hasText: /You|Du|Vous/ });
    expect(await own.count()).toBe(0);
    const robot = clicker(ada, 3);
    while ((await own.count()) === 0) {
      await robot.step();
      await answered(ada);
    }
  },
);

test("what a bot has thought of counts for nothing once one has taken over", async () => {
  const ada = await comesBack(soon, "en-GB", "Your turn");
  await ada.click(".foot >> text=Play again myself");
  const took = performance.now();
  await ada.waitForSelector(".board .handle.lit, .foot .choice");
  await expect.poll(() => performance.now() - took, { timeout: 60_000 }).toBeGreaterThan(soon.pace * 1000 + 500); // its thought is over by then
  expect(await ada.locator(".log h3", { hasText: "You" }).count()).toBe(0);
  await ada.waitForSelector(".status >> text=Your turn");
});
