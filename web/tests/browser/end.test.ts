// The end and the log of every game: what each earned adds up, and the reader is spoken to.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AnyKind, Phrase } from "../../src/generated/messages";
import { visit } from "./shared";
import { againstBots, changeSeat, type Frame, framesOf, GAMES, makeTable } from "./visitor";

interface Entry {
  seat: number | null;
  phrase: Phrase;
  what: AnyKind;
  turn?: number;
  dealt?: boolean;
}

/** A game that a bot plays to its end in the reader's place, and the log as it has come, part by part. */
async function over(page: Page, game: string, number: number): Promise<{ log: Entry[]; scores: number[]; places: number[] | null }> {
  const frames = framesOf(page);
  const { table } = await makeTable(page, { game, seats: againstBots(number) });
  await page.goto(`/t/${table}`);
  await page.waitForSelector(".board");
  await changeSeat(page, table, 0, { action: "leave", level: "greedy" });
  await page.waitForSelector(".end .earned", { timeout: 200_000 });
  const log: Entry[] = [];
  const told = frames.flatMap(({ position }: Frame) => (position ? [position] : []));
  for (const { log: part } of told) log.splice(part.start, Infinity, ...(part.entries as Entry[]));
  const { scores, places } = told.at(-1) as unknown as { scores: number[]; places: number[] | null };
  return { log, scores, places };
}

const numberOf = (text: string) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));

/** By name: what each row tells, what the moves of a row with several add up to, and the total. */
async function accounts(page: Page): Promise<{ name: string; rows: string[]; moves: string[][]; total: string }[]> {
  return page.locator("ul.earned").evaluateAll((lists) =>
    lists.map((list) => ({
      name: list.previousElementSibling!.lastChild!.textContent!.trim(),
      rows: [...list.querySelectorAll("summary > b, :scope > li > button > b")].map((amount) => amount.textContent!),
      moves: [...list.querySelectorAll(":scope > li:not(.total)")].map((row) =>
        [...row.querySelectorAll("button b")].map((amount) => amount.textContent!),
      ),
      total: list.querySelector(".total b")!.textContent!,
    })),
  );
}

test.each(GAMES)("what each earned by adds up to the score in %s, and the log is told in turns", async (game) => {
  const page = await visit();
  const { log, scores, places } = await over(page, game, 3);
  const name = (seat: number) => (seat === 0 ? "You" : `Bot ${seat + 1}`);

  const told = await accounts(page);
  expect(told.map(({ name }) => name).sort()).toEqual(scores.map((_, seat) => name(seat)).sort());
  for (const { name: whose, rows, moves, total } of told) {
    const sum = (amounts: string[]) => amounts.map(numberOf).reduce((all, one) => all + one, 0);
    expect(numberOf(total)).toBe(scores[scores.findIndex((_, seat) => name(seat) === whose)]);
    expect(sum(rows)).toBe(numberOf(total));
    expect(moves.map(sum)).toEqual(rows.map(numberOf));
    const sizes = rows.map((amount) => Math.abs(numberOf(amount)));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  }

  const place = places?.[0];
  const head = (await page.locator(".end header").textContent())!;
  if (place === undefined) expect(head).not.toMatch(/You (are|share) (second|third)/);
  else expect(head).toMatch(place === 1 ? /You (win|share the victory)/ : place === 2 ? /You (are|share) second/ : /You (are|share) third/);

  const struck = await page.locator(".struck > li").evaluateAll((all) => all.map((one) => one.querySelectorAll("ul li").length));
  const bursts = log.filter(({ what }) => what.kind === "krash" || what.kind === "burst" || what.event === "Bubble Bust");
  expect(struck).toEqual(bursts.map(() => 3));
  const short = page.locator(".ranking .short");
  expect(await short.count()).toBe(game === "tulpenfieber" ? 2 : 0);
  if (game === "tulpenfieber") expect(await short.first().textContent()).toMatch(/short of .*; .*short of .*; .*short of/);

  const turns: { heading: string | null; lines: number }[] = [];
  for (const { seat, turn } of log) {
    const whose = seat ?? turn ?? null;
    const heading = whose === null ? null : name(whose);
    if (turns.length === 0 || turns.at(-1)!.heading !== heading) turns.push({ heading, lines: 0 });
    turns.at(-1)!.lines++;
  }
  const sections = await page.locator(".log section").evaluateAll((all) =>
    all.map((one) => ({
      heading:
        one
          .querySelector("h3")
          ?.textContent?.replace("by a bot standing in", "")
          .trim()
          .replace(/^.*?(?=You|Bot)/s, "") ?? null,
      lines: one.querySelectorAll("li button").length,
    })),
  );
  expect(sections).toEqual(turns);
  const deals = await page.locator(".log summary").allTextContents();
  if (log.filter(({ dealt }) => dealt).length > 1) expect(deals[0]).toMatch(/^\d+ cards were dealt$/);
  const moved = (seat: number) => log.some((entry) => entry.seat === seat);
  expect((await page.locator(".log h3", { hasText: /You\s+by a bot standing in/ }).count()) > 0).toBe(moved(0));
  expect(await page.locator(".log h3", { hasText: /Bot \d\s+by a bot/ }).count()).toBe(0); // an ordinary bot stands in for nobody

  // A row opens to its moves, and one of them leads to the table.
  await page.locator(".earned summary").first().click();
  await page.locator(".earned details[open] button").first().click();
  await page.waitForSelector(".replay output");
});

test("the reader is spoken to in French and German too", async () => {
  for (const [language, you, wins] of [
    ["de", "Du", /Du (gewinnst|belegst Platz|teilst dir)/],
    ["fr", "Vous", /Vous (gagnez|êtes|partagez)/],
  ] as const) {
    const page = await visit({ language });
    await over(page, "tulip", 4);
    expect(await page.locator(".end header").textContent()).toMatch(wins);
    expect(await page.locator(".log h3", { hasText: you }).count()).toBeGreaterThan(0);
    expect(await page.locator(".log h3", { hasText: "Eva" }).count()).toBe(0);
  }
});

test("alone, the rounds and the total are told", async () => {
  const page = await visit();
  const { scores } = await over(page, "tulpenfieber", 1);
  const told = (await page.locator(".ranking .short").textContent())!;
  const rounds = [...told.matchAll(/ound \d: (\d+) tulips/g)].map((found) => Number(found[1]));
  expect(rounds).toHaveLength(3);
  expect(rounds.reduce((all, one) => all + one, 0)).toBe(scores[0]);
});
