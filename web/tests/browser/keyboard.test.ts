// By keyboard alone: one stop for the log, and what is kept stays in sight.
import { expect, test } from "vitest";
import { position, showPosition } from "./positions";
import { visit } from "./shared";
import { quickTable } from "./visitor";

test("the log is one stop of Tab; arrows, Home and End lead from line to line, and Enter looks", async () => {
  const { page } = await showPosition(position("gift-of-tulips", "middle"));
  const lines = page.locator(".log li button");
  const [last, stops] = [(await lines.count()) - 1, () => page.locator('.log li button[tabindex="0"]').count()];
  expect(last).toBeGreaterThan(10);
  expect(await stops()).toBe(1);
  const at = () => page.evaluate(() => [...document.querySelectorAll(".log li button")].indexOf(document.activeElement!));
  await page.locator("[role=tab]").last().focus(); // what lies before the log
  await page.keyboard.press("Tab");
  expect(await at()).toBe(last);
  for (const [key, where] of [
    ["ArrowUp", last - 1],
    ["ArrowUp", last - 2],
    ["ArrowDown", last - 1],
    ["Home", 0],
    ["ArrowUp", 0],
    ["End", last],
    ["ArrowDown", last],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await at()]).toEqual([key, where]);
    expect(await stops()).toBe(1);
  }
  await page.keyboard.press("Tab");
  expect(await at()).toBe(-1);
});

test("Enter looks at the table after a line, and the arrows across look back wherever the focus is", async () => {
  const page = await visit();
  await quickTable(page, "gift-of-tulips", 2);
  await page.waitForSelector(".foot .choice");
  await page.keyboard.press("1");
  await page.keyboard.press("1");
  await page.waitForFunction(() => document.querySelectorAll(".log li button").length > 2);
  await page.locator('.log li button[tabindex="0"]').focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".status.past");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".status:not(.past)");
  await page.keyboard.press("ArrowLeft");
  await page.waitForSelector(".status.past");
});

test("dice that are kept keep their odds after the others were rolled", async () => {
  const page = await visit();
  await quickTable(page, "tulpenfieber", 2);
  const dice = page.locator(".tray button.die");
  await dice.first().waitFor();
  expect(await page.locator(".grid .odds").count()).toBe(0);
  await dice.first().click();
  await page.waitForSelector(".grid .odds");
  await page.click(".foot .confirm");
  await page.waitForFunction(() => document.querySelector(".tray .rolls")?.getAttribute("aria-label")?.startsWith("2 "));
  await page.waitForSelector(".tray button.die.touched");
  await page.waitForSelector(".grid .odds");
  expect(await page.locator(".foot .confirm").textContent()).toContain("eep");
  await page.keyboard.press("Escape"); // and can be let go
  await page.waitForSelector(".grid .odds", { state: "detached" });
  expect(await page.locator(".tray button.die.touched").count()).toBe(0);
});
