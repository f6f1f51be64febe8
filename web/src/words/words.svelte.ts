// Words in three languages. English texts are the keys: those of the page and, through phrases, those of the engine.
import type { Phrase } from "../generated/messages";
import de from "./de.json";
import fr from "./fr.json";
import { elided, parted, typeset } from "./typography";
import you from "./you.json";

export type Language = "en" | "fr" | "de";
export const LANGUAGES: Language[] = ["en", "fr", "de"];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", de: "Deutsch" };
type Catalogue = Record<string, string>;
/** The seats' names; `you` is the reader's own seat, which is spoken to where a text can do so. */
export type Names = readonly string[] & { you?: number };
/** A game's words, and those that speak to the reader in the place of naming their seat, in English too. */
export interface GameWords {
  fr: Catalogue;
  de: Catalogue;
  you: Record<Language, Catalogue>;
}
type Value = string | number | Phrase;

const page = spoken({ fr, de, you });
const chosen = $state({ language: fromBrowser() });
let game = $state.raw<Record<Language, Catalogue>>({ en: {}, fr: {}, de: {} });

function fromBrowser(): Language {
  const kept = globalThis.localStorage?.getItem("language");
  const asked = [kept, ...(globalThis.navigator?.languages ?? [])].map((name) => name?.slice(0, 2));
  return (asked.find((name) => LANGUAGES.includes(name as Language)) as Language | undefined) ?? "en";
}

export function language(): Language {
  return chosen.language;
}

export function speak(language: Language): void {
  chosen.language = language;
  globalThis.localStorage?.setItem("language", language);
  document.documentElement.lang = language;
}

/** What is said in each language, set as it is printed there. */
function spoken({ fr, de, you }: GameWords): Record<Language, Catalogue> {
  return { en: you.en, fr: typeset({ ...fr, ...you.fr }), de: typeset({ ...de, ...you.de }) };
}

/** Speak a game's words, in the place of those of the game before: each calls its colours in its own way. */
export function learn(words: GameWords): void {
  game = spoken(words);
}

/** A template in the reader's language, its gaps left open. One without words has no translation, but its marks are set. */
export function translated(text: string): string {
  return known(text) ?? (chosen.language === "fr" ? parted(text) : text);
}

function known(text: string): string | undefined {
  return game[chosen.language][text] ?? page[chosen.language][text];
}

/** The same for these values: where a gap holds the reader's own seat, "{seat} draws" gives way to "{seat:you} draws", which
    stands for "you draw". */
export function template(text: string, values: Record<string, Value>, names: Names): string {
  const { you } = names;
  const spoken = you === undefined ? text : text.replace(/\{(seat\w*)\}/g, (gap, key: string) => (values[key] === you ? `{${key}:you}` : gap));
  return (spoken === text ? undefined : known(spoken)) ?? translated(text);
}

/** A text in the reader's language, its gaps filled: t("{cards} cards left", { cards: 3 }). */
export function t(text: string, values: Record<string, Value> = {}, names: Names = []): string {
  return fill(template(text, values, names), values, names);
}

/** A template with its gaps filled. */
export function fill(template: string, values: Record<string, Value>, names: Names): string {
  const filled = template.split(/\{(\w+)\}/).map((piece, n) => {
    if (n % 2 === 0) return piece;
    const value = values[piece];
    if (value === undefined) return `{${piece}}`;
    if (typeof value === "object") return tell(value, names);
    return piece.startsWith("seat") && typeof value === "number" ? (names[value] ?? `#${value + 1}`) : minus(value);
  });
  return joined(filled).join("");
}

/** A value in a text: a number below zero has a minus sign, not a hyphen. */
function minus(value: string | number): string {
  return String(value).replace(/^-(?=\d)/, "−");
}

/** A number as the language writes it, its thousands parted. */
export function numeral(value: number): string {
  return minus(value.toLocaleString(chosen.language));
}

/** The same for what is gained or lost, with its sign. */
export function signed(amount: number): string {
  return (amount > 0 ? "+" : "") + numeral(amount);
}

/** Pieces of a text that follow one another, as the language joins them: "de " and "Iris" become "d’" and "Iris". */
export function joined(pieces: string[]): string[] {
  return chosen.language === "fr" ? pieces.map((piece, n) => elided(piece, pieces.slice(n + 1).join(""))) : pieces;
}

/** A phrase of the engine in the reader's language, with the seats' names. */
export function tell(phrase: Phrase, names: Names): string {
  return t(phrase.text, phrase.values ?? {}, names);
}

/** The value of a preview's change. */
export function tellValue(value: Value, names: Names): string {
  return typeof value === "object" ? tell(value, names) : minus(value);
}

/** The same with a capital at its beginning, for buttons and sentences. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(chosen.language) + text.slice(1);
}
