// What a game's folder under src/games/ gives the page.
import type { Component } from "svelte";
import type { Table } from "./table.svelte";

/** One short explanation, shown in the guided first game the first time its moment comes. */
export interface GuideStep {
  id: string;
  /** Whether this is the moment; `view` is the game's own view. */
  when: (view: any, table: Table) => boolean;
  /** The name of the text. */
  text: string;
  /** The handle or the CSS selector that the bubble points at. */
  at: string;
  /** The CSS selector of those parts of it that the text is about: on a phone, where the whole leaves the bubble no room, they stay in sight. */
  sight?: string;
}

/** How much a move matters: a small step passes quickly, what decides something stays in sight. */
export type Moment = "passing" | "usual" | "decisive";

/** A curve for the end of the game and for replays. */
export interface Curve {
  /** The name of the figure, such as "price:pink". */
  figure: string;
  label: string;
  colour: string;
}

export interface GamePage {
  /** The whole board: market or field, own area, opponents. The shell adds status line, actions, log and chat. */
  Board: Component<{ table: Table }>;
  /** The id of the rules' chapter for each phase of the view: its English title in small letters, words joined by hyphens. */
  chapters: Record<string, string>;
  guide: GuideStep[];
  /** Whether all choices stand in the bar, because the board need not have everything that one touches. */
  listsOffers?: boolean;
  /** How much what has happened from one view to the next matters, which decides how long it stays in sight. */
  moment: (before: any, after: any) => Moment;
  /** The price curves of this view, by what its figures were; nothing where a game has no prices. */
  prices: (view: any, figures: Record<string, number>[]) => Curve[];
  /** What these curves are, the name of a text, where they are not prices. */
  pricesTitle?: string;
  /** What the scores are counted in, the name of a text: "points", "guilders". */
  unit: string;
  /** What the lines over the game show, the name of a text, where it is not the scores. */
  course?: (view: any) => string | undefined;
  /** How long the engine's values of `figures` burst: positions where a bubble burst, by figure name and row number. */
  bursts?: (figures: Record<string, number>[]) => { figure: string; row: number }[];
  /** What a flower on the price curves marks, the name of a sentence, where it is no bubble that burst. */
  burstsNote?: string;
}
