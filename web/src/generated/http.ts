// Written by `python -m tulips.web.typescript`; do not edit.
import type { AnyGame, Phrase, TableInfo } from "./messages";

/** A chapter of the rules: the id of its heading, and its title. */
export interface Chapter {
  id: string;
  title: string;
}

/** A choice among several moves: what was played, what would have been best, and the chance lost with its 95 % interval. */
export interface Decision<G extends AnyGame = AnyGame> {
  number: number;
  seat: number;
  played: string;
  best: string;
  lost: number;
  low: number;
  high: number;
  mark: "blunder" | "inaccuracy" | "mistake" | null;
  hindsight: Hindsight | null;
  chance: number;
  chance_low: number;
  chance_high: number;
  points: number;
  reason: Phrase | null;
  played_phrase: Phrase;
  best_phrase: Phrase;
  what: G["move"];
  better: G["move"] | null;
}

/** A tulip of a bouquet. */
export interface FlowerInfo {
  colour: string;
  variety: "feathered" | "flamed" | "plain";
  seed: number;
}

/** After how many moves to play on, and who sits where then. */
export interface ForkWish {
  at: number;
  seats: SeatWish[];
  wait?: boolean;
}

/** A game for the home page. */
export interface GameInfo {
  name: string;
  title: string;
  designer: string;
  publisher: string;
  year: number | null;
  seats: [number, number];
  minutes: number;
  summary: string;
  options: Record<string, OptionInfo>;
  bots: string[];
  reconstructed: string[];
  portrait: PortraitInfo;
  compiled: string;
}

/** All games. */
export interface GameList {
  games: GameInfo[];
}

/** Whether the server can do its work: `why` it can't, and what does not keep it from that but should be looked at. */
export interface Health {
  status: "failing" | "ok";
  why: string | null;
  warnings: string[];
}

/** A move that open cards would have shown to be better, and by how much. Nobody could know. */
export interface Hindsight {
  best: string;
  best_phrase: Phrase;
  lost: number;
  low: number;
  high: number;
}

/** What somebody with a link is invited to, before they come in. */
export interface Invitation {
  table: TableInfo;
  minutes: number;
  portrait: PortraitInfo;
  host: string;
  why: Phrase | null;
  may_watch: boolean;
}

/**
 * What the link has granted; `commitment` of the seed if the nonce was mixed with it or, for a `look`, can be.
 *
 * A `look` tells what the link is for, so it may also be any seat of the `table`, or another `device` of who sits there.
 */
export interface JoinAnswer {
  table: string;
  role: "device" | "host" | "review" | "seat" | "spectator" | "table";
  seat: number | null;
  commitment: string | null;
  invitation: Invitation | null;
}

/**
 * The secret of a link; a name for the seat, and something to mix into the chance.
 *
 * To `look` is not yet to join. To `watch` is to take no seat, which any link is good for where watching is allowed.
 */
export interface JoinWish {
  secret: string;
  name?: string | null;
  nonce?: string | null;
  look?: boolean;
  watch?: boolean;
}

/** What each move would have cost at a marked decision. */
export interface Lesson<G extends AnyGame = AnyGame> {
  number: number;
  moves: Tried<G>[];
}

/**
 * Links that bring people to a table, each as a path.
 *
 * `table` seats whoever opens it in the next free seat, `seats` are for one person each: both only where a seat is open.
 */
export interface Links {
  host: string;
  table: string | null;
  seats: (string | null)[];
  spectator: string;
}

/** Tables that everybody may see. */
export interface Lobby {
  tables: TableInfo[];
}

/** A table that was made. Its links are told only here; `commitment` is the SHA-256 of its seed. */
export interface NewTableAnswer {
  table: string;
  links: Links;
  commitment: string | null;
}

/** Something to mix into the chance: letters and digits that the server could not have known. */
export interface NonceWish {
  nonce: string;
  seat?: number | null;
}

/** An option of a game, as its `game.toml` declares it. Its text and its choices are told in the language asked for. */
export interface OptionInfo {
  choices?: Record<string, string>;
  default: string | number | boolean;
  kind: "choice" | "data" | "flag" | "number" | "seat";
  text: string;
}

/** A part of the ledger: what happened from one point to the next, and each seat's chance gained by it. */
export interface Part {
  at: number;
  seat: number | null;
  what: Phrase;
  gained: number[];
  margins: number[];
}

/** How a game is shown: how heavy it is to learn and play, from 1 to 5, and its bouquet. */
export interface PortraitInfo {
  weight: number;
  tulips: FlowerInfo[];
}

/** Why something can't be, for programs and for people. */
export interface Problem {
  code: "busy" | "forbidden" | "illegal" | "late" | "malformed" | "not yours" | "nothing to undo" | "over" | "too fast" | "too many" | "unknown" | "waiting";
  why: Phrase;
}

/**
 * How others get to the server; told only to a browser on the server's own machine, which is `here`.
 *
 * `lets_in` tells whether the local network was let in, where that can be switched.
 */
export interface ReachInfo {
  here: boolean;
  addresses: string[];
  lets_in: boolean | null;
}

/** Let others in the local network in, or no more. */
export interface ReachWish {
  let_in: boolean;
}

/** The table of a rematch; its links for whoever asked first, who is its host. */
export interface RematchAnswer {
  table: string;
  links: Links | null;
}

/** What a match was decided by. */
export interface Review<G extends AnyGame = AnyGame> {
  game: string;
  rules: string;
  seed: string;
  moves: number;
  seats: Seat[];
  decisions: Decision<G>[];
  parts: Part[];
  largest: number[];
  chances: number[][];
  lows: number[][];
  highs: number[][];
  typical: Typical | null;
}

/** The review of a match once it is `ready`; else how far it is, from 0 to 1, or why it can't be had. */
export interface ReviewAnswer<G extends AnyGame = AnyGame> {
  state: "computing" | "failed" | "none" | "ready" | "waiting";
  done: number;
  why: Phrase | null;
  reviewed: Reviewed<G> | null;
}

/** A link to the review of a match, as a path, for those to whom it is given. */
export interface ReviewLink {
  link: string;
}

/** What is kept of a match: its review, and what can be learned from the mistakes in it. */
export interface Reviewed<G extends AnyGame = AnyGame> {
  review: Review<G>;
  lessons: Lesson<G>[];
}

/** The rules of a game, ready to be shown, in the language asked for or else in English. */
export interface RulesPage {
  language: string;
  html: string;
  chapters: Chapter[];
}

/**
 * A seat's ledger: `first` + `luck` + `own` + `others` is `final`; `lost` is what its choices gave away in all.
 *
 * Each `_margin` is half the width of a 95 % interval.
 */
export interface Seat {
  seat: number;
  name: string;
  first: number;
  final: number;
  luck: number;
  own: number;
  others: number;
  lost: number;
  first_margin: number;
  luck_margin: number;
  own_margin: number;
  others_margin: number;
  told: Phrase;
}

/** The table after that, the seat's new link where it has got one, and the table's where somebody has lost the seat. */
export interface SeatAnswer {
  table: TableInfo;
  link: string | null;
  table_link: string | null;
}

/**
 * What is to happen to a seat.
 *
 * For the host: `open` it, give it to a `bot`, `revoke` it: whoever sits there is out, and there is a new link. For whoever
 * sits there: `leave` (once the match has begun a bot stands in), `return`, change the `name`, get a link for another
 * `device`, hold the seat `only here`. For anybody: `take` an open seat of a listed table that waits.
 */
export interface SeatChange {
  action: "bot" | "device" | "leave" | "name" | "only here" | "open" | "return" | "revoke" | "take";
  level?: string | null;
  name?: string | null;
  nonce?: string | null;
}

/** A seat of a new table: yours, open for somebody with its link, or a bot's. */
export interface SeatWish {
  kind: "bot" | "open" | "you";
  name?: string | null;
  level?: string | null;
}

/** What the host wants otherwise; null leaves it as it is. */
export interface SettingsWish {
  listed?: boolean | null;
  spectators_talk?: boolean | null;
  help?: "hints" | "none" | "tutor" | null;
}

/**
 * A new table. A `seed` is accepted only by a server for tests; a `nonce` is mixed into the chance.
 *
 * A nonce that is sent here is known to the server before it commits to a seed. Let the table `wait`, send it to `nonce` once
 * the answer has told the commitment, and `start`.
 */
export interface TableWish {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string | number | boolean>;
  seed?: string | null;
  nonce?: string | null;
  listed?: boolean;
  watching?: "at once" | "delayed" | "nobody";
  delay?: number;
  clock?: number | null;
  one_screen?: boolean;
  wait?: boolean;
  help?: "hints" | "none" | "tutor" | null;
}

/** A move that was possible, and the chance lost by it beside the best, by what the seat could know. */
export interface Tried<G extends AnyGame = AnyGame> {
  what: G["move"];
  lost: number;
}

/**
 * The chance that one seat's choices lose in all, on average, in a game among bots of that level.
 *
 * `python bench/review.py steady GAME --bot LEVEL` measures it.
 */
export interface Typical {
  novice: number;
  merchant: number;
  master: number;
}
