// The pictures in README.md, from real games: `make pictures`, or node tools/pictures.mjs [FOLDER]
// A robot plays some way against bots; then it is our turn, something lit is touched, and what the page shows is kept.
// Or it plays to the end, and the curves of the result are kept.
import { mkdirSync, writeFileSync } from "node:fs";
import { runnerImport } from "vite";
import { withPalette } from "./palette.mjs";

const { framesOf, makeTable, openBrowser, PHONE, visitor } = (await runnerImport("./tests/browser/visitor.ts")).module;
const { Server } = (await runnerImport("./tests/browser/server.ts")).module;
const { clicker } = (await runnerImport("./tests/browser/robot.ts")).module;
const [folder = "../docs/pictures"] = process.argv.slice(2);
const LARGEST = 400_000;
const NAMES = ["Eva", "Ada", "Ben", "Cleo"];

/** What is shown: after so many events, or at the end. */
const SHOTS = [
  { name: "desktop", game: "tulip-bubble", seats: 4, after: 130, device: { viewport: { width: 1366, height: 768 } } },
  { name: "phone", game: "gift-of-tulips", seats: 4, after: 26, device: { ...PHONE, deviceScaleFactor: 1.5 } },
  { name: "prices", game: "tulipmania-1637", seats: 4, after: Infinity, device: { viewport: { width: 1366, height: 810 } } },
];

const server = new Server(0.05);
await server.start();
const browser = await openBrowser();
mkdirSync(folder, { recursive: true });
let all = 0;

for (const { name, game, seats, after, device } of SHOTS) {
  const page = await visitor(browser, { baseURL: server.address, ...device, colorScheme: "light" });
  const frames = framesOf(page);
  const people = NAMES.slice(0, seats).map((who, n) =>
    n === 0 ? { kind: "you", name: who } : { kind: "bot", name: who, level: "merchant" },
  );
  const { table } = await makeTable(page, { game, seats: people, seed: "pictures" });
  await page.goto(`/t/${table}`);
  const robot = clicker(page, 4);
  const events = () => Math.max(0, ...frames.map((frame) => frame.number ?? 0));
  while (events() < after && (await robot.step())); // one step after the other
  if (after === Infinity) {
    await page.mouse.move(0, 0); // nothing is lit under it
    await page.locator(".end .columns").evaluate((columns) => columns.scrollIntoView());
  } else {
    await page.locator(".board .handle.lit").first().waitFor({ timeout: 60_000 });
    await page.keyboard.press("Escape"); // what the robot may have touched
    await page.locator(".board .handle.lit").first().click();
  }
  await page.waitForTimeout(400);
  const small = withPalette(await page.screenshot({ animations: "disabled" }), 192);
  writeFileSync(`${folder}/${name}.png`, small);
  console.log(`${name}: ${game} after ${events()} events, ${small.length} bytes`);
  all += small.length;
  await page.context().close();
}
await browser.close();
await server.close();
if (all > LARGEST) throw new Error(`Together they are ${all} bytes, more than ${LARGEST}.`);
