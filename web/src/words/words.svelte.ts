// Sentences by name, in three languages. A language has a catalogue for the page and the server, and one for each game, which
// lie in the Python package; only those of the reader's language and of the game on the page are loaded.
import type { Phrase } from "../generated/messages";
import { elided, spaced, typeset } from "./typography";

export type Language = "en" | "fr" | "de";
export const LANGUAGES: Language[] = ["en", "fr", "de"];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", de: "Deutsch" };
export type Catalogue = Record<string, string>;
/** The seats' names; `you` is the reader's own seat, which is spoken to where a catalogue can do so. */
export type Names = readonly string[] & { you?: number };
/** What loads a game's catalogue in a language. */
export type GameWords = (language: Language) => Promise<Catalogue>;
export type Value = string | number | Phrase | Phrase[];

const SHARED = "../../../src/tulips/catalogue";
const shared = import.meta.glob<Catalogue>("../../../src/tulips/catalogue/*.json", { import: "default" });
const noGame: GameWords = async () => ({});

/** What is wanted, and what is spoken as soon as it is loaded. */
let wanted = { language: fromBrowser(), game: noGame };
let loading: Promise<void> | null = null;
let spoken = $state.raw<{ language: Language; shared: Catalogue; game: Catalogue }>({ language: wanted.language, shared: {}, game: {} });
/** Whoever asks for it is told only when the language changes, not when a game's words come. */
const spokenLanguage = $derived(spoken.language);

function fromBrowser(): Language {
  const kept = globalThis.localStorage?.getItem("language");
  const asked = [kept, ...(globalThis.navigator?.languages ?? [])].map((name) => name?.slice(0, 2));
  return (asked.find((name) => LANGUAGES.includes(name as Language)) as Language | undefined) ?? "en";
}

export function language(): Language {
  return spokenLanguage;
}

/** Load the words of the reader's language; there are none before that. */
export function loadWords(): Promise<void> {
  return want({});
}

/** Change the language; the old one is spoken until the other is loaded. */
export async function speak(language: Language): Promise<void> {
  await want({ language });
  globalThis.localStorage?.setItem("language", language);
}

/** Speak a game's words, in the place of those of the game before: each calls its colours in its own way. */
export function learn(game: GameWords): Promise<void> {
  return want({ game });
}

function want(change: Partial<typeof wanted>): Promise<void> {
  const [before, now] = [wanted, { ...wanted, ...change }];
  if (loading && now.language === before.language && now.game === before.game) return loading;
  wanted = now;
  return (loading = load(now, before, loading));
}

async function load(now: typeof wanted, before: typeof wanted, earlier: typeof loading): Promise<void> {
  try {
    const { language } = now;
    const [page, game] = await Promise.all([shared[`${SHARED}/${language}.json`]!(), now.game(language)]);
    if (now !== wanted) return loading ?? undefined; // something else is wanted meanwhile
    spoken = { language, shared: printed(language, page), game: printed(language, game) };
  } catch (problem) {
    if (now === wanted) [wanted, loading] = [before, earlier];
    throw problem;
  }
}

/** A catalogue as it is printed in its language. Second persons of several gaps at once are found in one order. */
function printed(language: Language, catalogue: Catalogue): Catalogue {
  const sorted = Object.fromEntries(
    Object.entries(catalogue).map(([name, text]) => [name.replace(/(?:\.you(?:_\w+)?){2,}$/, inOrder), text]),
  );
  return language === "en" ? sorted : typeset(sorted);
}

/** A text of the reader's language that comes from the server. */
export function inPrint(text: string): string {
  return spoken.language === "en" ? text : spaced(text);
}

function inOrder(persons: string): string {
  return persons.split(".").sort().join(".");
}

function known(name: string): string | undefined {
  return spoken.game[name] ?? spoken.shared[name];
}

/** Whether there is a sentence of that name. */
export function has(name: string): boolean {
  return known(name) !== undefined;
}

/** The sentence of a name in the reader's language, its gaps left open. Where a gap holds the reader's own seat, "draws" gives
    way to "draws.you", and a gap `seat_to` to "gives.you_to": "you draw {card}" in the place of "{seat} draws {card}". */
export function template(name: string, values: Record<string, Value> = {}, names: Names = []): string {
  const own = names.you === undefined ? [] : Object.keys(values).filter((gap) => gap.startsWith("seat") && values[gap] === names.you);
  const persons = inOrder(own.map((gap) => gap.replace("seat", ".you")).join(""));
  return (persons ? known(name + persons) : undefined) ?? known(name) ?? name;
}

/** A sentence in the reader's language, its gaps filled: t("home.players", { number: 3 }). */
export function t(name: string, values: Record<string, Value> = {}, names: Names = []): string {
  return fill(template(name, values, names), values, names);
}

/** A template with its gaps filled. */
export function fill(template: string, values: Record<string, Value>, names: Names): string {
  const filled = template.split(/\{(\w+)\}/).map((piece, n) => {
    if (n % 2 === 0) return piece;
    const value = values[piece];
    if (value === undefined) return `{${piece}}`;
    if (Array.isArray(value)) return value.map((part) => tell(part, names)).join(between(piece));
    if (typeof value === "object") return tell(value, names);
    return piece.startsWith("seat") && typeof value === "number" ? (names[value] ?? `#${value + 1}`) : minus(value);
  });
  return joined(filled).join("");
}

/** What stands between the phrases of a list, by its gap. */
export function between(gap: string): string {
  return gap === "clauses" ? template("mark.clause") : ", ";
}

/** A value in a text: a number below zero has a minus sign, not a hyphen. */
function minus(value: string | number): string {
  return String(value).replace(/^-(?=\d)/, "−");
}

/** A number as the language writes it, its thousands parted. */
export function numeral(value: number): string {
  return minus(value.toLocaleString(spoken.language));
}

/** The same for what is gained or lost, with its sign. */
export function signed(amount: number): string {
  return (amount > 0 ? "+" : "") + numeral(amount);
}

/** A share from 0 to 1 as a percentage. */
export function percent(share: number): string {
  return new Intl.NumberFormat(spoken.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** Pieces of a text that follow one another, as the language joins them: "de " and "Iris" become "d’" and "Iris". */
export function joined(pieces: string[]): string[] {
  return spoken.language === "fr" ? pieces.map((piece, n) => elided(piece, pieces.slice(n + 1).join(""))) : pieces;
}

/** A phrase of the engine in the reader's language, with the seats' names. */
export function tell(phrase: Phrase, names: Names): string {
  return t(phrase.name, phrase.values ?? {}, names);
}

/** The value of a preview's change. */
export function tellValue(value: Value, names: Names): string {
  return fill("{value}", { value }, names);
}

/** The same with a capital at its beginning, for buttons and sentences. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(spoken.language) + text.slice(1);
}
