// How long a click takes to be seen: node tools/latency.mjs [MOVES] [GAME ...]
// Against bots, by clicks; from the click that makes a move to the picture in which its line stands in the log, in milliseconds.
// Bots move after a fifth of a second, so that they do not think while the move is on its way; usually they take longer.
import { runnerImport } from "vite";

const { GAMES, openBrowser, quickTable, visitor } = (await runnerImport("./tests/browser/visitor.ts")).module;
const { Server } = (await runnerImport("./tests/browser/server.ts")).module;
const { clicker } = (await runnerImport("./tests/browser/robot.ts")).module;
const [moves = "40", ...wanted] = process.argv.slice(2);

const server = new Server(0.2);
await server.start();
const browser = await openBrowser();

/** Watches clicks that make a move: when the page answers, when the frame has come, and when the log shows it. */
function watch() {
  const found = (globalThis.found = []);
  const seen = (then) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = then;
      channel.port2.postMessage(0);
    });
  const lines = () => document.querySelectorAll(".log li button").length;
  const wire = WebSocket.prototype;
  const send = wire.send;
  let click = null;
  addEventListener(
    "click",
    (event) => {
      if (event.target.closest?.(".foot .confirm, .foot .choice, .board button")) click = { at: event.timeStamp, lines: lines() };
    },
    true,
  );
  wire.send = function (text) {
    if (click && JSON.parse(text).type === "move") {
      const mine = click;
      click = null;
      mine.sent = performance.now();
      seen(() => (mine.answered = performance.now()));
      const listen = (message) => {
        const frame = JSON.parse(message.data);
        if (frame.type === "position") {
          mine.came = performance.now();
          mine.size = message.data.length;
          this.removeEventListener("message", listen);
        }
      };
      this.addEventListener("message", listen);
      const observer = new MutationObserver(() => {
        if (lines() === mine.lines) return;
        observer.disconnect();
        mine.drawn = performance.now();
        seen(() => {
          mine.shown = performance.now();
          found.push({
            sent: mine.sent - mine.at,
            answered: mine.answered - mine.at,
            came: mine.came - mine.at,
            drawn: mine.drawn - mine.at,
            shown: mine.shown - mine.at,
            size: mine.size,
          });
        });
      });
      observer.observe(document.querySelector("aside.side"), { childList: true, subtree: true });
    }
    return send.call(this, text);
  };
}

/** The first page: what comes over the wire, and how long until a game can be chosen, from an empty cache. */
async function firstPage() {
  const page = await visitor(browser, { baseURL: server.address });
  await page.goto("/");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.enable");
  await cdp.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  cdp.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  const times = [];
  for (let n = 0; n < 5; n++) {
    bytes = 0;
    await page.goto(server.address, { waitUntil: "commit" });
    times.push(
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            const look = () =>
              document.querySelector("[data-play]:not(:disabled)")
                ? requestAnimationFrame(() => resolve(performance.now()))
                : setTimeout(look, 5);
            look();
          }),
      ),
    );
    await page.waitForLoadState("networkidle");
  }
  console.log(
    `first page: ${(bytes / 1000).toFixed(1)} kB over the wire; a game can be chosen after ${times.map(Math.round).join(", ")} ms`,
  );
  await page.context().close();
}

const at = (numbers, share) =>
  Math.round([...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(share * numbers.length))]);
const told = (name, numbers) => `${name} ${at(numbers, 0.5)}/${at(numbers, 0.9)}/${at(numbers, 0.99)}`;
await firstPage();
console.log("milliseconds after the click: half / nine tenths / 99 of 100 are faster");
for (const game of wanted.length ? wanted : GAMES) {
  const all = [];
  for (let seed = 1; all.length < +moves; seed++) {
    const page = await visitor(browser, { baseURL: server.address, reducedMotion: process.env.MOTION ?? "no-preference" });
    await page.addInitScript(watch);
    await quickTable(page, game, 4);
    const robot = clicker(page, seed);
    await page.waitForSelector(".board .handle.lit, .foot .choice", { timeout: 120_000 });
    while ((await page.evaluate(() => globalThis.found.length)) + all.length < +moves && (await robot.step()));
    all.push(...(await page.evaluate(() => globalThis.found)));
    await page.context().close();
  }
  const of = (key) => all.map((one) => one[key]);
  console.log(
    `${game}: ${all.length} moves; ${told("sent", of("sent"))}, ${told("button answers", of("answered"))}, ${told("frame came", of("came"))}, ${told("in the page", of("drawn"))}, ${told("on screen", of("shown"))}; frame ${at(of("size"), 0.5)} bytes`,
  );
}
await browser.close();
await server.close();
