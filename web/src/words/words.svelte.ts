// Words in three languages. English texts are the keys: those of the page and, through phrases, those of the engine.
import type { Phrase } from "../generated/messages";
import de from "./de.json";
import fr from "./fr.json";

export type Language = "en" | "fr" | "de";
export const LANGUAGES: Language[] = ["en", "fr", "de"];
type Catalogue = Record<string, string>;
type Value = string | number | Phrase;

const page: Record<Language, Catalogue> = { en: {}, fr, de };
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

/** Speak a game's words, in the place of those of the game before: each calls its colours in its own way. */
export function learn(words: { fr: Catalogue; de: Catalogue }): void {
  game = { en: {}, ...words };
}

/** A template in the reader's language, its gaps left open. */
export function translated(text: string): string {
  return game[chosen.language][text] ?? page[chosen.language][text] ?? text;
}

/** A text in the reader's language, its gaps filled: t("{cards} cards left", { cards: 3 }). */
export function t(text: string, values: Record<string, Value> = {}, names: string[] = []): string {
  return fill(translated(text), values, names);
}

/** A template with its gaps filled. */
export function fill(template: string, values: Record<string, Value>, names: string[]): string {
  return template.replace(/\{(\w+)\}/g, (gap, key: string) => {
    const value = values[key];
    if (value === undefined) return gap;
    if (typeof value === "object") return tell(value, names);
    return key.startsWith("seat") && typeof value === "number" ? (names[value] ?? `#${value + 1}`) : String(value);
  });
}

/** A phrase of the engine in the reader's language, with the seats' names. */
export function tell(phrase: Phrase, names: string[]): string {
  return t(phrase.text, phrase.values ?? {}, names);
}

/** The value of a preview's change. */
export function tellValue(value: Value, names: string[]): string {
  return typeof value === "object" ? tell(value, names) : String(value);
}

/** The same with a capital at its beginning, for buttons and sentences. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(chosen.language) + text.slice(1);
}
