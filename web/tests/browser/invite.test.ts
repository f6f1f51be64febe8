// Inviting: an address that others can open, one link for everybody, and what somebody sees who was sent a link.
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { expect, onTestFinished, test } from "vitest";
import { Server } from "./server";
import { visit } from "./shared";
import { come, PHONE } from "./visitor";

/** Stands for this machine's address in a network: nothing that is sent in a test leaves the machine. */
const LAN = "127.0.0.2";

/** A table for friends, set up by hand; the link for everybody. */
async function invite(page: Page, game = "gift-of-tulips", seats = 4): Promise<string> {
  await page.goto(`/new/${game}?friends`);
  await page.locator("main form select").first().selectOption(String(seats));
  await page.click("main form button[type=submit]");
  return page.getByLabel("Link for everybody").inputValue();
}

test("a link that works on this computer only says so, until others are let in; then a friend plays from the network", async () => {
  const home = new Server(0, { TULIPS_ADDRESSES: LAN });
  onTestFinished(() => home.close());
  await home.start();
  const eva = await visit({ baseURL: home.address, name: "Eva" });
  const closed = await invite(eva, "gift-of-tulips", 2);
  expect(new URL(closed).origin).toBe(home.address);
  await eva.waitForSelector("text=So far this link works on this computer only.");
  await eva.waitForSelector("text=could read along"); // the risk stands beside the switch
  expect(await eva.locator("[aria-label='The link as a QR code']").count()).toBe(0);

  await eva.getByLabel("Let others in your network play").check();
  await eva.waitForSelector("[aria-label='The link as a QR code']");
  const link = await eva.getByLabel("Link for everybody").inputValue();
  expect(new URL(link).origin).toBe(`http://${LAN}:${home.port}`);
  expect(link.split("/t/")[1]).toBe(closed.split("/t/")[1]);
  const squares = encode(link, { ecc: "M", border: 4 }).data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x} ${y}`] : [])));
  const path = await eva.locator("[aria-label='The link as a QR code'] path").getAttribute("d");
  expect([...path!.matchAll(/M(\d+ \d+)h/g)].map((found) => found[1])).toEqual(squares);

  const ada = await visit({ ...PHONE, name: "Ada" });
  await come(ada, link);
  for (const page of [eva, ada]) await page.waitForSelector(".foot .choice");
  expect(new URL(ada.url()).origin).toBe(new URL(link).origin);
  await eva.reload(); // the host's own page stays where it was, with its seat
  await eva.waitForSelector(".foot .choice");
  await eva.keyboard.press("p");
  await eva.getByLabel("Let others in your network play").uncheck();
  await ada.waitForSelector("text=/does not answer|trying again/");
});

test("one link seats friends one after another; who comes too late is told so and may watch", async () => {
  const eva = await visit({ name: "Eva" });
  const link = await invite(eva, "gift-of-tulips", 3);
  const friends = [await visit({ name: "Ada" }), await visit({ name: "Ben" })];
  for (const friend of friends) await come(friend, link);
  for (const page of [eva, ...friends]) await page.waitForSelector(".foot .choice, .status");
  for (const name of ["Cleo", ""]) {
    const late = await visit({ name });
    await late.goto(link);
    await late.waitForSelector("text=All seats at this table are taken.");
    await late.waitForSelector("text=3 players: Eva, Ada, Ben");
    await late.click("text=Watch instead");
    await late.waitForSelector("text=You are watching.");
    await late.waitForSelector(".board");
    expect(late.url()).not.toContain("#");
  }
});

test("an invitation names game, host, length and players; the name may be left empty", async () => {
  const eva = await visit({ name: "Eva" });
  const link = await invite(eva, "tulip-bubble", 4);
  const ada = await visit({ name: "" });
  await ada.goto(link);
  await ada.waitForSelector("h1 >> text=Eva invites you to Tulip Bubble");
  await ada.waitForSelector("text=about 60 minutes");
  await ada.waitForSelector("text=4 players: Eva, 3 free seats");
  expect(await ada.title()).toBe("Tulip Bubble");
  await ada.click("text=Come in");
  await ada.waitForSelector("h2 >> text=Waiting for players");
  await eva.locator("li", { hasText: "Seat 2" }).getByText("here").waitFor();
  const german = await visit({ name: "", locale: "de-DE" });
  await german.goto(link);
  await german.waitForSelector("h1 >> text=Eva lädt dich zu Tulip Bubble ein");
  await german.waitForSelector("text=4 Personen: Eva, Platz 2, 2 freie Plätze");
});

test("a spectator's invitation is another one, asks for no name, and tells what one will see", async () => {
  const eva = await visit({ name: "Eva" });
  await invite(eva);
  await eva.click("summary >> text=For those who only want to watch");
  const link = await eva.getByLabel("Link for spectators").inputValue();
  const ada = await visit({ name: "" });
  await ada.goto(link);
  await ada.waitForSelector("main.watches h1 >> text=Eva invites you to watch Gift of Tulips");
  await ada.waitForSelector("text=no hidden hand");
  expect(await ada.locator("input").count()).toBe(0);
  await ada.click("button >> text=Watch");
  await ada.waitForSelector("h2 >> text=Waiting for players");
});
