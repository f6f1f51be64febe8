// The rules open at the chapter that tells of the current phase: here by its title, as a reader would look for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gamePage } from "../src/games";
import { games } from "./catalogues";

const meant = import.meta.glob<Record<string, string>>("./games/*/chapters.ts", { import: "default", eager: true });

/** The titles of the rules' chapters, by the ids that the server gives them. */
function titles(game: string): Record<string, string> {
  const rules = readFileSync(join(import.meta.dirname, "../../src/tulips/games", game.replaceAll("-", "_"), "rules.md"), "utf-8");
  const found = [...rules.matchAll(/^## (.+)$/gm)].map((match) => match[1]!);
  return Object.fromEntries(
    found.map((title) => [
      title
        .toLowerCase()
        .replace(/^[\d. ]+/, "")
        .replaceAll(" ", "-"),
      title,
    ]),
  );
}

describe.each(games())("the rules of %s", (game) => {
  test("have a chapter for each phase, the one that is meant", async () => {
    const [known, page] = [titles(game), await gamePage(game)];
    expect(Object.fromEntries(Object.entries(page.chapters).map(([phase, chapter]) => [phase, known[chapter]]))).toEqual(
      meant[`./games/${game}/chapters.ts`],
    );
  });
});
