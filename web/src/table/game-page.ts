// What a game's folder under src/games/ gives the page.
import type { Component } from "svelte";
import type { Counted } from "../end/earned";
import type { Table } from "./table.svelte";

/** One short explanation, shown in the guided first game the first time its moment comes. */
export interface GuideStep {
  id: string;
  /** Whether this is the moment; `view` is the game's own view. */
  when: (view: any, table: Table) => boolean;
  /** The English text, which is also the key of its translations. */
  text: string;
  /** The handle or the CSS selector that the bubble points at. */
  at: string;
}

/** A curve for the end of the game and for replays. */
export interface Curve {
  /** The name of the figure, such as "price:pink". */
  figure: string;
  label: string;
  colour: string;
}

export interface GamePage {
  /** Its words in French and German, spoken while the game is on the page. */
  words: { fr: Record<string, string>; de: Record<string, string> };
  /** The whole board: market or field, own area, opponents. The shell adds status line, actions, log and chat. */
  Board: Component<{ table: Table }>;
  /** The id of the rules' chapter for each phase of the view: its English title in small letters, words joined by hyphens. */
  chapters: Record<string, string>;
  guide: GuideStep[];
  /** The price curves of this view; nothing where a game has no prices. */
  prices: (view: any) => Curve[];
  /** What these curves are, an English text, where they are not prices. */
  pricesTitle?: string;
  /** What the scores are counted in, an English text: "points", "guilders". */
  unit: string;
  /** What the lines over the game show, an English text, where it is not the scores. */
  course?: (view: any) => string | undefined;
  /** What a seat gets at the end for what is only counted then, as the last view tells it. */
  counted?: (view: any, seat: number) => Counted[];
  /** How long the engine's values of `figures` burst: positions where a bubble burst, by figure name and row number. */
  bursts?: (figures: Record<string, number>[]) => { figure: string; row: number }[];
}
