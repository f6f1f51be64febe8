// Plays whole games against bots and takes pictures on the way: node tools/tour.mjs FOLDER [GAME ...]
// Each place is seen on two desktops and two phones by day, on the usual ones by night too; what does not fit is told.
import { mkdirSync } from "node:fs";
import { runnerImport } from "vite";

const { GAMES, openBrowser, quickTable, visitor } = (await runnerImport("./tests/browser/visitor.ts")).module;
const { Server } = (await runnerImport("./tests/browser/server.ts")).module;
const { clicker } = (await runnerImport("./tests/browser/robot.ts")).module;
const [folder = "tour", ...wanted] = process.argv.slice(2);
const [seed, seats, every, locale] = [
  +(process.env.SEED ?? 1),
  +(process.env.SEATS ?? 0),
  +(process.env.EVERY ?? 40),
  process.env.LOCALE ?? "en-GB",
];
const BOTH = ["light", "dark"];
const SCREENS = [
  ["desktop", 1366, 768, BOTH],
  ["large", 1920, 1080, ["light"]],
  ["phone", 390, 844, BOTH],
  ["small", 360, 640, ["light"]],
];
mkdirSync(folder, { recursive: true });

const server = new Server();
await server.start();
const browser = await openBrowser();

/** What does not fit: the page, the board within it, and things that stick out of the screen. */
const misfits = () => {
  const [page, board] = [document.documentElement, document.querySelector(".board, main")];
  const wide = page.scrollWidth - page.clientWidth;
  const tall = innerWidth >= 900 ? page.scrollHeight - page.clientHeight : 0;
  const inside = innerWidth >= 900 && board?.matches(".board") ? board.scrollHeight - board.clientHeight : 0;
  return [wide > 0 && `${wide} px too wide`, tall > 0 && `${tall} px too tall`, inside > 0 && `board ${inside} px too tall`]
    .filter(Boolean)
    .join(", ");
};

async function picture(page, name) {
  for (const [screen, width, height, schemes] of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // measured anew
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${screen}-${colorScheme}.png`, animations: "disabled" });
    }
    const wrong = await page.evaluate(misfits);
    if (wrong) console.log(`${name} ${screen}: ${wrong}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ colorScheme: "light" });
}

for (const game of wanted.length ? wanted : GAMES) {
  const page = await visitor(browser, { baseURL: server.address, locale });
  await quickTable(page, game, seats || undefined);
  await page.waitForSelector(".board .handle.lit, .foot .choice", { timeout: 120_000 });
  await picture(page, `${game}-000`);
  const robot = clicker(page, seed);
  for (let steps = 1; await robot.step(); steps++)
    if (steps % every === 0) await picture(page, `${game}-${String(steps).padStart(3, "0")}`);
  await page.waitForSelector("main.end .curves, main.end h1");
  await picture(page, `${game}-end`);
  console.log(game, "done");
  await page.context().close();
}
await browser.close();
await server.close();
