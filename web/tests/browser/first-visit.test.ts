// Somebody's first minutes: asked for a name once, a level of bots to choose, and the rules of each game at an address of their own.
import { expect, test } from "vitest";
import { visit } from "./shared";
import { GAMES } from "./visitor";

test("a first visitor is asked for a name once, and may leave it", async () => {
  const page = await visit({ name: "" });
  await page.goto("/");
  await page.click('[data-play="gift-of-tulips"]');
  await page.click("dialog >> text=Play without a name");
  await page.waitForURL("**/t/*");
  await page.locator("header nav button", { hasText: "People" }).click();
  await page.locator("dialog b", { hasText: "Guest" }).waitFor();
  await page.goto("/");
  await page.click('[data-play="gift-of-tulips"]');
  await page.waitForURL("**/t/*"); // and nobody asks again
});

test("a name that is given is kept, and one who closes the question has not begun", async () => {
  const page = await visit({ name: "" });
  await page.goto("/");
  await page.click('[data-play="tulip"]');
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/");
  await page.click('[data-play="tulip"]');
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/t/*");
  await page.locator("header nav button", { hasText: "People" }).click();
  await page.locator("dialog b", { hasText: "Ada" }).waitFor();
  expect(await page.evaluate(() => (JSON.parse(localStorage.getItem("settings")!) as { name: string }).name)).toBe("Ada");
});

test("a table that is set up needs no name either, and the levels in use are explained", async () => {
  const page = await visit({ name: "" });
  await page.goto("/new/tulip");
  const name = page.getByLabel("Name on seat 1");
  expect([await name.inputValue(), await name.getAttribute("placeholder")]).toEqual(["", "Guest"]);
  await page.locator("text=Merchant: Plays soundly").waitFor();
  await page.getByLabel("How well the bot on seat 2 plays").selectOption("master");
  await page.locator("text=Master: Thinks longest").waitFor();
  await page.getByLabel("What spectators see").selectOption("delayed");
  await page.locator("text=only when ten more have been made").waitFor();
  await page.click("main form button[type=submit]");
  await page.waitForURL("**/t/*");
  await page.goto("/");
  await page.click('[data-play="tulip"]');
  await page.waitForURL("**/t/*");
});

test("the bots' level is chosen and explained where one plays at once", async () => {
  const page = await visit();
  await page.goto("/");
  await page.locator("text=Plays soundly").waitFor();
  await page.getByLabel("Level of bots").selectOption("novice");
  await page.locator("text=often carelessly").waitFor();
  await page.click('[data-play="gift-of-tulips"]');
  await page.waitForURL("**/t/*");
  await page.locator("header nav button", { hasText: "People" }).click();
  await page.locator("dialog li", { hasText: "bot, novice" }).first().waitFor();
  expect(await page.locator("dialog li", { hasText: /bot, (?!novice)/ }).count()).toBe(0);
});

test.each(GAMES)("the rules of %s have an address, in every language", async (game) => {
  const page = await visit();
  await page.goto("/");
  await page.click(`a[href="/rules/${game}"]`);
  await page.locator("article[lang=en] h1").waitFor();
  await expect.poll(() => page.title()).toContain("Rules of");
  await page.click("text=Deutsch");
  await page.locator("article[lang=de] h1").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/rules/${game}/de`);
  await page.goto(`/rules/${game}/fr`);
  await page.locator("article[lang=fr] h1").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.goBack();
  await page.locator("article[lang=de] h1").waitFor();
  await page.goBack();
  await page.locator("article[lang=en] h1").waitFor();
});

test("there are no rules of a game that is not there", async () => {
  const page = await visit();
  await page.goto("/rules/chess");
  await page.locator("text=There is no such game").waitFor();
});

test("another language is spoken without loading the page anew, by the games' summaries too, and is kept", async () => {
  const page = await visit();
  const asked: string[] = [];
  page.on(
    "request",
    (request) =>
      /\/api\/v1\/games|\/assets\/(en|fr|de)-/.test(request.url()) &&
      asked.push(new URL(request.url()).search || new URL(request.url()).pathname),
  );
  await page.goto("/");
  await page.locator("text=Give tulips for points now").waitFor();
  await page.click(".settings");
  await page.locator("dialog select").first().selectOption("fr");
  await page.locator("text=Offrez des tulipes pour marquer tout de suite").waitFor();
  await page.locator("dialog >> text=Fermer").waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("fr");
  await page.reload();
  await page.locator("text=Offrez des tulipes pour marquer tout de suite").waitFor();
  expect(await page.locator("text=Give tulips").count()).toBe(0);
  expect(asked.filter((one) => one.startsWith("?"))).toEqual(["?language=en", "?language=fr", "?language=fr"]);
});

test("where a table is set up the games are asked for once, and the options are in the reader's language", async () => {
  const page = await visit({ locale: "de-DE" });
  let asked = 0;
  page.on("request", (request) => void (asked += /\/api\/v1\/games\?/.test(request.url()) ? 1 : 0));
  await page.goto("/new/tulip");
  await page.locator("option", { hasText: "kurz" }).first().waitFor({ state: "attached" });
  await page.waitForTimeout(700);
  expect(asked).toBe(1);
});
