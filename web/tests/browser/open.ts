// A server and a browser for the tests of one file, from its first test to its last.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { openBrowser, Server } from "./harness";

export const server = new Server();
export let browser: Browser;

beforeAll(async () => {
  await server.start();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server.close();
});
