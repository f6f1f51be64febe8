// Positions of real games, written by tools/fixtures.py and shown by the built page; what the page sends is heard and not answered.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import type { FromPage, StateFrame } from "../../src/generated/messages";
import { browser, server } from "./shared";
import { PHONE, type Visit, visitor } from "./visitor";

export const SIZES: Record<string, BrowserContextOptions> = {
  "1366×768": { viewport: { width: 1366, height: 768 } },
  "1920×1080": { viewport: { width: 1920, height: 1080 } },
  "390×844": PHONE,
  "360×640": { ...PHONE, viewport: { width: 360, height: 640 } },
};

export const position = (game: string, name: string) =>
  JSON.parse(readFileSync(join(inject("positions"), game, `${name}.json`), "utf-8")) as StateFrame;

interface Shown {
  page: Page;
  /** What the page has sent since it shows the position. */
  sent: FromPage[];
}

let last: (Shown & { options: string; frame: StateFrame }) | null = null;

/** A page that shows the position, loaded anew by a browser that has kept nothing. The window is the last one if that is of the same kind: most of the time goes into opening one. */
export async function showPosition(frame: StateFrame, more: Visit = {}): Promise<Shown> {
  const options = JSON.stringify(more);
  if (last?.options !== options) {
    await last?.page.context().close();
    last = null;
    const shown = { page: await visitor(browser, { baseURL: server, ...more, forgets: true }), sent: [] as FromPage[], options, frame };
    await shown.page.routeWebSocket(/\/socket/, (socket) => {
      const sent: FromPage[] = (shown.sent = []);
      socket.onMessage((message) => {
        const heard = JSON.parse(String(message)) as FromPage;
        if (heard.type !== "ping") sent.push(heard);
      });
      socket.send(JSON.stringify({ ...shown.frame, frame: 1 }));
    });
    last = shown;
  }
  last.frame = frame;
  await last.page.goto("/t/shown");
  await last.page.waitForSelector(".board .handle");
  return { page: last.page, sent: last.sent };
}
