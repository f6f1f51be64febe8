// The pictures of a review in docs/page.md: node tools/review.mjs [FOLDER]
// Bots play a match whose record is uploaded and reviewed; then a mistake is looked at, and on a phone the summary.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { runnerImport } from "vite";
import { withPalette } from "./palette.mjs";

const { openBrowser, PHONE, visitor } = (await runnerImport("./tests/browser/visitor.ts")).module;
const { environment, python, Server } = (await runnerImport("./tests/browser/server.ts")).module;
const [folder = "../docs/pictures"] = process.argv.slice(2);
const LARGEST = 60_000;
const EFFORT = 0.5;
const RECORD = `
import sys, tulips
from tulips import bots
from tulips.engine.match import record_file
match = tulips.game("gift-of-tulips").match(3, seed="r1", names=["Ada", "Ben", "Cleo"])
while match.end is None:
    seat = match.actors[0]
    match.play(seat, bots.choose(match.game, match.states, seat, ["novice", "greedy", "greedy"][seat], match.moves_made))
sys.stdout.buffer.write(record_file.encode(match))
`;
const SHOTS = [
  { name: "review", device: { viewport: { width: 1180, height: 700 }, colorScheme: "light" }, clicks: ["[data-mark]"] },
  { name: "review-phone", device: { ...PHONE, deviceScaleFactor: 1, colorScheme: "dark" }, clicks: [] },
];

const server = new Server(0, {}, EFFORT);
await server.start();
const browser = await openBrowser();
mkdirSync(folder, { recursive: true });
const data = execFileSync(python(), ["-c", RECORD], { env: environment() });
for (const { name, device, clicks } of SHOTS) {
  const page = await visitor(browser, { baseURL: server.address, ...device });
  const answer = await page.request.post("/api/v1/records", { data, headers: { "content-type": "application/json" } });
  await page.goto(`/t/${(await answer.json()).table}/review`);
  await page.waitForSelector(".summary", { timeout: 600_000 });
  await page.locator(".summary label").first().click();
  for (const selector of clicks) await page.locator(selector).first().click();
  await page.mouse.move(0, 0); // nothing is lit under it
  await page.waitForTimeout(800);
  const small = withPalette(await page.screenshot({ animations: "disabled" }), 64);
  writeFileSync(`${folder}/${name}.png`, small);
  console.log(`${name}: ${small.length} bytes`);
  if (small.length > LARGEST) process.exitCode = 1;
  await page.context().close();
}
await browser.close();
await server.close();
