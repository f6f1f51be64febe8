// A whole game of each kind against bots, by clicks and by keyboard.
import { describe, expect, test } from "vitest";
import { clicker, typist } from "./robot";
import { visit } from "./shared";
import { GAMES, quickTable } from "./visitor";

describe.each(GAMES)("%s", (game) => {
  test.each([
    ["by clicks", clicker],
    ["by keyboard", typist],
  ])("is played to its end %s", async (_, robot) => {
    const page = await visit();
    await quickTable(page, game);
    await robot(page).play();
    expect(await page.locator("main.end h1").textContent()).toMatch(/win|share|Nobody/);
    expect(await page.locator(".ranking li").count()).toBeGreaterThan(0);
  });
});
