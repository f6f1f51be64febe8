// A real server on a free port with a database of its own, and a real browser.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chromium from "@sparticuz/chromium";
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import type { Speed } from "../../src/settings/settings.svelte";

export const ROOT = join(import.meta.dirname, "../../..");
const DESKTOP = { viewport: { width: 1366, height: 768 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const GAMES = ["gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637", "tulpenfieber"];

export function python(): string {
  const own = join(ROOT, ".venv/bin/python");
  return process.env.TULIPS_PYTHON ?? (existsSync(own) ? own : "python3");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

export class Server {
  #process: ChildProcess | null = null;
  readonly #folder = mkdtempSync(join(tmpdir(), "tulips-"));
  port = 0;

  /** Bots move after so many seconds. */
  constructor(readonly pace = 0) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const database = `sqlite:///${join(this.#folder, "tables.sqlite")}`;
    const options = ["--port", String(this.port), "--database", database, "--pace", String(this.pace), "--no-browser", "--seeds"];
    this.#process = spawn(python(), ["-m", "tulips", "serve", ...options], {
      env: { ...process.env, PYTHONPATH: join(ROOT, "src") },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const child = this.#process;
    process.once("exit", () => child.kill()); // also when a test run breaks off
    for (let tries = 0; tries < 300 && this.#process.exitCode === null; tries++) {
      if (await fetch(`${this.address}/api/v1/health`).then((answer) => answer.ok, () => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error("The server did not start.");
  }

  /** Pull the plug, or stop it politely. */
  async stop(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const process = this.#process;
    if (!process) return;
    const gone = new Promise((resolve) => process.once("exit", resolve));
    process.kill(signal);
    await gone;
    this.#process = null;
  }

  async close(): Promise<void> {
    await this.stop("SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Without the package's own options, which are for one page in one process; here several people look at once. */
const OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio"];

export async function openBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), args: OPTIONS, headless: true });
}

/** A page of somebody new: own cookies, no explanations in the way, nothing moving, all shown at once. Errors on the page fail the test. */
export async function visitor(browser: Browser, server: Server, more: BrowserContextOptions & { guide?: boolean; name?: string; speed?: Speed } = {}): Promise<Page> {
  const { guide = false, name = "Eva", speed = "at once", ...options } = more;
  const context = await browser.newContext({ ...DESKTOP, reducedMotion: "reduce", locale: "en-GB", ...options });
  await context.addInitScript((kept) => {
    if (!localStorage.getItem("settings")) localStorage.setItem("settings", kept);
  }, JSON.stringify({ guide, name, speed }));
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(server.address);
  return page;
}

/** Come by a link, as somebody does whom it was sent to: the invitation is seen, and accepted. */
export async function come(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.click(".card .deed");
}

/** A table of a game, the smallest if nothing is said, against bots that do not think long; its spectators' link. Its first cards are always the same. */
export async function quickTable(page: Page, server: Server, game: string, size = 0, more: Record<string, unknown> = {}): Promise<string> {
  const { games } = (await (await page.request.get(`${server.address}/api/v1/games`)).json()) as { games: { name: string; seats: [number, number] }[] };
  const number = Math.max(2, size, games.find((one) => one.name === game)!.seats[0]);
  const seats = Array.from({ length: number }, (_, n) => (n === 0 ? { kind: "you", name: "Eva" } : { kind: "bot", level: "greedy" }));
  const made = await page.request.post(`${server.address}/api/v1/tables`, { data: { game, seats, seed: "quick", ...more } });
  const { table, links } = (await made.json()) as { table: string; links: { spectator: string } };
  await page.goto(`${server.address}/t/${table}`);
  return `${server.address}${links.spectator}`;
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
