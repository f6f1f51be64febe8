// The page of a game without a folder of its own under src/games/.
import type { GamePage } from "../table/game-page";
import { has } from "../words/words.svelte";
import Board from "./Board.svelte";
import { curves } from "./curves";
import type { PlainGame } from "./shape";

const page: GamePage<PlainGame> = {
  Board,
  chapters: {},
  guide: [],
  moment: () => "usual",
  prices: (_, figures) => curves(figures),
  listsOffers: true,
  get unit() {
    return has("unit") ? "unit" : "plain.points";
  },
};
export default page;
