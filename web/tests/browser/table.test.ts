// What happens around a game: friends and strangers, a pulled plug, looking back, the end, one screen for two.
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { gameCatalogue, opening } from "../catalogues";
import { clicker } from "./robot";
import { Server } from "./server";
import { visit } from "./shared";
import { come, type Frame, framesOf, quickTable } from "./visitor";

/** Set up a table by hand: who sits where, from the second seat on. */
async function setUp(page: Page, game: string, kinds: ("open" | "bot" | "you")[], level = "greedy"): Promise<void> {
  await page.goto(`/new/${game}`);
  await page
    .locator("main form select")
    .first()
    .selectOption(String(kinds.length + 1));
  const seats = page.locator("main form li");
  for (const [n, kind] of kinds.entries()) {
    await seats
      .nth(n + 1)
      .locator("select")
      .first()
      .selectOption(kind);
    if (kind === "bot")
      await seats
        .nth(n + 1)
        .locator("select")
        .nth(1)
        .selectOption(level);
  }
  await page.click("main form button[type=submit]");
  await page.waitForURL(/\/t\//);
}

/** What the server tells a page about its table. */
async function infoOf(page: Page): Promise<{ nonces: string[]; rematch_nonces: string[]; seats: unknown[] }> {
  return (await page.request.get(`/api/v1/tables/${page.url().split("/").pop()}`)).json();
}

/** Whether there is only one move, as with two equal cards in Gift of Tulips: it is made by one click. */
async function isForced(page: Page): Promise<boolean> {
  await page.locator(".foot .choice").first().waitFor();
  return (await page.locator(".foot .hint", { hasText: "This is the only move" }).count()) > 0;
}

/** The first move of the bar, confirmed where it has to be. */
async function choose(page: Page): Promise<void> {
  const forced = await isForced(page);
  await page.locator(".foot .choice").first().click();
  if (!forced) await page.click(".foot .confirm");
}

const positions = (frames: Frame[]) =>
  frames.filter((frame) => frame.position).map((frame) => ({ number: frame.number!, position: frame.position! }));

test("two friends play a match with a shuffle that both have mixed into", async () => {
  const eva = await visit({ name: "Eva" });
  const ada = await visit({ name: "Ada" });
  await setUp(eva, "gift-of-tulips", ["open", "bot"]);
  const link = await eva.locator(".link input").first().inputValue();
  expect(link).toMatch(/#[\w-]{22,}$/);
  await come(ada, link);
  const robots = [clicker(eva, 3), clicker(ada, 4)];
  await Promise.all(robots.map((robot) => robot.play()));
  expect(ada.url()).not.toContain("#");
  for (const page of [eva, ada]) await page.waitForSelector(".end >> text=This browser knew the fingerprint before it mixed in");
  expect((await infoOf(eva)).nonces).toHaveLength(2);
});

test("a stranger gets nothing of a private table", async () => {
  const eva = await visit();
  await setUp(eva, "gift-of-tulips", ["bot"]);
  const stranger = await visit({ name: "Stranger" });
  const frames = framesOf(stranger);
  await stranger.goto(eva.url());
  await stranger.waitForSelector("text=There is no such table");
  expect(frames).toEqual([]);
});

test("the server is killed in the middle of a turn; the page comes back by itself and the match goes on to its end", async () => {
  const server = new Server();
  onTestFinished(() => server.close());
  await server.start();
  const page = await visit({ baseURL: server.address });
  await setUp(page, "gift-of-tulips", ["bot"]);
  const robot = clicker(page, 5);
  for (let steps = 0; steps < 12; steps++) await robot.step();
  await page.waitForSelector(".board .handle.lit, .foot .choice, .foot .confirm");
  const before = await page.locator(".log li").count();
  await server.stop("SIGKILL");
  await page.waitForSelector(".status .lost");
  await server.start();
  await page.waitForSelector(".status .lost", { state: "detached", timeout: 30_000 });
  expect(await page.locator(".log li").count()).toBeGreaterThanOrEqual(before);
  await robot.play();
});

test("a finished match is watched again: as everyone and as a seat, and played on from a position", async () => {
  const page = await visit();
  await setUp(page, "gift-of-tulips", ["bot"]);
  await clicker(page, 6).play();
  await page.waitForSelector("text=the shuffle was fair");
  await page.waitForSelector("text=This browser knew the fingerprint before it mixed in");
  const last = Number((await (await page.request.get(`/api/v1/tables/${page.url().split("/").pop()}/positions/0?as=all`)).json()).moves);
  expect(last).toBe(0);

  // The record comes down and goes up again.
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(".end a[download] >> nth=0")]);
  const record = (await download.path())!;

  await page.click("text=Watch it again");
  await page.waitForSelector(".replay output");
  expect(await page.locator(".replay output").textContent()).toMatch(/^0 \//);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".replay output")?.textContent?.startsWith("1 /"));
  await page.selectOption(".replay .eyes select", "1");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent?.includes("After move 1"));
  await page.click("text=Back to the result");

  // A line of the log leads to its position.
  await page.locator(".log li button").nth(8).click();
  await page.waitForSelector(".replay output");
  await page.locator(".replay input[type=range]").fill("4");
  await page.waitForFunction(() => document.querySelector(".replay output")?.textContent?.startsWith("4 /"));
  const finished = page.url();
  await page.locator(".replay").getByLabel("Level of bots").selectOption("novice");
  await page.click("[data-play-on]");
  await page.waitForFunction((before) => location.href !== before && document.querySelector(".board"), finished);
  await page.waitForSelector(".foot .choice, .board .handle.lit");
  expect(await infoOf(page)).toMatchObject({ nonces: [expect.any(String)], seats: [{ yours: true }, { kind: "bot", level: "novice" }] });

  await page.goto("/");
  await page.locator("input[type=file]").setInputFiles(record);
  await page.waitForSelector(".end h1");
});

test("the end draws prices with a flower for each bubble that burst, its numbers written as the chosen language does", async () => {
  const page = await visit({ language: "de" }); // whose browser asks for English
  const frames = framesOf(page);
  await quickTable(page, "tulipmania-1637", 3);
  await clicker(page, 16).play();
  const { view, scores } = positions(frames).at(-1)!.position as unknown as {
    view: { market: { price: number | null }[] };
    scores: number[];
  };
  await page.waitForFunction(() => document.querySelectorAll(".end .burst").length > 0);
  expect(await page.locator(".end .burst").count()).toBe(view.market.filter(({ price }) => price === null).length);
  const written = await page.locator(".ranking b").allTextContents();
  expect(written.sort()).toEqual(scores.map((score) => score.toLocaleString("de")).sort());
  expect(written.join()).toMatch(/\d\.\d{3}/);
});

test("two at one screen pass it on, and a curtain hides the one from the other", async () => {
  const page = await visit();
  await setUp(page, "gift-of-tulips", ["you"]);
  await page.waitForSelector("[data-lift]");
  expect(await page.locator(".board").count()).toBe(0);
  const robot = clicker(page, 7);
  const seen = new Set<string>();
  for (let steps = 0; steps < 150 && seen.size < 2; steps++) {
    await page.waitForSelector("[data-lift], .board .handle.lit, .foot .choice, .foot .confirm, main.end");
    if (await page.locator("[data-lift]").count()) {
      seen.add((await page.locator("[data-lift]").textContent())!);
      expect(await page.locator("[role=log] p").count()).toBe(0);
    }
    await robot.step();
  }
  expect(seen.size).toBe(2);
});

test("no curtain falls between two at one screen where nothing is hidden", async () => {
  const page = await visit();
  await setUp(page, "tulpenfieber", ["you"]);
  const robot = clicker(page, 7);
  const seen = new Set<string>();
  for (let steps = 0; steps < 150 && seen.size < 2; steps++) {
    await page.waitForSelector("[data-lift], .board .handle.lit, .foot .choice, .foot .confirm, main.end");
    expect(await page.locator("[data-lift]").count()).toBe(0);
    seen.add((await page.locator(".board .others h3").textContent())!);
    await robot.step();
  }
  expect(seen.size).toBe(2);
});

test("the first game explains itself, a bubble at a time, until one has had enough", async () => {
  const page = await visit({ guide: true });
  await setUp(page, "gift-of-tulips", ["bot"]);
  await page.waitForSelector(".bubble.ready");
  const first = await page.locator(".bubble p").textContent();
  await page.click(".bubble >> text=Understood");
  await page.waitForFunction((before) => document.querySelector(".bubble p")?.textContent !== before, first);
  if (await page.locator(".bubble").count()) await page.click("text=No more explanations");
  expect(await page.locator(".bubble").count()).toBe(0);
});

test("a move is taken back, and what is said is heard", async () => {
  const eva = await visit({ name: "Eva" });
  const ada = await visit({ name: "Ada" });
  await setUp(eva, "gift-of-tulips", ["open"]);
  await come(ada, await eva.locator(".link input").first().inputValue());
  await eva.waitForSelector(".foot .choice");
  await choose(eva);
  await eva.waitForSelector(".foot .undo");
  await eva.click(".foot .undo");
  await eva.waitForSelector(".foot .choice");
  await eva.click("[role=tab] >> nth=1");
  await eva.fill(".chat input", "Good evening!");
  await eva.keyboard.press("Enter");
  await ada.click("[role=tab] >> nth=1");
  await ada.waitForSelector(".chat li >> text=Good evening!");
});

test("nothing is done by one stray key or click: a choice is seen first, put back, and made when it is meant", async () => {
  const page = await visit();
  await quickTable(page, "gift-of-tulips");
  expect(await isForced(page)).toBe(false);
  const [choice, confirm, own] = [
    page.locator(".foot .choice").first(),
    page.locator(".foot .confirm"),
    page.locator(".log h3", { hasText: "You" }),
  ];
  for (const reset of [
    () => page.keyboard.press("Escape"),
    () => page.keyboard.press("Backspace"),
    () => page.click(".foot >> text=Reset"),
  ]) {
    for (const chosen of [() => page.keyboard.press("1"), () => choice.click(), () => choice.press("Enter")]) {
      await choice.waitFor();
      await chosen();
      await confirm.waitFor();
      expect(await page.locator(".foot .changes li").count()).toBeGreaterThan(1);
      await reset();
    }
  }
  await choice.waitFor();
  expect(await own.count()).toBe(0);

  await page.keyboard.down("1");
  await page.keyboard.down("1"); // held down
  await confirm.waitFor();
  await page.keyboard.up("1");
  await page.keyboard.press("2");
  await page.keyboard.press("2");
  expect(await confirm.count()).toBe(1);
  await page.keyboard.press("1");
  await own.first().waitFor();

  expect(await isForced(page)).toBe(false); // and the next choice is there
  await page.keyboard.press("1");
  await page.locator(".foot .confirm:focus").waitFor();
  const before = await page.locator(".log li").count();
  await page.keyboard.press("Enter");
  await page.waitForFunction((lines) => document.querySelectorAll(".log li").length > lines, before);
});

/** Counts the tones that a page would let sound. */
function countTones(): void {
  const counted = globalThis as unknown as { tones: number };
  counted.tones = 0;
  const createOscillator = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    counted.tones++;
    return createOscillator.call(this);
  };
}

test("one's turn is seen in title and icon while it lasts, and heard only if that is wanted", async () => {
  const eva = await visit({ name: "Eva" });
  const ada = await visit({ name: "Ada" });
  await eva.addInitScript(countTones);
  await setUp(eva, "gift-of-tulips", ["open"]);
  const waiting = async () => ({ title: await eva.title(), dot: (await eva.getAttribute("link[rel=icon]", "href"))!.includes("circle") });
  const tones = () => eva.evaluate(() => (globalThis as unknown as { tones: number }).tones);
  await come(ada, await eva.locator(".link input").first().inputValue());
  await eva.waitForSelector(".foot .choice");
  expect(await waiting()).toEqual({ title: "● Your turn – Gift of Tulips", dot: true });
  await choose(eva);
  await eva.waitForFunction(() => !document.title.startsWith("●"));
  expect(await waiting()).toEqual({ title: "Gift of Tulips", dot: false });
  expect(await tones()).toBe(0);

  await eva.keyboard.press("s");
  await eva.check("text=A soft tone when it is your turn");
  await eva.keyboard.press("Escape");
  const tried = await tones();
  expect(tried).toBeGreaterThan(0);
  await choose(ada);
  while (!(await waiting()).dot) if (await ada.locator(".foot .choice").count()) await choose(ada);
  await eva.waitForFunction((before) => (globalThis as unknown as { tones: number }).tones > before, tried);
  await eva.goto("/");
  await eva.waitForSelector("[data-play]");
  expect(await waiting()).toEqual({ title: "Tulips", dot: false });
});

test("what others have seen is taken back only if they agree", async () => {
  const choosing = opening(gameCatalogue("gift-of-tulips", "en"), "status.opening");
  const eva = await visit({ name: "Eva" });
  const ada = await visit({ name: "Ada" });
  await setUp(eva, "gift-of-tulips", ["open"]);
  await come(ada, await eva.locator(".link input").first().inputValue());
  await choose(eva);
  await eva.waitForSelector(".foot .undo");
  await choose(ada);
  await eva.waitForFunction((choosing) => !document.querySelector(".status")?.textContent?.includes(choosing), choosing);
  const opened = await eva.locator(".log li button").count();

  await eva.click(".foot .undo");
  await ada.click(".foot >> text=No, it stands");
  await eva.waitForSelector(".foot .undo");
  expect(await eva.locator(".log li button").count()).toBe(opened);

  await eva.click(".foot .undo");
  await ada.waitForSelector("text=Eva asks to take back their last move, with all that came after it");
  await ada.click(".foot >> text=Let it be taken back");
  await eva.waitForFunction((choosing) => document.querySelector(".status")?.textContent?.includes(choosing), choosing);
  await eva.waitForSelector(".foot .choice");
});

test("a bot stands in for somebody who leaves, until they come back; afterwards the same people play again", async () => {
  const eva = await visit({ name: "Eva" });
  const ada = await visit({ name: "Ada" });
  await setUp(eva, "gift-of-tulips", ["open"]);
  await come(ada, await eva.locator(".link input").first().inputValue());
  await ada.waitForSelector(".foot .choice");
  await ada.keyboard.press("p");
  await ada.getByLabel("Level of bots").selectOption("greedy");
  await ada.click("dialog >> text=Leave; a bot plays on");
  // The bot chooses for Ada, and goes on once Eva has.
  await eva.locator(".log h3", { hasText: "Ada" }).waitFor();
  await choose(eva);
  await eva.keyboard.press("p");
  await eva.waitForSelector("dialog >> text=away; a bot plays on (greedy)");
  await eva.keyboard.press("Escape");
  await ada.click("dialog >> text=Play again myself");
  await ada.waitForSelector("dialog >> text=Leave; a bot plays on");
  await ada.keyboard.press("Escape");
  await Promise.all([clicker(eva, 9).play(), clicker(ada, 10).play()]);

  const before = eva.url();
  await expect.poll(async () => (await infoOf(eva)).rematch_nonces.length).toBe(2);
  const { rematch_nonces } = await infoOf(eva);
  await eva.click(".end >> text=Play again");
  await ada.click(".end >> text=To the rematch");
  for (const page of [eva, ada]) {
    await page.waitForFunction((old) => location.href !== old, before);
    await page.waitForSelector(".foot .choice");
  }
  expect(ada.url()).toBe(eva.url());
  expect((await infoOf(eva)).nonces).toEqual(rematch_nonces);

  // Whoever asked for the rematch is its host, and finds its links, but none to another's seat; at another device they lead to the same seat.
  await eva.keyboard.press("p");
  await eva.getByLabel("Link for spectators").waitFor();
  expect(await eva.getByLabel("Link for Ada").count()).toBe(0);
  await eva.click("text=Go on at another device");
  await eva.click("text=Make a link for another device of yours");
  const [seat, host] = [await eva.getByLabel("Link for Eva").inputValue(), await eva.getByLabel("Link for the host").inputValue()];
  const other = await visit({ name: "Eva" });
  await other.goto(host);
  await other.waitForSelector("text=You are watching.");
  await other.goto("/");
  await other.goto(seat);
  await other.waitForSelector(".foot .choice");
  await other.keyboard.press("p");
  await other.waitForSelector("dialog >> text=Let a bot stand in");
  await other.click("text=Go on at another device");
  expect(await other.getByLabel("Link for the host").inputValue()).toBe(host);
});

test("when the clock has run out a bot moves", async () => {
  const page = await visit();
  await quickTable(page, "gift-of-tulips", 2, { clock: 5 });
  await page.waitForSelector(".foot .choice");
  await page.waitForSelector(".status [role=timer]");
  await page.locator(".log h3", { hasText: /You\s+by the clock/ }).waitFor();
});

test("any whole number is a bid, and one that is too low is refused in a sentence", async () => {
  const page = await visit();
  const frames = framesOf(page);
  const box = page.locator(".foot form input[type=number]");
  /** The highest bid that is not among those offered, if there is one. */
  const unlisted = () => {
    const { view, offers } = positions(frames).at(-1)!.position;
    const offered = offers.map((offer) => offer.phrase.values?.bid as number | undefined);
    for (let bid = view.auction?.highest ?? 0; bid > (view.auction?.bid ?? 0); bid--) if (!offered.includes(bid)) return bid;
    return null;
  };
  /** Play, at one table after the other, until there is an auction with room for such a bid. */
  const auction = async () => {
    for (let seed = 11; seed < 31; seed++) {
      await quickTable(page, "tulip-bubble", 5);
      const robot = clicker(page, seed);
      do {
        await page.waitForSelector(".board .handle.lit, .foot .choice, .foot .confirm, main.end");
        if ((await box.count()) && unlisted()) return;
      } while (await robot.step());
    }
  };
  await auction();
  expect(await box.count()).toBe(1);
  const bid = unlisted()!;

  await box.fill("1");
  await box.press("Enter");
  await page.waitForSelector(".foot form .problem >> text=can't “raise to 1” now");
  await box.fill(String(bid));
  await box.press("Enter");
  await page.click(`.foot .confirm >> text=Raise to ${bid}`);
  await page
    .locator(".log li", { hasText: `Raise to ${bid}` })
    .last()
    .waitFor();
});

test("who watches with a delay sees the table as it was, and no hidden hand", async () => {
  const eva = await visit({ name: "Eva" });
  const watcher = await visit({ name: "Willem" });
  const [toEva, toWatcher] = [framesOf(eva), framesOf(watcher)];
  const link = await quickTable(eva, "gift-of-tulips", 2, { watching: "delayed", delay: 6 });
  await come(watcher, link);
  await watcher.waitForSelector("text=You are watching.");
  const robot = clicker(eva, 12);
  const made = () => Math.max(...positions(toEva).map(({ position }) => position.moves));
  while (made() < 14) await robot.step();
  await watcher.waitForFunction(() => document.querySelectorAll(".log li button").length > 8);
  const seen = positions(toWatcher).map(({ position }) => position);
  expect(Math.max(...seen.map(({ moves }) => moves))).toBeLessThanOrEqual(made() - 6);
  expect(seen.every((position) => position.viewer < 0 && position.offers.length === 0 && position.view.hand.length === 0)).toBe(true);
});

test("a table that is listed is found at home: one sits down, another watches", async () => {
  const [eva, ada, willem] = [await visit({ name: "Eva" }), await visit({ name: "Ada" }), await visit({ name: "Willem" })];
  await eva.goto("/new/tulip");
  await eva.locator("main form select").first().selectOption("2");
  await eva.locator("main form li").nth(1).locator("select").first().selectOption("open");
  await eva.check("text=List the table at home for everybody");
  await eva.click("main form button[type=submit]");
  await eva.waitForURL(/\/t\//);
  const path = new URL(eva.url()).pathname;
  await ada.goto("/");
  await ada.click(`main a[href="${path}"]`);
  await ada.click("main button.deed");
  await eva.waitForSelector(".board");
  await willem.goto("/");
  await willem.click(`main a[href="${path}"]`);
  await willem.waitForSelector("text=You are watching.");
});

test("home leads back to the tables of this device, and forgets what one removes", async () => {
  const eva = await visit({ name: "Eva" });
  await eva.goto("/");
  await eva.waitForSelector("[data-play]");
  expect(await eva.locator("text=Your tables").count()).toBe(0);
  await setUp(eva, "gift-of-tulips", ["bot"]);
  await eva.waitForSelector(".foot .choice");
  const played = new URL(eva.url()).pathname;
  await setUp(eva, "tulip", ["open"]);
  const link = await eva.locator(".link input").first().inputValue();
  expect(await eva.evaluate(() => localStorage.getItem("tables"))).not.toContain(link.split("#")[1]!);

  const again = await eva.context().newPage();
  await eva.close();
  await again.goto("/");
  const tables = again.locator(".mine li");
  await again.locator(".mine li", { hasText: "waiting for players" }).waitFor();
  expect(await tables.locator("a").allTextContents()).toEqual(["Tulip", "Gift of Tulips"]);
  await again.click(`.mine a[href="${played}"]`);
  await again.waitForSelector(".foot .choice");
  await clicker(again, 17).play();
  await again.click("header a.home");
  await again.locator(".mine li", { hasText: "over" }).waitFor();
  expect(await tables.locator("a").allTextContents()).toEqual(["Gift of Tulips", "Tulip"]);

  await again.click("[aria-label='Remove Tulip from this list']");
  await again.reload();
  await again.waitForSelector(".mine li");
  expect(await tables.locator("a").allTextContents()).toEqual(["Gift of Tulips"]);
});
