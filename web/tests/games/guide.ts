// What a game's guide is tested by.
export interface Guide {
  /** What each explanation is about: a CSS selector. */
  about: Record<string, string>;
  /** What comes up in the beginning of every first game. */
  early: string[];
}

export const section = (label: string): string => `.board section[aria-label="${label}"]`;
export const handles = (start: string): string => `.board [data-handle^="${start}"]`;
