// Somebody at a browser: a page with its own cookies and settings, and the ways by which people come to a table.
import { readFileSync } from "node:fs";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { games, ofGame } from "../catalogues";
import type { Speed } from "../../src/settings/settings.svelte";

const DESKTOP = { viewport: { width: 1366, height: 768 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** The games that have boards of their own. */
export const GAMES = games();

/** Without the package's own options, which are for one page in one process; here several people look at once. */
const OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio"];

/** Where Chromium is: the package's own, which is for Linux and is unpacked there if it is not yet, or the one that CHROME names. */
export const chromiumPath = async () => process.env.CHROME || chromium.executablePath();

export async function openBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromiumPath(), args: OPTIONS, headless: true });
}

export interface Visit extends BrowserContextOptions {
  /** What this browser has kept in its settings: nothing is explained, and all is shown at once, if nothing is said. */
  guide?: boolean;
  name?: string;
  speed?: Speed;
  text?: number;
  level?: string;
  crowdPlaying?: boolean;
  /** The language that was chosen on the page; `locale` is the one that the browser asks for. */
  language?: string;
  /** Whether the browser keeps nothing from one page to the next. */
  forgets?: boolean;
}

/** An empty page of somebody new on a desktop where nothing moves. Paths are of the server at `baseURL`. An error on the page fails the test. */
export async function visitor(
  browser: Browser,
  { guide = false, name = "Eva", speed = "at once", text, level, crowdPlaying, language, forgets = false, ...options }: Visit,
): Promise<Page> {
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: "reduce", locale: "en-GB", ...options });
  const settings = JSON.stringify({ guide, name, speed, text, level, crowdPlaying });
  await context.addInitScript(
    (kept) => {
      if (kept.forgets) localStorage.clear();
      if (localStorage.getItem("settings")) return;
      localStorage.setItem("settings", kept.settings);
      if (kept.language) localStorage.setItem("language", kept.language);
    },
    { settings, language, forgets },
  );
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  return page;
}

/** Come by a link, as somebody does whom it was sent to: the invitation is seen, and accepted. */
export async function come(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.click(".card .deed");
}

export interface Made {
  table: string;
  links: { table: string | null; seats: string[]; spectator: string };
}

/** Make a table over HTTP, as the page of its host does after the form was filled in. */
export async function makeTable(page: Page, wish: { game: string; seats: Seat[]; [more: string]: unknown }): Promise<Made> {
  const answer = await page.request.post("/api/v1/tables", { data: wish });
  if (!answer.ok()) throw new Error(`There is no table: ${await answer.text()}`);
  return (await answer.json()) as Made;
}

/** What the host or a player changes about a seat. */
export async function changeSeat(page: Page, table: string, seat: number, change: { action: string; level?: string }): Promise<void> {
  const answer = await page.request.post(`/api/v1/tables/${table}/seats/${seat}`, { data: change });
  if (!answer.ok()) throw new Error(`Seat ${seat} is as it was: ${await answer.text()}`);
}

export interface Seat {
  kind: string;
  name?: string;
  level?: string;
}

/** Eva at seat 0, and bots that do not think long. */
export const againstBots = (number: number): Seat[] =>
  Array.from({ length: number }, (_, n) => (n === 0 ? { kind: "you", name: "Eva" } : { kind: "bot", level: "greedy" }));

/** How many sit at the smallest table of a game that is not played alone. */
export const fewest = (game: string) => Math.max(2, Number(/^seats = \[(\d+)/m.exec(readFileSync(ofGame(game, "game.toml"), "utf-8"))![1]));

/** A table of a game against bots, the smallest if nothing is said; its spectators' link. Its first cards are always the same. */
export async function quickTable(page: Page, game: string, size = 0, more: Record<string, unknown> = {}): Promise<string> {
  const { table, links } = await makeTable(page, { game, seats: againstBots(Math.max(size, fewest(game))), seed: "quick", ...more });
  await page.goto(`/t/${table}`);
  return links.spectator;
}

export interface Frame {
  type: string;
  number?: number;
  position?: { viewer: number; moves: number; view: any; offers: any[]; log: { start: number; entries: any[] }; figures: any } | null;
  [key: string]: unknown;
}

/** All frames that a page gets from now on. */
export function framesOf(page: Page): Frame[] {
  const frames: Frame[] = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(JSON.parse(String(payload)) as Frame)));
  return frames;
}
