// What would keep somebody from playing, as far as axe can tell.
import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds on the page that is serious or critical: the rule, and the first places. */
export async function barriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] }),
  );
  return violations
    .filter((found) => found.impact === "serious" || found.impact === "critical")
    .map(
      (found) =>
        `${found.id}: ${found.nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(" ")} ${node.failureSummary ?? ""}`)
          .join(" | ")}`,
    );
}
