// The pictures that messengers show beside a link, and the page's icons, from our own drawings: node tools/cards.mjs
// One of 1200 by 630 for each game and one for the page, into public/pictures; run it again when a drawing changes.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, runnerImport } from "vite";
import { withPalette } from "./palette.mjs";

const { openBrowser } = (await runnerImport("./tests/browser/visitor.ts")).module;
const { python } = (await runnerImport("./tests/browser/server.ts")).module;
const FOLDER = "public/pictures";
const ICONS = { "icon-180": 180, "icon-192": 192, "icon-512": 512 };
const [COLOURS, LARGEST] = [+(process.env.COLOURS ?? 96), 60_000];

mkdirSync(FOLDER, { recursive: true });
const games = JSON.parse(execFileSync(python(), ["-m", "tulips", "games", "--json"], { env: { ...process.env, PYTHONPATH: "../src" } }));
const vite = await createServer({ logLevel: "error", server: { host: "127.0.0.1", port: 0 } });
await vite.listen();
const address = `http://127.0.0.1:${vite.httpServer.address().port}`;
const browser = await openBrowser();
const page = await browser.newPage({ colorScheme: "light" });

async function picture(path, name, width, height) {
  await page.setViewportSize({ width, height });
  await page.goto(address + path, { waitUntil: "networkidle" });
  await page.waitForSelector("main .tulip");
  await page.evaluate(() => document.fonts.ready);
  const small = withPalette(await page.screenshot(), COLOURS);
  writeFileSync(`${FOLDER}/${name}.png`, small);
  console.log(name, small.length, "bytes");
  if (small.length > LARGEST) throw new Error("Too large.");
}

await picture("/picture", "tulips", 1200, 630);
for (const { name, title, portrait } of games)
  await picture(`/picture/${name}?${new URLSearchParams({ title, portrait: JSON.stringify(portrait) })}`, name, 1200, 630);
for (const [name, size] of Object.entries(ICONS)) await picture("/picture/icon", name, size, size);
await browser.close();
await vite.close();
