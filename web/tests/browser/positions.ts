// Positions of real games, written by tools/fixtures.py and shown by the built page; what the page sends is heard and not answered.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { FromPage, StateFrame } from "../../src/generated/messages";
import { PHONE, python, ROOT, type Server, visitor } from "./harness";

export const SIZES: Record<string, BrowserContextOptions> = {
  "1366×768": { viewport: { width: 1366, height: 768 } },
  "1920×1080": { viewport: { width: 1920, height: 1080 } },
  "390×844": PHONE,
  "360×640": { ...PHONE, viewport: { width: 360, height: 640 } },
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tulips-positions-"));
  const { status } = spawnSync(python(), [join(ROOT, "web/tools/fixtures.py"), "--folder", folder], { env: { ...process.env, PYTHONPATH: join(ROOT, "src") }, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error("tools/fixtures.py failed.");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

export interface Laid {
  page: Page;
  sent: FromPage[];
  /** Another position comes. */
  show: (frame: StateFrame) => void;
}

export const position = (game: string, name: string) => JSON.parse(readFileSync(join(folder, game, `${name}.json`), "utf-8")) as StateFrame;

/** A page with the position before it, and letters of so many per cent. */
export async function lay(browser: Browser, server: Server, frame: StateFrame, more: BrowserContextOptions & { guide?: boolean; text?: number } = {}): Promise<Laid> {
  const { text = 100, guide = false, ...options } = more;
  const page = await visitor(browser, server, options);
  await page.evaluate((kept) => localStorage.setItem("settings", kept), JSON.stringify({ guide, name: "Eva", text }));
  const sent: FromPage[] = [];
  let number = 0;
  let show: Laid["show"] = () => undefined;
  await page.routeWebSocket(/\/socket/, (socket) => {
    show = (state) => socket.send(JSON.stringify({ ...state, frame: ++number }));
    socket.onMessage((message) => {
      const heard = JSON.parse(String(message)) as FromPage;
      if (heard.type !== "ping") sent.push(heard);
    });
    show(frame);
  });
  await page.goto(`${server.address}/t/laid`);
  await page.waitForSelector(".board .handle");
  return { page, sent, show: (state) => show(state) };
}
