// How the plain board shows a value that it knows nothing of but its shape and its field's name.
import { isColour } from "../art/letters";
import type { AnyGame } from "../generated/messages";
import { capital, has, t } from "../words/words.svelte";

export type Struct = Record<string, unknown>;

/** A game of which no more is known than that its view has fields. */
export interface PlainGame extends AnyGame {
  view: Struct;
}

export type Shape = "nothing" | "number" | "flag" | "text" | "seat" | "things" | "lists" | "rows" | "struct";

/** Lists in which each entry is a seat's. */
const BY_SEAT = new Set(["seats", "hands"]);
/** Numbers that are a seat's. */
const SEATS = new Set(["turn", "seat", "owner", "leader", "starter", "winner", "bidder", "dealer", "auctioneer"]);
/** What the status line says better. */
const UNTOLD = new Set(["phase"]);

export function shapeOf(field: string, value: unknown): Shape {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "number") return SEATS.has(field) ? "seat" : "number";
  if (typeof value === "boolean") return "flag";
  if (typeof value === "string") return "text";
  if (!Array.isArray(value)) return "struct";
  if (value.some((item) => Array.isArray(item))) return "lists";
  return value.some((item) => item !== null && typeof item === "object") ? "rows" : "things";
}

/** Whether a list has an entry for each seat. */
export const isBySeat = (field: string): boolean => BY_SEAT.has(field);

/** The fields of a view that there is something to show of, and those that are one small thing each apart. */
export function parts(view: Struct): { small: [string, unknown][]; large: [string, unknown][] } {
  const told = Object.entries(view).filter(([field, value]) => !UNTOLD.has(field) && !(Array.isArray(value) && value.length === 0));
  const isLarge = ([, value]: [string, unknown]) => value !== null && typeof value === "object";
  return { small: told.filter((part) => !isLarge(part)), large: told.filter(isLarge) };
}

/** The fields of a list of structs, in the order in which they first come. */
export function columns(rows: unknown[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys((row ?? {}) as Struct)))].filter((field) => !UNTOLD.has(field));
}

/** What a field is called: its text in the game's catalogue, "view.deck", or else its own name. */
export function label(field: string): string {
  const name = `view.${field}`;
  return capital(has(name) ? t(name) : field.replaceAll("_", " "));
}

/** A text of the view: a card or a tulip, if one of its words is a colour; the rest stands in the card's corner. */
export function cardOf(text: string): { colour: string; rest: string } | null {
  const words = text.split(" ");
  const colour = words.find((word) => isColour(word));
  return colour && words.length <= 3 ? { colour, rest: words.filter((word) => word !== colour).join(" ") } : null;
}

/** A text of the view in words: each of its words that the catalogue knows in the reader's language. */
export function inWords(text: string): string {
  return has(text)
    ? t(text)
    : text
        .split(" ")
        .map((word) => (has(word) ? t(word) : word))
        .join(" ");
}

/** The handles that a thing of the view may have: "hand:0" for the first in the list `hand`, "card:red 4" for that card, "deck" for a field. */
export function handlesOf(field: string, value: unknown, place?: number): string[] {
  const named = typeof value === "string" ? [`${field}:${value}`, `card:${value}`] : [];
  return place === undefined ? [field, ...named] : [`${field}:${place}`, ...named];
}
