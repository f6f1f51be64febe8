// A screenshot: node tools/look.mjs URL OUT.png [WIDTH HEIGHT] [light|dark] [SELECTOR-TO-CLICK ...]
import chromium from "@sparticuz/chromium";
import { chromium as playwright } from "playwright-core";

const [url, out, width = "1366", height = "768", scheme = "light", ...clicks] = process.argv.slice(2);
const browser = await playwright.launch({
  executablePath: await chromium.executablePath(),
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
  headless: true,
});
const page = await browser.newPage({ viewport: { width: +width, height: +height }, colorScheme: scheme, deviceScaleFactor: 1 });
page.on("console", (message) => console.log(message.type(), message.text()));
page.on("pageerror", (error) => console.log("error", error.message));
await page.goto(url, { waitUntil: "networkidle" });
for (const selector of clicks) await page.locator(selector).first().click();
await page.waitForTimeout(400);
await page.screenshot({ path: out });
const size = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
console.log("page size", size.join("x"));
await browser.close();
