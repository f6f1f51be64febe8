// Questions to the server over HTTP. A refusal comes back as a Problem with a sentence for the reader.
import type { Phrase, Position, TableInfo } from "../generated/messages";
import { t } from "../words/words.svelte";

const PREFIX = "/api/v1";

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly why: Phrase,
  ) {
    super(why.text);
  }

  get sentence(): string {
    return t(this.why.text, this.why.values ?? {});
  }
}

export interface OptionInfo {
  text: string;
  kind: "flag" | "seat" | "data" | "number" | "choice";
  default: unknown;
  choices?: string[];
}

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
  compiled: string;
}

export interface NewSeat {
  kind: "you" | "open" | "bot";
  name?: string;
  level?: string;
}

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, unknown>;
  listed?: boolean;
  watching?: TableInfo["watching"];
  delay?: number;
  clock?: number | null;
  one_screen?: boolean;
  wait?: boolean;
}

export interface SeatChange {
  action: "open" | "bot" | "take" | "leave" | "return" | "revoke" | "name" | "device" | "only here";
  level?: string;
  name?: string;
  nonce?: string;
}

/** What the host decides; what is not named stays. */
export interface TableSettings {
  listed?: boolean;
  spectators_talk?: boolean;
}

export interface Links {
  host: string;
  /** Seats whoever opens it in the next free seat. */
  table: string | null;
  /** For one person each; only those of open seats. */
  seats: (string | null)[];
  spectator: string;
}

export interface Made {
  table: string;
  links: Links;
  commitment: string | null;
}

/** What a link is for: a role, any free seat of the table, or another device of whoever sits there. */
export type LinkRole = "host" | "seat" | "spectator" | "table" | "device";

export interface Joined {
  table: string;
  role: LinkRole;
  seat: number | null;
  commitment: string | null;
}

/** What somebody with a link is invited to, before they come in. */
export interface Invitation {
  table: TableInfo;
  minutes: number;
  /** Whoever invites, or nothing. */
  host: string;
  /** Why nobody can sit down by the link any more. */
  why: Phrase | null;
  may_watch: boolean;
}

export interface Followed extends Joined {
  invitation: Invitation;
}

async function answerOf(method: string, path: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(PREFIX + path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
  } catch {
    throw new Problem(0, "away", { text: "The server does not answer. Is it still running?" });
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const told = (await answer.json()) as { code?: string; why?: Phrase };
    if (told.why?.text) return new Problem(answer.status, told.code ?? "", told.why);
  } catch {
    // not in our words
  }
  return new Problem(answer.status, "", { text: "The server could not do that ({status}).", values: { status: answer.status } });
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await answerOf(method, path, body);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const games = async () => (await ask<{ games: GameInfo[] }>("GET", "/games")).games;
export const makeTable = (table: NewTable) => ask<Made>("POST", "/tables", table);
/** Where a link leads, before joining. */
export const follow = (secret: string) => ask<Followed>("POST", "/join", { secret, look: true });
/** Only watch, by whatever link. */
export const watch = (secret: string) => ask<Joined>("POST", "/join", { secret, watch: true });
export const join = (secret: string, name: string, nonce: string) => ask<Joined>("POST", "/join", { secret, name, nonce });
export const lobby = async () => (await ask<{ tables: TableInfo[] }>("GET", "/tables")).tables;
export const tableInfo = (id: string) => ask<TableInfo>("GET", `/tables/${id}`);
/** Begin, with bots of a level on the seats that are still open. */
export const start = (id: string, level = "") => ask<void>("POST", `/tables/${id}/start${level && `?level=${encodeURIComponent(level)}`}`, {});
export const changeSettings = (id: string, wish: TableSettings) => ask<TableInfo>("POST", `/tables/${id}/settings`, wish);
export const mixIn = (id: string, seat: number | null, nonce: string) => ask<void>("POST", `/tables/${id}/nonce`, { nonce, seat });
export const rematch = (id: string) => ask<{ table: string; links: Links | null }>("POST", `/tables/${id}/rematch`, {});
export const fork = (id: string, at: number, seats: NewSeat[]) => ask<Made>("POST", `/tables/${id}/fork`, { at, seats, wait: true });
/** A record file, just as it was downloaded. */
export const upload = (record: string) => ask<{ table: string }>("POST", "/records", record);
export const recordPath = (id: string) => `${PREFIX}/tables/${id}/record`;

/** What the host, or whoever sits there, does with a seat. */
export const changeSeat = (id: string, seat: number, change: SeatChange) =>
  ask<{ table: TableInfo; link: string | null; table_link: string | null }>("POST", `/tables/${id}/seats/${seat}`, change);

/** The table after so many moves, seen by a seat ("0", "1", …), by whoever asks (""), or with all open ("all") at the end. */
export const positionAt = (id: string, moves: number, as: string) =>
  ask<Position>("GET", `/tables/${id}/positions/${moves}?as=${encodeURIComponent(as)}`);

/** How others get to the server; told only to a page on its own machine. */
export interface Reach {
  here: boolean;
  /** Where others find the page, the likeliest first. */
  addresses: string[];
  /** Whether the local network was let in, where that can be switched. */
  lets_in: boolean | null;
}
export const reach = () => ask<Reach>("GET", "/reach");
export const letIn = (others: boolean) => ask<Reach>("POST", "/reach", { let_in: others });

export interface RulesText {
  language: string;
  html: string;
  chapters: { id: string; title: string }[];
}
export const rules = (game: string, language: string) => ask<RulesText>("GET", `/games/${game}/rules?language=${language}`);

/** Something that nobody can guess, to mix into the chance, or to name a message. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
