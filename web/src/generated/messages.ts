// Written by `python -m tulips.web.typescript`; do not edit.

/** What would this move do? For moves that are legal and not offered. */
export interface AskMessage {
  type: "ask";
  id: string;
  move: number | string | Record<string, unknown>;
  seat?: number | null;
}

/**
 * One thing that would change: "points" from 12 to 17, "purple" from "3rd" to "1st".
 *
 * `handle` names what on the table it stands beside, if it has a place there, and `to` where that would go, if it moves: a
 * place as the view names it.
 */
export interface Change<G extends AnyGame = AnyGame> {
  what: Phrase;
  before: string | number | Phrase | Phrase[];
  after: string | number | Phrase | Phrase[];
  handle?: G["handle"];
  to?: string;
}

/** Somebody has said something. */
export interface ChatFrame {
  type: "chat";
  frame: number;
  line: ChatLine;
}

/** Something said at the table; seat null for a spectator, and for the host without a seat, who speaks among the players. */
export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  channel: "players" | "spectators";
}

/** Say something at the table. */
export interface ChatMessage {
  type: "chat";
  id: string;
  text: string;
}

/** Has the tutor anything against this move? Without a move the tutor only thinks ahead. */
export interface CheckMessage {
  type: "check";
  id: string;
  number: number;
  move?: number | string | Record<string, unknown> | null;
  seat?: number | null;
}

/** The tutor's answer to a `check`: null if it has nothing against the move. */
export interface CheckedFrame<G extends AnyGame = AnyGame> {
  type: "checked";
  frame: number;
  id: string;
  warning: Warned<G> | null;
}

/** Agree or not to the taking back that another asks for. */
export interface ConsentMessage {
  type: "consent";
  id: string;
  agree: boolean;
}

/** On a screen that several seats share, the curtain has closed before one of them, or that one has lifted it. */
export interface CurtainMessage {
  type: "curtain";
  id: string;
  seat: number;
  lifted: boolean;
}

/** What the page asked for is done, and is on disk. */
export interface DoneFrame<G extends AnyGame = AnyGame> {
  type: "done";
  frame: number;
  id: string;
  number: number;
  offer: Offer<G> | null;
}

/** Numbers worth a curve, one row for each position from the one after `start` moves on. */
export interface FiguresPart<G extends AnyGame = AnyGame> {
  start: number;
  rows: Partial<Record<G["figure"], number>>[];
}

/** Whatever the page sends. */
export type FromPage = MoveMessage | AskMessage | UndoMessage | ConsentMessage | HintMessage | CheckMessage | HelpMessage | ChatMessage | LookMessage | CurtainMessage | ResyncMessage | PingMessage;

/** The host asks for other help; those named have yet to agree. */
export interface HelpInfo {
  help: "hints" | "none" | "tutor";
  waiting_for: number[];
}

/** Agree or not to the help that the host asks for. */
export interface HelpMessage {
  type: "help";
  id: string;
  agree: boolean;
}

/** A seat was given a hint, or a tutor has warned it, when so many moves stood. */
export interface HelpUsedInfo {
  moves: number;
  seat: number;
  warning: boolean;
}

/** The best moves, the best first: the answer to a `hint`, which everybody at the table has been told of. */
export interface HintFrame<G extends AnyGame = AnyGame> {
  type: "hint";
  frame: number;
  id: string;
  moves: HintedMove<G>[];
}

/** What would be best now? Where the table has agreed on hints; everybody is told that one was given. */
export interface HintMessage {
  type: "hint";
  id: string;
  number: number;
  seat?: number | null;
}

/** A move that a hint shows: its share of the victory with the 95 % interval, its points at the end, and why. */
export interface HintedMove<G extends AnyGame = AnyGame> {
  offer: Offer<G>;
  chance: number;
  low: number;
  high: number;
  score: number;
  reason: Phrase;
}

/** A gain of a match: after how many moves, whose it is, in which words, and whose move these tell (None for nobody's). */
export interface Income {
  at: number;
  seat: number;
  amount: number;
  kind: Phrase;
  what: Phrase;
  mover: number | null;
  event: Phrase | null;
}

/**
 * A line of the log: after how many moves, who has moved (null for chance, and for what came of a move), what
 * it tells as data, and the words.
 *
 * `turn` is the seat whose turn it stands under, if that did not move. `player` is who has moved if it was no person.
 * Lines that tell of dealing may be folded into one.
 */
export interface LogEntry<G extends AnyGame = AnyGame> {
  at: number;
  seat: number | null;
  what: G["what"];
  phrase: Phrase;
  turn?: number | null;
  player?: "bot" | "clock" | null;
  dealt?: boolean;
}

/** Entries of the log from a place on; what the page had from there on is replaced by them. */
export interface LogPart<G extends AnyGame = AnyGame> {
  start: number;
  entries: LogEntry<G>[];
}

/** Show the table with the eyes of another of one's seats, where several share one screen. */
export interface LookMessage {
  type: "look";
  seat: number;
}

/** Make a move: `number` is the number of events that the page has seen, `id` the page's own name for this message. */
export interface MoveMessage {
  type: "move";
  id: string;
  number: number;
  move: number | string | Record<string, unknown>;
  seat?: number | null;
}

/** Something about a seat that those at the table should know; `name` is of whoever sat there then. */
export interface NoticeInfo {
  number: number;
  kind: "device" | "left" | "revoked" | "taken" | "used again";
  seat: number;
  name: string;
}

/**
 * A move that the viewer may make: its number in the rules, its kind with its fields, its words, what it would do, and the
 * handles that one touches to make it.
 */
export interface Offer<G extends AnyGame = AnyGame> {
  move: number;
  what: G["move"];
  phrase: Phrase;
  preview: Preview<G>;
  handles: G["handle"][];
}

/** The name of a sentence such as "give {card} to {seat_to}", and what goes into its gaps. */
export interface Phrase {
  name: string;
  values?: Record<string, string | number | Phrase | Phrase[]>;
}

/** A question whether the server is still there. */
export interface PingMessage {
  type: "ping";
}

/** The answer that it is. */
export interface PongFrame {
  type: "pong";
  frame: number;
}

/** The table as a viewer sees it after so many moves. */
export interface Position<G extends AnyGame = AnyGame> {
  moves: number;
  viewer: number;
  view: G["view"];
  status: Phrase;
  acting: number[];
  offers: Offer<G>[];
  why_not: Partial<Record<G["handle"], Phrase>>;
  unlisted: boolean;
  log: LogPart<G>;
  figures: FiguresPart<G>;
  end: Phrase | null;
  scores: number[] | null;
  winners: number[];
  places: number[] | null;
  result: Result | null;
}

/** Something has happened in the game: the new position, with the new parts of log and figures only. */
export interface PositionFrame<G extends AnyGame = AnyGame> {
  type: "position";
  frame: number;
  number: number;
  position: Position<G>;
}

/**
 * What a move would do, as far as the seat can know: one line of words, and each change.
 *
 * `anyway` tells what is to come whether the move is made or not: nothing of it is the move's doing, so a move without
 * changes, such as a pass, needs no second thought because of it.
 */
export interface Preview<G extends AnyGame = AnyGame> {
  summary: Phrase;
  changes?: Change<G>[];
  anyway?: Phrase | null;
}

/** What the page asked for can't be; why, in a sentence; and the table as it is. */
export interface RefusedFrame<G extends AnyGame = AnyGame> {
  type: "refused";
  frame: number;
  id: string | null;
  code: "busy" | "illegal" | "late" | "malformed" | "not yours" | "nothing to undo" | "over" | "too fast" | "waiting";
  why: Phrase;
  number: number;
  position: Position<G> | null;
}

/** Where the scores came from, and in a race what each seat lacked to win. */
export interface Result {
  income: Income[];
  short: Phrase[][];
}

/** A frame is missing: send everything anew. */
export interface ResyncMessage {
  type: "resync";
}

/** Who sits where. */
export interface SeatInfo {
  name: string;
  kind: "bot" | "human" | "open";
  level: string | null;
  connected: boolean;
  yours: boolean;
  standing_in: boolean;
  shares_screen: boolean;
  awaited: boolean;
  browsers: number | null;
  deadline: number | null;
  clock_stopped: boolean;
}

/** Everything, at the start of a connection and after a gap. */
export interface StateFrame<G extends AnyGame = AnyGame> {
  type: "state";
  frame: number;
  protocol: number;
  number: number;
  table: TableInfo;
  position: Position<G> | null;
  chat: ChatLine[];
}

/** Something around the game has changed: people, clock, undo. */
export interface TableFrame {
  type: "table";
  frame: number;
  table: TableInfo;
}

/** The table around the game. */
export interface TableInfo {
  id: string;
  game: string;
  title: string;
  rules: string;
  rules_are_current: boolean;
  phase: "over" | "playing" | "waiting";
  seats: SeatInfo[];
  options: Record<string, unknown>;
  listed: boolean;
  watching: "at once" | "delayed" | "nobody";
  delay: number;
  clock: number | null;
  deadline: number | null;
  host: boolean;
  one_screen: boolean;
  secrets: boolean;
  spectators: number;
  spectators_talk: boolean;
  commitment: string | null;
  seed: string | null;
  nonces: string[];
  undo: UndoInfo | null;
  can_undo: boolean;
  undo_reveals: boolean;
  peeks: number;
  notices: NoticeInfo[];
  rematch: string | null;
  rematch_commitment: string | null;
  rematch_nonces: string[];
  broken: Phrase | null;
  compiling: number | null;
  helps: "hints" | "none" | "tutor";
  help_asked: HelpInfo | null;
  help_used: HelpUsedInfo[];
  help: "hints" | "none" | "tutor" | null;
}

/** Whatever the server sends. */
export type ToPage<G extends AnyGame = AnyGame> = StateFrame<G> | TableFrame | PositionFrame<G> | ChatFrame | DoneFrame<G> | HintFrame<G> | CheckedFrame<G> | RefusedFrame<G> | PongFrame;

/** Somebody asks to take moves back; those named have yet to agree. */
export interface UndoInfo {
  seat: number;
  moves: number;
  waiting_for: number[];
}

/** Ask to take back one's last move. */
export interface UndoMessage {
  type: "undo";
  id: string;
  number: number;
  seat?: number | null;
}

/** What a move would give away beside the best, as a share of the victory with the 95 % interval, and why. */
export interface Warned<G extends AnyGame = AnyGame> {
  lost: number;
  low: number;
  high: number;
  better: HintedMove<G>;
  reason: Phrase;
}

/** A move or happening of any game; each game's own file has its kinds. */
export interface AnyKind {
  kind: string;
  [field: string]: unknown;
}

/** What a game has of its own in frames; each game's own file has its `Game`. */
export interface AnyGame {
  view: unknown;
  move: AnyKind;
  what: AnyKind;
  handle: string;
  figure: string;
}
