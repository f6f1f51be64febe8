// Strangers at a listed table: their talk is apart from the players', who see it if they like, and the host can close it.
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { barriers } from "./barriers";
import { Server } from "./server";
import { visit } from "./shared";
import { come, makeTable, PHONE, type Visit } from "./visitor";

const CROWD = ".crowd button[aria-expanded]";

/** A listed table of Eva, its host, and Ada, with somebody who watches; each has the talk open. */
async function watched(more: Visit = {}): Promise<{ eva: Page; ada: Page; willem: Page }> {
  const [eva, ada, willem] = [
    await visit({ ...more, name: "Eva" }),
    await visit({ ...more, ...PHONE, name: "Ada" }),
    await visit({ ...more, name: "Willem" }),
  ];
  const { table, links } = await makeTable(eva, {
    game: "gift-of-tulips",
    seats: [{ kind: "you", name: "Eva" }, { kind: "open" }],
    listed: true,
  });
  await eva.goto(`/t/${table}`);
  await come(ada, links.seats[1]!);
  await willem.goto(`/t/${table}`);
  for (const page of [eva, ada, willem]) await page.waitForSelector(".board");
  for (const page of [eva, willem]) await page.click(".tabs >> text=Talk");
  await ada.click("nav .narrow >> text=Log");
  await ada.click(".tabs >> text=Talk");
  return { eva, ada, willem };
}

async function say(page: Page, text: string): Promise<void> {
  await page.fill(".chat input", text);
  await page.press(".chat input", "Enter");
}

test("players see what spectators say only once they have opened it, and spectators see both apart", async () => {
  const { eva, ada, willem } = await watched();
  await say(willem, "what a fool");
  await say(ada, "good luck");
  await willem.waitForSelector(".crowd li >> text=what a fool");
  await willem.waitForSelector(".chat > ul li >> text=good luck");
  expect(await willem.locator(".chat > ul li >> text=what a fool").count()).toBe(0);
  expect(await barriers(willem)).toEqual([]);
  for (const page of [eva, ada]) {
    await page.waitForSelector(".chat > ul li >> text=good luck"); // it was said later, so the other has come
    expect(await page.locator(CROWD).getAttribute("aria-expanded")).toBe("false");
    expect(await page.locator("text=what a fool").count(), "it is neither shown nor read out").toBe(0);
  }
  // One opens it, from the keyboard, and finds it so at the next visit.
  await eva.focus(CROWD);
  await eva.keyboard.press("Enter");
  await eva.waitForSelector(".crowd li >> text=what a fool");
  expect(await eva.locator(CROWD).textContent()).toContain("Spectators (1)");
  expect(await eva.locator(".chat input").count(), "a player speaks in one place").toBe(1);
  await say(willem, "she hears us");
  await eva.waitForSelector("[role=log] >> text=Somebody who watches says: she hears us");
  expect(await barriers(eva)).toEqual([]);
  await eva.reload();
  await eva.click(".tabs >> text=Talk");
  await eva.waitForSelector(".crowd li >> text=what a fool");
  await eva.click(CROWD);
  expect(await eva.locator("text=what a fool").count()).toBe(0);
  // Who watches can fold it too.
  await willem.click(CROWD);
  expect(await willem.locator(".crowd li").count()).toBe(0);
});

test("lines of spectators are not counted as unheard for those who do not hear them", async () => {
  const { eva, ada, willem } = await watched();
  await eva.click(".tabs >> text=Log");
  await say(willem, "nobody hears me");
  await willem.waitForSelector(".crowd li >> text=nobody hears me");
  await say(ada, "good luck");
  await eva.waitForSelector(".tabs .badge >> text=1");
});

test("the host closes the spectators' talk and opens it again, and a spectator sees it at once", async () => {
  const { eva, ada, willem } = await watched();
  await willem.waitForSelector(".crowd form input");
  await eva.click("nav >> text=People");
  await eva.uncheck("dialog[open] >> text=Spectators may talk");
  await willem.waitForSelector(".crowd >> text=The host has closed the spectators' talk.");
  expect(await willem.locator(".chat input").count()).toBe(0);
  await ada.click("nav >> text=People");
  await ada.waitForSelector("dialog[open] >> text=Eva");
  expect(await ada.locator("dialog[open] >> text=Spectators may talk").count(), "that is the host's").toBe(0);
  await eva.check("dialog[open] >> text=Spectators may talk");
  await say(willem, "back again");
  await willem.waitForSelector(".crowd li >> text=back again");
});

test("what an address can't say so soon stays to be sent again, and the reason stands beside it", async () => {
  const own = new Server(); // all tests come from one address
  onTestFinished(() => own.close());
  await own.start();
  const { willem } = await watched({ baseURL: own.address });
  for (let n = 0; n < 12 && (await willem.locator(".crowd .problem").count()) === 0; n++) {
    await say(willem, `line ${n}`);
    await willem.waitForFunction(
      (line) => document.querySelector(".crowd")!.textContent!.includes(line) || document.querySelector(".crowd .problem"),
      `line ${n}`,
    );
  }
  await willem.waitForSelector(".crowd .problem >> text=That was too much at once; wait a moment.");
  expect(await willem.inputValue(".chat input")).toMatch(/^line \d+$/);
});
