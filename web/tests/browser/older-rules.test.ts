// A match of an older version of the rules: where it is shown, its version is told.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./server";
import { visit } from "./shared";
import { againstBots, makeTable } from "./visitor";

const TOLD = "This match goes by version 1 of the rules.";

test("the end and the rules tell of an older version, and a new table has the current one", async () => {
  const page = await visit();
  const record = readFileSync(join(ROOT, "tests/records/tulip-bubble-1-black-tulip-at-120.json"));
  const made = await page.request.post("/api/v1/records", { data: record });
  const { table } = (await made.json()) as { table: string };
  await page.goto(`/t/${table}`);
  await page.waitForSelector(".end");
  expect(await page.locator(".end").getByText(TOLD).count()).toBe(1);
  await page.getByRole("button", { name: "Rules", exact: true }).first().click();
  await page.waitForSelector("dialog[open] article");
  expect(await page.locator("dialog[open]").getByText(TOLD).count()).toBe(1);

  const fresh = await makeTable(page, { game: "tulip-bubble", seats: againstBots(3) });
  await page.goto(`/t/${fresh.table}`);
  await page.waitForSelector(".board");
  await page.getByRole("button", { name: "Rules", exact: true }).first().click();
  await page.waitForSelector("dialog[open] article");
  expect(await page.getByText(/This match goes by version/).count()).toBe(0);
});
