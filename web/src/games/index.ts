// The games' pages, each loaded when it is first needed; a game without a folder here is shown on the plain board.
import type { GamePage } from "../table/game-page";
import { learn, type Catalogue, type GameWords } from "../words/words.svelte";

const CATALOGUES = "../../../src/tulips/games";
const catalogues = import.meta.glob<Catalogue>("../../../src/tulips/games/*/catalogue/*.json", { import: "default" });
/** Each game's page is for its own game alone. Here it becomes the page of any game, and here alone: whoever asks for it by the name on
    a table gives it nothing but that table, whose frames the server writes from the types that the page was checked against. */
const pages = import.meta.glob<{ default: GamePage }>("./*/index.ts");

/** What shows a game that nobody has drawn yet. */
const plain = () => import("../plain") as Promise<{ default: GamePage }>;
/** What loads each game's words: the same for the same game, so that they are loaded once. */
const words = new Map<string, GameWords>();

export async function gamePage(name: string): Promise<GamePage> {
  const page = (pages[`./${name}/index.ts`] ?? plain)().then((loaded) => loaded.default);
  await Promise.all([page, learn(wordsOf(name))]);
  return page;
}

function wordsOf(name: string): GameWords {
  const found =
    words.get(name) ??
    (async (language) => (await catalogues[`${CATALOGUES}/${name.replaceAll("-", "_")}/catalogue/${language}.json`]?.()) ?? {});
  words.set(name, found);
  return found;
}
