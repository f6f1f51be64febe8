// The pictures in README.md, from real games: `make pictures`, or node tools/pictures.mjs [FOLDER [NAME]]
// A robot plays some way against bots; then it is our turn, something lit is touched, and what the page shows is kept.
// Or it plays to the end, and the curves of the result are kept. Of one turn there is a moving picture.
import { mkdirSync, writeFileSync } from "node:fs";
import { runnerImport } from "vite";
import { moving } from "./moving.mjs";
import { withPalette } from "./palette.mjs";

const { framesOf, makeTable, openBrowser, PHONE, visitor } = (await runnerImport("./tests/browser/visitor.ts")).module;
const { Server } = (await runnerImport("./tests/browser/server.ts")).module;
const { clicker } = (await runnerImport("./tests/browser/robot.ts")).module;
const [folder = "../docs/pictures", only] = process.argv.slice(2);
const LARGEST = 400_000;
const NAMES = ["Eva", "Ada", "Ben", "Cleo"];

/** What is shown: after so many events, or at the end; `moving` from then on. */
const SHOTS = [
  { name: "desktop", game: "tulip-bubble", seats: 4, after: 130, device: { viewport: { width: 1366, height: 768 } } },
  { name: "phone", game: "gift-of-tulips", seats: 4, after: 26, device: { ...PHONE, deviceScaleFactor: 1.5 } },
  {
    name: "turn",
    game: "gift-of-tulips",
    seats: 4,
    after: 26,
    device: { viewport: { width: 800, height: 800 }, deviceScaleFactor: 0.9 },
    moving: true,
  },
  { name: "prices", game: "tulipmania-1637", seats: 4, after: Infinity, device: { viewport: { width: 1366, height: 810 } } },
];

const MOVING = { speed: "fast", reducedMotion: "no-preference" };

const server = new Server(0.05);
await server.start();
const browser = await openBrowser();
mkdirSync(folder, { recursive: true });
let all = 0;

/** A turn as a hand makes it: what is lit is touched and confirmed until it is the others' turn, and they have moved. */
async function turn(page) {
  const shots = [];
  const keep = async (milliseconds) => shots.push({ png: await page.screenshot(), milliseconds });
  const touch = async (thing) => {
    const box = await thing.boundingBox();
    await page.evaluate(
      ({ x, y }) => {
        const finger = document.createElement("div");
        finger.id = "finger";
        finger.style = `position: fixed; left: ${x - 14}px; top: ${y - 14}px; width: 28px; height: 28px; border-radius: 50%;
          background: #0006; border: 2px solid #fff; z-index: 9999; pointer-events: none`;
        document.body.append(finger);
      },
      { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    );
    await keep(500);
    await page.evaluate(() => document.getElementById("finger").remove());
    await thing.click();
  };
  for (let card = 0; card < 2; card++) {
    await page.locator(".board .handle.lit").first().waitFor();
    await page.waitForTimeout(500);
    await keep(1200);
    await touch(page.locator(".board .handle.lit").nth(2 * card));
    await page.waitForTimeout(500);
    await keep(2000);
    await touch(page.locator(".foot .confirm").first());
  }
  await page.locator(".on-its-way").waitFor({ state: "detached" });
  await page.locator(".board .handle.lit").first().waitFor({ state: "detached" });
  const until = Date.now() + 9000;
  for (let before = Date.now(); before < until;) {
    const shot = { png: await page.screenshot(), milliseconds: 0 };
    shot.milliseconds = Math.max(250, Date.now() - before);
    before = Date.now();
    shots.push(shot);
    if (await page.locator(".board .handle.lit").count()) break;
  }
  await keep(2000);
  return moving(shots, 80);
}

for (const { name, game, seats, after, device, moving: moves = false } of SHOTS.filter((shot) => !only || shot.name === only)) {
  const page = await visitor(browser, { baseURL: server.address, ...device, colorScheme: "light", ...(moves ? MOVING : {}) });
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
    if (!moves) await page.locator(".board .handle.lit").first().click();
  }
  await page.waitForTimeout(400);
  const small = moves ? await turn(page) : withPalette(await page.screenshot({ animations: "disabled" }), 192);
  writeFileSync(`${folder}/${name}.png`, small);
  console.log(`${name}: ${game} after ${events()} events, ${small.length} bytes`);
  all += small.length;
  await page.context().close();
}
await browser.close();
await server.close();
if (all > LARGEST) throw new Error(`Together they are ${all} bytes, more than ${LARGEST}.`);
