// Friends who are away and come back: the table says so, and what happens next.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriers } from "./barriers";
import { GAMES, PHONE, Server, come, visitor } from "./harness";
import { browser, server } from "./open";
import { clicker } from "./robot";

interface Made {
  table: string;
  links: { seats: string[] };
}

/** Eva's table, with Ada at it and bots where the game needs more. */
async function withFriend(eva: Page, ada: Page, game: string, more: Record<string, unknown> = {}, at: Server = server): Promise<Made> {
  const needed = game === "tulip-bubble" || game === "tulipmania-1637" ? 3 : 2;
  const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }, { kind: "bot", level: "greedy" }].slice(0, needed);
  const made = (await (await eva.request.post(`${at.address}/api/v1/tables`, { data: { game, seats, ...more } })).json()) as Made;
  await come(ada, `${at.address}${made.links.seats[1]}`);
  await ada.waitForSelector("main.board");
  await eva.goto(`${at.address}/t/${made.table}`);
  await eva.waitForSelector("main.board");
  return made;
}
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.each(GAMES)("in %s a friend who is away is marked in the players' strip, and so is a bot in their place", async (game) => {
  for (const device of [{}, PHONE]) {
    const eva = await visitor(browser, server, { name: "Eva", ...device });
    const ada = await visitor(browser, server, { name: "Ada" });
    const { table } = await withFriend(eva, ada, game);
    expect(await eva.locator("main.board .presence").count()).toBe(0);
    await ada.close();
    const mark = eva.locator("main.board .presence");
    await mark.waitFor({ state: "visible" });
    expect([await mark.count(), await mark.getAttribute("title")]).toEqual([1, "Ada is away."]);
    expect(await sideways(eva)).toBe(0);
    await eva.request.post(`${server.address}/api/v1/tables/${table}/seats/1`, { data: { action: "bot", level: "greedy" } });
    await eva.waitForSelector("main.board .presence.bot[title='A bot plays for Ada.']");
    await Promise.all([eva, ada].map((page) => page.context().close()));
  }
});

test("without a clock the table says that it waits for who is away, and the host lets a bot stand in right there", async () => {
  const eva = await visitor(browser, server, { name: "Eva" });
  const [ada, kim] = [await visitor(browser, server, { name: "Ada" }), await visitor(browser, server, { name: "Kim" })];
  const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }, { kind: "open" }];
  const { table, links } = (await (await eva.request.post(`${server.address}/api/v1/tables`, { data: { game: "tulip", seats, options: { first: 2 } } })).json()) as Made;
  for (const [page, link] of [[ada, links.seats[1]], [kim, links.seats[2]]] as const) await come(page, `${server.address}${link}`);
  await eva.goto(`${server.address}/t/${table}`);
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
  await Promise.all([eva, ada, kim].map((page) => page.context().close()));
});

test("with a clock the table counts down until a bot plays for who is away", async () => {
  const eva = await visitor(browser, server, { name: "Eva" });
  const ada = await visitor(browser, server, { name: "Ada" });
  await withFriend(eva, ada, "tulip", { clock: 8, options: { first: 2 } });
  await ada.waitForSelector("text=Your turn");
  await ada.close();
  const told = eva.locator(".status .absence");
  await told.getByText(/Ada is away; a bot will play for them in 0:0\d\./).waitFor();
  const first = await told.textContent();
  await eva.waitForFunction((before) => document.querySelector(".absence") && document.querySelector(".absence")!.textContent !== before, first);
  await eva.waitForSelector(".status >> text=Your turn", { timeout: 60_000 }); // a card may need a second choice
  await Promise.all([eva, ada].map((page) => page.context().close()));
});

test.each([
  ["en-GB", "A bot plays for you", "Play again myself", "Your turn"],
  ["de-DE", "Ein Bot spielt für dich", "Selbst weiterspielen", "Du bist dran"],
  ["fr-FR", "Un robot joue pour vous", "Reprendre ma place", "À vous"],
])("who comes back while a bot plays is told so at once, and one button takes over from a bot that thinks (%s)", async (locale, told, takeOver, turn) => {
  const slow = new Server(6); // a bot takes so long that one comes in between
  await slow.start();
  try {
    const eva = await visitor(browser, slow, { name: "Eva" });
    const ada = await visitor(browser, slow, { name: "Ada", locale });
    const { table } = await withFriend(eva, ada, "tulip", { options: { first: 2 } }, slow);
    await ada.waitForSelector(`.status >> text=${turn}`);
    await ada.goto(slow.address);
    await eva.click(".status [data-let-bot='1']");
    await ada.goto(`${slow.address}/t/${table}`);
    await ada.waitForSelector(`.status >> text=${told}`);
    expect(await ada.locator(".status .you").count()).toBe(0);
    expect(await ada.title()).toBe("Tulip");
    expect(await barriers(ada)).toEqual([]);
    expect(await ada.locator(".board .handle.lit, .foot .choice").count()).toBe(0);
    await ada.click(`.foot >> text=${takeOver}`);
    await ada.waitForSelector(`.status >> text=${turn}`);
    await ada.waitForSelector(".board .handle.lit, .foot .choice");
    expect(await ada.title()).toContain("●");
    await ada.waitForTimeout(7_000); // the bot's thought is over
    const own = ada.locator(".log h3", { hasText: /You|Du|Vous/ });
    expect(await own.count()).toBe(0);
    const robot = clicker(ada, 3);
    while ((await own.count()) === 0) {
      await robot.step();
      await ada.waitForTimeout(250); // until what came of it is there
    }
    await Promise.all([eva, ada].map((page) => page.context().close()));
  } finally {
    await slow.close();
  }
});
