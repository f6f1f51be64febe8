// The games' pages, each loaded when it is first needed.
import type { GamePage } from "../table/game-page";
import { learn } from "../words/words.svelte";

const pages = import.meta.glob<{ default: GamePage }>("./*/index.ts");

export async function gamePage(name: string): Promise<GamePage> {
  const load = pages[`./${name}/index.ts`];
  if (!load) throw new Error(`There is no page for the game ${name}.`);
  const page = (await load()).default;
  learn(page.words);
  return page;
}
