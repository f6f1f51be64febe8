// The bar below the board: long lists can be reached to their end, and what needs no second thought is made at once.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { StateFrame } from "../../src/generated/messages";
import { gameCatalogue, opening, sharedCatalogue } from "../catalogues";
import { position, showPosition, SIZES } from "./positions";
import { GAMES } from "./visitor";

const shell = sharedCatalogue("en");
const asThingsStand = opening(gameCatalogue("tulip-bubble", "en"), "preview.anyway");

/** What keeps a thing of the page from lying in the window with nothing over it, once a person has scrolled to it: what hides its overflow nobody can scroll. */
async function reached(page: Page, selector: string, nth: "first" | "last" = "first"): Promise<string> {
  const thing = nth === "first" ? page.locator(selector).first() : page.locator(selector).last();
  return thing.evaluate((element, end) => {
    for (let part = element.parentElement; part; part = part.parentElement)
      if (/auto|scroll/.test(getComputedStyle(part).overflowY)) part.scrollTop = end ? part.scrollHeight : 0;
    const box = element.getBoundingClientRect();
    if (box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      return `outside: ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${innerHeight}`;
    for (const [x, y] of [
      [0.5, 0.5],
      [0.1, 0.2],
      [0.9, 0.8],
    ] as const) {
      const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      if (!top || !element.contains(top)) return `covered by ${top?.className ?? "nothing"}`;
    }
    return "";
  }, nth === "last");
}

describe.each(Object.keys(SIZES))("at %s", (size) => {
  test.each([100, 135].flatMap((text) => GAMES.map((game) => [game, text] as const)))(
    "the longest list of %s is reached to its end, with letters of %s per cent",
    async (game, text) => {
      const frame = position(game, "longest");
      const { page } = await showPosition(frame, { ...SIZES[size], text });
      const all = page.locator(".foot .all");
      if (await all.count()) await all.click();
      expect(await page.locator(".foot .choice").count()).toBe(frame.position!.offers.length);
      expect(await reached(page, ".foot .choice", "last")).toBe("");
      if (await all.count()) expect(await reached(page, ".foot .all")).toBe("");
      expect(await reached(page, ".foot .choice", "first")).toBe("");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
      if (await all.count()) {
        await all.click();
        await page.waitForFunction((number) => document.querySelectorAll(".foot .choice").length < number, frame.position!.offers.length);
      }
    },
  );
});

/** Four choices in the bar, those with the longest words, and a move that can be taken back; names are as long as they may be. */
function four(game: string): StateFrame {
  const frame = position(game, game === "gift-of-tulips" ? "middle" : "longest");
  const offers = frame
    .position!.offers.toSorted((one, other) => JSON.stringify(other.phrase).length - JSON.stringify(one.phrase).length)
    .slice(0, 4);
  const seats = frame.table.seats.map((seat, n) => ({ ...seat, name: `Bartholomäus-Sebastian ${n + 1}` }));
  return { ...frame, table: { ...frame.table, seats, can_undo: true }, position: { ...frame.position!, offers } };
}

/** What of the bar lies over another part of it or leaves it. */
const overlapping = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector(".foot .bar")!.getBoundingClientRect();
    const parts = [...document.querySelectorAll(".foot .choice, .foot .undo, .foot .hint")].map((part) => ({
      words: part.textContent!.trim(),
      box: part.getBoundingClientRect(),
    }));
    const wrong = parts
      .filter(({ box }) => box.left < bar.left || box.right > bar.right + 0.5)
      .map(({ words }) => `leaves the bar: ${words}`);
    for (const [n, { words, box }] of parts.entries())
      for (const other of parts.slice(n + 1))
        if (
          box.left < other.box.right - 0.5 &&
          other.box.left < box.right - 0.5 &&
          box.top < other.box.bottom - 0.5 &&
          other.box.top < box.bottom - 0.5
        )
          wrong.push(`${words} lies on ${other.words}`);
    return wrong;
  });

const LETTERS = [
  ["en", 100],
  ["fr", 100],
  ["de", 100],
  ["de", 135],
] as const;

describe.each([
  [1366, 768],
  [1024, 768],
  [1920, 1080],
])("at %s×%s", (width, height) => {
  test.each(
    LETTERS.flatMap(([language, text]) =>
      ["gift-of-tulips", "tulip", "tulip-bubble", "tulipmania-1637"].map((game) => [game, language, text] as const),
    ),
  )(
    "four choices of %s with long names share the bar with “Take back”, in %s with letters of %s per cent",
    async (game, language, text) => {
      const { page } = await showPosition(four(game), { viewport: { width, height }, locale: language, text });
      const choices = page.locator(".foot .choice");
      expect(await choices.count()).toBe(4);
      expect(await overlapping(page)).toEqual([]);
      for (let n = 0; n < 4; n++) expect(await reached(page, `.foot .choice:nth-child(${n + 1})`)).toBe("");
      expect(await reached(page, ".foot .undo")).toBe("");
    },
  );
});

test.each(["390×844", "360×640"])(
  "at %s, where nothing can be pointed at, a choice says all that comes of it, and the last is reached",
  async (size) => {
    for (const game of ["tulipmania-1637", "tulip-bubble"]) {
      const { page } = await showPosition(four(game), { ...SIZES[size], locale: "de" });
      expect(
        await page
          .locator(".foot .consequence")
          .evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length),
      ).toBe(0);
      expect(await reached(page, ".foot .choice", "last")).toBe("");
      expect(await reached(page, ".foot .undo")).toBe("");
    }
  },
);

/** The position with one of its moves alone. */
function forced(game: string, name: string, which = 0): StateFrame {
  const frame = position(game, name);
  return { ...frame, position: { ...frame.position!, offers: [frame.position!.offers[which]!] } };
}

test.each(GAMES)("the only move of %s is made by one click, tap or key, and is said to be the only one", async (game) => {
  const frame = forced(game, "longest");
  const [{ move, handles }] = [frame.position!.offers[0]!];
  const ways: ((page: Page) => Promise<void>)[] = [
    (page) => page.locator(".foot .choice").click(),
    (page) => page.keyboard.press("1"),
    (page) => page.keyboard.press("c"),
    (page) => page.locator(".foot .choice").press("Enter"),
  ];
  if (handles[0] && handles[0] !== "dice") ways.push((page) => page.locator(`.board [data-handle="${handles[0]}"]`).first().click());
  for (const way of ways) {
    const { page, sent } = await showPosition(frame);
    expect(await page.locator(".foot .hint").textContent()).toBe(shell["bar.only-move"]);
    await way(page);
    await expect.poll(() => sent).toMatchObject([{ type: "move", move }]);
  }
  const { page, sent } = await showPosition(frame, SIZES["390×844"]);
  await page.locator(".foot .choice").tap();
  await expect.poll(() => sent).toMatchObject([{ type: "move", move }]);
});

test("a pass is made by one click, tap or Enter whatever the market does; its number chooses it first, and a bid is confirmed", async () => {
  const frame = position("tulip-bubble", "middle");
  const passing = frame.position!.offers.find((offer) => offer.handles.length === 0)!;
  expect(passing.preview.anyway).toBeDefined();
  const pass = `.foot .choice[data-offer="${passing.move}"]`;
  const ways: [object, (page: Page) => Promise<void>][] = [
    [{}, (page) => page.click(pass)],
    [{}, (page) => page.locator(pass).press("Enter")],
    [SIZES["390×844"]!, (page) => page.locator(pass).tap()],
  ];
  for (const [options, way] of ways) {
    const { page, sent } = await showPosition(frame, options);
    expect(await page.locator(pass).textContent()).toContain(`${opening(shell, "bar.in-any-case")} ${asThingsStand}`);
    await way(page);
    await expect.poll(() => sent).toMatchObject([{ type: "move", move: passing.move }]);
  }

  const { page, sent } = await showPosition(frame);
  await page.keyboard.press("1");
  await page.waitForSelector(".foot .confirm");
  expect(await page.locator(".foot .anyway").textContent()).toContain(asThingsStand);
  await page.keyboard.press("Escape");
  const bid = frame.position!.offers.find((offer) => offer.handles[0]?.startsWith("lot:"))!;
  await page.locator(`.board [data-handle="${bid.handles[0]}"]`).click();
  await page.waitForSelector(".foot .confirm");
  expect(sent).toEqual([]);
});

test("Escape folds a long list up", async () => {
  const { page } = await showPosition(position("tulip-bubble", "longest"));
  await page.click(".foot .all");
  expect(await page.locator(".foot .choice").count()).toBe(30);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator(".foot .choice").count()).toBeLessThan(5);
});
