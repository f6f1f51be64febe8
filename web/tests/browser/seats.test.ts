// Who has a right to a seat: links that work once, other devices, seats taken back, and moves taken back, as people see it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PHONE, come, visitor } from "./harness";
import { browser, server } from "./open";
import { clicker } from "./robot";

interface Links {
  table: string | null;
  seats: (string | null)[];
}

/** A table of the host and one friend, who has come by the link of the second seat. */
async function friends(): Promise<{ eva: Page; ada: Page; links: Links }> {
  const [eva, ada] = [await visitor(browser, server, { name: "Eva" }), await visitor(browser, server, { name: "Ada" })];
  const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }];
  const made = await (await eva.request.post(`${server.address}/api/v1/tables`, { data: { game: "gift-of-tulips", seats } })).json();
  await eva.evaluate(([table, links]) => localStorage.setItem(`links:${table}`, links!), [made.table, JSON.stringify(made.links)]);
  await eva.goto(`${server.address}/t/${made.table}`);
  await come(ada, `${server.address}${made.links.seats[1]}`);
  await ada.waitForSelector(".foot .choice");
  await eva.waitForSelector(".foot .choice");
  return { eva, ada, links: made.links };
}

async function part(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.context().close();
}

test("a friend's link shows nothing to anybody else, and everybody is told that it was tried", async () => {
  const { eva, ada, links } = await friends();
  const other = await visitor(browser, server, { name: "Mallory" });
  await other.goto(`${server.address}${links.seats[1]}`);
  await other.waitForSelector("text=This link was used already");
  expect(await other.locator(".board").count()).toBe(0);
  for (const page of [eva, ada]) await page.waitForSelector(".notices >> text=opened the link to the seat of Ada again");
  await eva.click("nav >> text=People");
  await eva.waitForSelector("dialog[open] >> text=Take the seat back");
  expect(await eva.locator("dialog[open] .link input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).not.toContain(`${server.address}${links.seats[1]}`);
  // The friend's own messenger still has the link: for the friend it leads back to the table.
  await ada.goto(`${server.address}${links.seats[1]}`);
  await ada.waitForSelector(".foot .choice");
  await part(eva, ada, other);
});

test("another device comes by a link from one's own page, and can be thrown out again", async () => {
  const { eva, ada } = await friends();
  await ada.click("nav >> text=People");
  await ada.click("text=Go on at another device");
  await ada.click("dialog[open] >> text=Make a link for another device of yours");
  const link = await ada.locator("dialog[open] details .link input").inputValue();
  const phone = await visitor(browser, server, { ...PHONE, name: "Ada" });
  await phone.goto(link);
  await phone.waitForSelector(".foot .choice");
  await ada.waitForSelector("dialog[open] >> text=in 2 browsers");
  await ada.click("dialog[open] >> text=Hold the seat only here");
  await phone.waitForSelector("text=You no longer sit at this table");
  expect(await phone.locator(".board").count()).toBe(0);
  await ada.waitForSelector(".foot .choice"); // the page that stays has its seat
  const again = await visitor(browser, server, { name: "Mallory" });
  await again.goto(link);
  await again.waitForSelector("h1");
  expect(await again.locator(".board").count()).toBe(0);
  await part(eva, ada, phone, again);
});

test("a host takes a seat back: who sat there is out at once, and somebody else sits down", async () => {
  const { eva, ada, links } = await friends();
  await eva.click("nav >> text=People");
  await eva.click("dialog[open] >> text=Take the seat back…");
  await eva.waitForSelector("dialog[open] >> text=Ada loses the seat at once");
  await eva.click("dialog[open] .revoking .deed");
  await ada.waitForSelector("text=You no longer sit at this table");
  expect(await ada.locator(".board").count()).toBe(0);
  // The link that once seated everybody is another one now, also for who opens it in the same tab.
  await ada.evaluate((secret) => (location.hash = secret), links.table!.split("#")[1]!);
  await ada.waitForSelector("text=This link does not lead to a table (any more).");
  const link = await eva.locator("dialog[open] li .link input").inputValue();
  const cy = await visitor(browser, server, { name: "Cy" });
  await come(cy, link);
  await cy.waitForSelector(".foot .choice");
  await eva.keyboard.press("Escape");
  await eva.waitForSelector(".notices >> text=Cy has sat down.");
  await part(eva, ada, cy);
});

test("alone one takes back what was revealed after a warning, and the end says so", async () => {
  const page = await visitor(browser, server, { name: "Eva" });
  const seats = [{ kind: "you", name: "Eva" }, { kind: "bot", level: "greedy" }];
  const made = await (await page.request.post(`${server.address}/api/v1/tables`, { data: { game: "gift-of-tulips", seats } })).json();
  await page.goto(`${server.address}/t/${made.table}`);
  const robot = clicker(page, 3);
  const lines = page.locator(".log li button");
  await page.waitForSelector(".foot .choice");
  const before = await lines.count();
  while ((await lines.count()) === before) await robot.step();
  await page.waitForSelector(".status.mine, .board .handle.lit");
  await page.keyboard.press("Escape"); // whatever the robot has touched
  await page.click(".foot .undo");
  await page.waitForSelector("text=Something was revealed since.");
  await page.click(".foot >> text=Leave it");
  await page.keyboard.press("u");
  await page.waitForSelector("text=Something was revealed since.");
  await page.keyboard.press("u");
  await page.waitForFunction((lines) => document.querySelectorAll(".log li button").length <= lines, before);
  await robot.play();
  await page.waitForSelector("main.end >> text=Once in this match something was taken back after it had been revealed.");
  await part(page);
});
