// The texts that the page and the server have for people, found in their sources: the keys of the catalogues.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = join(import.meta.dirname, "../src");
const PYTHON = join(import.meta.dirname, "../../src/tulips");

function files(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => JSON.parse(`"${match[1]}"`) as string);
}

const STRING = '"((?:[^"\\\\]|\\\\.)*)"';
/** t("…"), also over several lines, and phrases that the page makes itself: { text: "…" }. */
const CALLS = new RegExp(`\\bt\\(\\s*${STRING}`, "g");
const PHRASES = new RegExp(`\\btext: ${STRING}`, "g");

function textsIn(paths: string[]): Set<string> {
  return new Set(
    paths.flatMap((path) => {
      const source = readFileSync(path, "utf-8").replace(/\/\*[^]*?\*\/|^\s*\/\/.*$|<!--[^]*?-->/gm, "");
      return [...found(source, CALLS), ...found(source, PHRASES)];
    }),
  );
}

/** The texts of the page around the games. */
export function shellTexts(): Set<string> {
  return textsIn(files(SOURCES, /\.(svelte|ts)$/).filter((path) => !/[/](games[/][^/]+|generated|gallery|fixture)[/]/.test(path)));
}

/** The texts of one game's board, guide and curves. */
export function gameTexts(game: string): Set<string> {
  const folder = join(SOURCES, "games", game);
  const index = readFileSync(join(folder, "index.ts"), "utf-8");
  return new Set([...textsIn(files(folder, /\.(svelte|ts)$/)), ...found(index, new RegExp(`\\b(?:unit|pricesTitle|burstsTold): ${STRING}`, "g"))]);
}

/** Modules whose sentences are for those who run a server: in its log and its health. */
const FOR_OPERATORS = /\/(compiling|damage|machine_code|private_files|write_probe)\.py$/;

/** What the server says to people: its refusals, the engine's reasons for them, and the games' summaries. */
export function serverTexts(): Set<string> {
  const refusals = ["table", "web"].flatMap((folder) =>
    files(join(PYTHON, folder), /\.py$/).filter((path) => !FOR_OPERATORS.test(path)).flatMap((path) => {
      const source = readFileSync(path, "utf-8");
      const named = found(source, new RegExp(`^[A-Z_]+ = ${STRING}$`, "gm")).filter((text) => /^[A-Z{].*[.:] ?(\{\w+\})?$/.test(text));
      return [...named, ...found(source, new RegExp(`Refused\\(\\s*"[a-z ]+",\\s*${STRING}`, "g"))];
    }),
  );
  const reasons = ["match/match.py", "match/record_file.py", "income.py"].flatMap((name) => found(readFileSync(join(PYTHON, "engine", name), "utf-8"), new RegExp(`\\bsay\\(\\s*${STRING}`, "g")));
  const summaries = files(join(PYTHON, "games"), /game\.toml$/).flatMap((path) => found(readFileSync(path, "utf-8"), new RegExp(`^summary = ${STRING}`, "gm")));
  return new Set([...refusals, ...reasons, ...summaries].filter((text) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ""))));
}

export function games(): string[] {
  return readdirSync(join(SOURCES, "games"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
