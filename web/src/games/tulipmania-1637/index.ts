import type { GamePage } from "../../table/game-page";
import { learn } from "../../words/words.svelte";
import Board from "./Board.svelte";
import de from "./de.json";
import fr from "./fr.json";

learn({ fr, de });

const page: GamePage = { Board, chapters: {}, guide: [], prices: () => [], unit: "florins" };
export default page;
