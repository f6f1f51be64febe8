// The games and their catalogues, as they lie in the Python package.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PYTHON = join(import.meta.dirname, "../../src/tulips");
const BOARDS = join(import.meta.dirname, "../src/games");
type Catalogue = Record<string, string>;

const read = (path: string): Catalogue => (existsSync(path) ? (JSON.parse(readFileSync(path, "utf-8")) as Catalogue) : {});

export function games(): string[] {
  return readdirSync(BOARDS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/** A file of a game's folder in the Python package. */
export const ofGame = (game: string, file: string): string => join(PYTHON, "games", game.replaceAll("-", "_"), file);

export const sharedCatalogue = (language: string): Catalogue => read(join(PYTHON, "catalogue", `${language}.json`));

/** A game's own catalogue, with its words from before it had one. */
export const gameCatalogue = (game: string, language: string): Catalogue => ({
  ...read(join(BOARDS, game, `${language}.json`)),
  ...read(ofGame(game, `catalogue/${language}.json`)),
});

/** What a sentence says before its first gap, as a reader of the page finds it. */
export const opening = (catalogue: Catalogue, name: string): string => catalogue[name]!.split("{")[0]!.trim();

/** Every text in a language. */
export const allTexts = (language: string): string[] =>
  [sharedCatalogue(language), ...games().map((game) => gameCatalogue(game, language))].flatMap((catalogue) => Object.values(catalogue));
