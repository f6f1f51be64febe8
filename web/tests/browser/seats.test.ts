// Who has a right to a seat: links that work once, other devices, seats taken back, and moves taken back, as people see it.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clicker } from "./robot";
import { server, visit } from "./shared";
import { againstBots, come, type Made, makeTable, PHONE } from "./visitor";

/** A table of the host and one friend, who has come by the link of the second seat. */
async function friends(): Promise<{ eva: Page; ada: Page; links: Made["links"] }> {
  const [eva, ada] = [await visit({ name: "Eva" }), await visit({ name: "Ada" })];
  await eva.goto("/");
  const { table, links } = await makeTable(eva, { game: "gift-of-tulips", seats: [{ kind: "you", name: "Eva" }, { kind: "open" }] });
  await eva.evaluate(([key, kept]) => localStorage.setItem(key!, kept!), [`links:${table}`, JSON.stringify(links)]);
  await eva.goto(`/t/${table}`);
  await come(ada, links.seats[1]!);
  await ada.waitForSelector(".foot .choice");
  await eva.waitForSelector(".foot .choice");
  return { eva, ada, links };
}

test("a friend's link shows nothing to anybody else, and everybody is told that it was tried", async () => {
  const { eva, ada, links } = await friends();
  const other = await visit({ name: "Mallory" });
  await other.goto(links.seats[1]!);
  await other.waitForSelector("text=This link was used already");
  expect(await other.locator(".board").count()).toBe(0);
  for (const page of [eva, ada]) await page.waitForSelector(".notices >> text=opened the link to the seat of Ada again");
  await eva.click("nav >> text=People");
  await eva.waitForSelector("dialog[open] >> text=Take the seat back");
  expect(
    await eva.locator("dialog[open] .link input").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
  ).not.toContain(server + links.seats[1]);
  // The friend's own messenger still has the link: for the friend it leads back to the table.
  await ada.goto(links.seats[1]!);
  await ada.waitForSelector(".foot .choice");
});

test("another device comes by a link from one's own page, and can be thrown out again", async () => {
  const { eva, ada } = await friends();
  await ada.click("nav >> text=People");
  await ada.click("text=Go on at another device");
  await ada.click("dialog[open] >> text=Make a link for another device of yours");
  const link = await ada.locator("dialog[open] details .link input").inputValue();
  const phone = await visit({ ...PHONE, name: "Ada" });
  await phone.goto(link);
  await phone.waitForSelector(".foot .choice");
  await ada.waitForSelector("dialog[open] >> text=in 2 browsers");
  await ada.click("dialog[open] >> text=Hold the seat only here");
  await phone.waitForSelector("text=You no longer sit at this table");
  expect(await phone.locator(".board").count()).toBe(0);
  await ada.waitForSelector(".foot .choice"); // the page that stays has its seat
  const again = await visit({ name: "Mallory" });
  await again.goto(link);
  await again.waitForSelector("h1");
  expect(await again.locator(".board").count()).toBe(0);
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
  const cy = await visit({ name: "Cy" });
  await come(cy, link);
  await cy.waitForSelector(".foot .choice");
  await eva.keyboard.press("Escape");
  await eva.waitForSelector(".notices >> text=Cy has sat down.");
});

test("alone one takes back what was revealed after a warning, and the end says so", async () => {
  const page = await visit({ name: "Eva" });
  const { table } = await makeTable(page, { game: "gift-of-tulips", seats: againstBots(2) });
  await page.goto(`/t/${table}`);
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
});
