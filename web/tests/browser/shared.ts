// What the tests of one worker share, whatever file they are in: its server and its browser. Nobody shares a page.
import type { Page } from "playwright-core";
import { inject, onTestFinished } from "vitest";
import { openBrowser, type Visit, visitor } from "./visitor";

/** The worker's server: with a database of its own, and bots that do not wait before they move. */
export const server = inject("servers")[Number(process.env.VITEST_POOL_ID) - 1]!;
export const browser = await openBrowser(); // it ends with the worker

/** An empty page of somebody new, at the worker's server if nothing else is said; it is closed when the test has ended. */
export async function visit(more: Visit = {}): Promise<Page> {
  const page = await visitor(browser, { baseURL: server, ...more });
  onTestFinished(() => page.context().close());
  return page;
}
