// A game that `tulips new-game` has just written, in a copy of the sources: played on the plain board, of which nobody has drawn a line.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "./barriers";
import { clicker, typist } from "./robot";
import { python, ROOT, Server } from "./server";
import { visit } from "./shared";
import { againstBots, makeTable, PHONE } from "./visitor";

const NAME = "sixth-tulip";
const copy = mkdtempSync(join(tmpdir(), "tulips-copy-"));
const environment = { PYTHONPATH: join(copy, "src") };
const server = new Server(0, environment);

beforeAll(async () => {
  const wanted = (path: string) => !/(__pycache__|node_modules|[/]web[/]page)$/.test(path);
  for (const part of [
    "src",
    "web/src",
    "web/public",
    "web/index.html",
    "web/package.json",
    "web/vite.config.ts",
    "web/svelte.config.js",
    "web/tsconfig.json",
  ])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true, filter: wanted });
  mkdirSync(join(copy, "tests/games"), { recursive: true });
  symlinkSync(join(ROOT, "web/node_modules"), join(copy, "web/node_modules"));
  const [env, cwd] = [{ ...process.env, ...environment }, join(copy, "web")];
  execFileSync(python(), ["-m", "tulips", "new-game", NAME], { env, cwd });
  execFileSync(process.execPath, [join(ROOT, "web/node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], { env, cwd });
  await server.start();
});

afterAll(async () => {
  await server.close();
  rmSync(copy, { recursive: true, force: true });
});

/** Sit down at a table against bots. */
async function sit(page: Page, seats: number): Promise<void> {
  const { table } = await makeTable(page, { game: NAME, seats: againstBots(seats), seed: "quick" });
  await page.goto(`/t/${table}`);
  await page.waitForSelector(".plain");
}

test("it is found at home, and played to its end by clicks; its end, its replay and its rules are there", async () => {
  const page = await visit({ baseURL: server.address });
  await page.goto("/");
  await page.waitForSelector(`[data-play="${NAME}"]`);
  await sit(page, 4);
  expect(await page.locator(".plain tbody th").allTextContents()).toEqual(
    ["You", "Bot 2", "Bot 3", "Bot 4"].map((name) => expect.stringContaining(name)),
  );
  expect(await page.locator(".plain .handle.lit").count()).toBe(8);
  const choices = page.locator(".foot .choice");
  expect(await choices.count()).toBe(8);
  expect(await choices.first().textContent()).toMatch(/Lay .+ points if nobody lays as much/s);
  expect(await barriers(page)).toEqual([]);
  await page.click("header nav >> text=Rules");
  await page.waitForSelector("dialog[open] h2#a-round");
  await page.keyboard.press("Escape");
  await clicker(page).play();
  expect(await page.locator("main.end h1").textContent()).toMatch(/win|share/);
  expect(await page.locator(".ranking li").count()).toBe(4);
  await page.click("text=Watch it again");
  await page.waitForSelector(".replay");
  expect(await page.locator(".plain section h3").allTextContents()).toContain("Hands"); // all is open now
});

test("it is played to its end by keyboard, in French and on a phone", async () => {
  const page = await visit({ baseURL: server.address, ...PHONE, language: "fr" });
  await sit(page, 2);
  expect(await page.locator(".plain section h3").first().textContent()).toBe("Votre main");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await barriers(page)).toEqual([]);
  await typist(page).play();
  expect(await page.locator(".ranking li").count()).toBe(2);
});
