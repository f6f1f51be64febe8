// A match of an older version of the rules: where it is shown, its version is told.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, ROOT, Server, visitor } from "./harness";

const server = new Server();
let browser: Browser;

beforeAll(async () => {
  [browser] = await Promise.all([openBrowser(), server.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const TOLD = "This match goes by version 1 of the rules.";

test("the end and the rules tell of an older version, and a new table has the current one", async () => {
  const page = await visitor(browser, server);
  const record = readFileSync(join(ROOT, "tests/records/tulip-bubble-1-black-tulip-at-120.json"));
  const made = await page.request.post(`${server.address}/api/v1/records`, { data: record });
  const { table } = (await made.json()) as { table: string };
  await page.goto(`${server.address}/t/${table}`);
  await page.waitForSelector(".end");
  expect(await page.locator(".end").getByText(TOLD).count()).toBe(1);
  await page.getByRole("button", { name: "Rules", exact: true }).first().click();
  await page.waitForSelector("dialog[open] article");
  expect(await page.locator("dialog[open]").getByText(TOLD).count()).toBe(1);

  const seats = [{ kind: "you" }, { kind: "bot", level: "greedy" }, { kind: "bot", level: "greedy" }];
  const fresh = (await (await page.request.post(`${server.address}/api/v1/tables`, { data: { game: "tulip-bubble", seats } })).json()) as { table: string };
  await page.goto(`${server.address}/t/${fresh.table}`);
  await page.waitForSelector(".board");
  await page.getByRole("button", { name: "Rules", exact: true }).first().click();
  await page.waitForSelector("dialog[open] article");
  expect(await page.getByText(/This match goes by version/).count()).toBe(0);
});
