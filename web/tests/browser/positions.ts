// Positions of real games, written by tools/fixtures.py and shown by the built page; what the page sends is heard and not answered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import type { FromPage, StateFrame } from "../../src/generated/messages";
import { visit } from "./shared";
import { PHONE, type Visit } from "./visitor";

export const SIZES: Record<string, BrowserContextOptions> = {
  "1366×768": { viewport: { width: 1366, height: 768 } },
  "1920×1080": { viewport: { width: 1920, height: 1080 } },
  "390×844": PHONE,
  "360×640": { ...PHONE, viewport: { width: 360, height: 640 } },
};

export const position = (game: string, name: string) => JSON.parse(readFileSync(join(inject("positions"), game, `${name}.json`), "utf-8")) as StateFrame;

/** A page that shows the position, and what it has sent. */
export async function showPosition(frame: StateFrame, more: Visit = {}): Promise<{ page: Page; sent: FromPage[] }> {
  const page = await visit(more);
  const sent: FromPage[] = [];
  await page.routeWebSocket(/\/socket/, (socket) => {
    socket.onMessage((message) => {
      const heard = JSON.parse(String(message)) as FromPage;
      if (heard.type !== "ping") sent.push(heard);
    });
    socket.send(JSON.stringify({ ...frame, frame: 1 }));
  });
  await page.goto("/t/shown");
  await page.waitForSelector(".board .handle");
  return { page, sent };
}
