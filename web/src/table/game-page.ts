// What a game's folder under src/games/ gives the page. Each says which game it is, `GamePage<Game>`, so that all of it knows the
// types of that game's view, moves, log, handles and figures.
import type { Component } from "svelte";
import type { AnyGame, FiguresPart } from "../generated/messages";
import type { Table } from "./table.svelte";

/** The figures of one position after the other. */
export type Figures<G extends AnyGame = AnyGame> = FiguresPart<G>["rows"];

/** The figures of a row that are prices; TypeScript takes a record's keys for any text. */
export function pricesOf<F extends string>(row: Partial<Record<F, number>>): (F & `price:${string}`)[] {
  return (Object.keys(row) as F[]).filter((figure): figure is F & `price:${string}` => figure.startsWith("price:"));
}

/** What a CSS selector begins with here, by which it is told from a handle. */
type Selector = `.${string}` | `[${string}`;

/** One short explanation, shown in the guided first game the first time its moment comes. */
export interface GuideStep<G extends AnyGame = AnyGame> {
  id: string;
  /** Whether this is the moment. */
  when: (view: G["view"], table: Table<G>) => boolean;
  /** The name of the text. */
  text: string;
  /** The handle or the CSS selector that the bubble points at. */
  at: G["handle"] | Selector;
  /** The CSS selector of those parts of it that the text is about: on a phone, where the whole leaves the bubble no room, they stay in sight. */
  sight?: Selector;
}

/** How much a move matters: a small step passes quickly, what decides something stays in sight. */
export type Moment = "passing" | "usual" | "decisive";

/** A curve for the end of the game and for replays. */
export interface Curve<G extends AnyGame = AnyGame> {
  /** The name of the figure, such as "price:pink". */
  figure: G["figure"];
  label: string;
  colour: string;
}

/** A position where a bubble burst: the figure, and the number of its row. */
export interface Burst<G extends AnyGame = AnyGame> {
  figure: G["figure"];
  row: number;
}

/** What the shell knows of a game. Its name is on the table, so the server's JSON for that table is this game's: that is taken on
    trust in one place, where `gamePage` loads the page for the name. */
export interface GamePage<G extends AnyGame = AnyGame> {
  /** The whole board: market or field, own area, opponents. The shell adds status line, actions, log and chat. */
  Board: Component<{ table: Table<G> }>;
  /** The id of the rules' chapter for each phase of the view: its English title in small letters, words joined by hyphens. */
  chapters: ChaptersOf<G["view"]>;
  guide: GuideStep<G>[];
  /** Whether all choices stand in the bar, because the board need not have everything that one touches. */
  listsOffers?: boolean;
  /** How much what has happened from one view to the next matters, which decides how long it stays in sight. */
  moment: (before: G["view"], after: G["view"]) => Moment;
  /** The price curves of this view, by what its figures were; nothing where a game has no prices. */
  prices: (view: G["view"], figures: Figures<G>) => Curve<G>[];
  /** What these curves are, the name of a text, where they are not prices. */
  pricesTitle?: string;
  /** What the scores are counted in, the name of a text: "points", "guilders". */
  unit: string;
  /** What the lines over the game show, the name of a text, where it is not the scores. */
  scoresTitle?: (view: G["view"]) => string | undefined;
  /** Where bubbles burst, by what the figures were. */
  bursts?: (figures: Figures<G>) => Burst<G>[];
  /** What a flower on the price curves marks, the name of a sentence, where it is no bubble that burst. */
  burstsNote?: string;
}

/** A chapter for every phase that the game has. */
type ChaptersOf<View> = Record<View extends { phase: infer Phase extends string } ? Phase : string, string>;

/** The phase that a view of any game tells; none where the game has none. */
export function phaseOf(view: unknown): string {
  return typeof view === "object" && view !== null && "phase" in view && typeof view.phase === "string" ? view.phase : "";
}
