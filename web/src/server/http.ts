// Questions to the server over HTTP. A refusal comes back as a Problem with a sentence for the reader.
import type * as http from "../generated/http";
import type { Phrase, Position, TableInfo } from "../generated/messages";
import { inPrint, language, tell } from "../words/words.svelte";

const PREFIX = "/api/v1";

/** What a link leads to: with `look`, the server always answers with an invitation. */
export type Followed = http.JoinAnswer & { invitation: http.Invitation };

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly why: Phrase,
  ) {
    super(why.name);
  }

  get sentence(): string {
    return tell(this.why, []);
  }
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
    throw new Problem(0, "away", { name: "error.server-silent" });
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const { code, why } = (await answer.json()) as Partial<http.Problem>;
    if (why?.name) return new Problem(answer.status, code ?? "", why);
  } catch {
    // not in our words
  }
  return new Problem(answer.status, "", { name: "error.server-failed", values: { status: answer.status } });
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await answerOf(method, path, body);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The games, in the reader's language. */
export const games = async () => (await ask<http.GameList>("GET", `/games?language=${language()}`)).games.map(inWords);
export const makeTable = (wish: http.TableWish) => ask<http.NewTableAnswer>("POST", "/tables", wish);
/** Come in by a link, or only watch by it (`watch`). */
export const join = (wish: http.JoinWish) => ask<http.JoinAnswer>("POST", "/join", wish);
/** Where a link leads, before joining. */
export const follow = (secret: string) => join({ secret, look: true }) as Promise<Followed>;
export const lobby = async () => (await ask<http.Lobby>("GET", "/tables")).tables;
export const tableInfo = (id: string) => ask<TableInfo>("GET", `/tables/${id}`);
/** Begin, with bots of a level on the seats that are still open. */
export const start = (id: string, level = "") =>
  ask<TableInfo>("POST", `/tables/${id}/start${level && `?level=${encodeURIComponent(level)}`}`, {});
export const changeSettings = (id: string, wish: http.SettingsWish) => ask<TableInfo>("POST", `/tables/${id}/settings`, wish);
export const mixIn = (id: string, wish: http.NonceWish) => ask<TableInfo>("POST", `/tables/${id}/nonce`, wish);
export const rematch = (id: string) => ask<http.RematchAnswer>("POST", `/tables/${id}/rematch`, {});
export const fork = (id: string, wish: http.ForkWish) => ask<http.NewTableAnswer>("POST", `/tables/${id}/fork`, wish);
/** A record file, just as it was downloaded. */
export const upload = (record: string) => ask<http.NewTableAnswer>("POST", "/records", record);
export const recordPath = (id: string) => `${PREFIX}/tables/${id}/record`;

/** What the host, or whoever sits there, does with a seat. */
export const changeSeat = (id: string, seat: number, change: http.SeatChange) =>
  ask<http.SeatAnswer>("POST", `/tables/${id}/seats/${seat}`, change);

/** The table after so many moves, seen by a seat ("0", "1", …), by whoever asks (""), or with all open ("all") at the end. */
export const positionAt = (id: string, moves: number, as: string) =>
  ask<Position>("GET", `/tables/${id}/positions/${moves}?as=${encodeURIComponent(as)}`);

/** The review of a match that is over, or how far it is. */
export const reviewOf = (id: string) => ask<http.ReviewAnswer>("GET", `/tables/${id}/review`);
/** Let it be computed, once for all who ask. */
export const beginReview = (id: string) => ask<http.ReviewAnswer>("POST", `/tables/${id}/review`, {});
/** A new link to it, for those to whom it is given. */
export const shareReview = async (id: string) => (await ask<http.ReviewLink>("POST", `/tables/${id}/review/link`, {})).link;

/** How others get to the server; told only to a page on its own machine. */
export const reach = () => ask<http.ReachInfo>("GET", "/reach");
export const letIn = (wish: http.ReachWish) => ask<http.ReachInfo>("POST", "/reach", wish);
export const rules = (game: string, language: string) => ask<http.RulesPage>("GET", `/games/${game}/rules?language=${language}`);

function inWords(game: http.GameInfo): http.GameInfo {
  const printed = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inPrint(text)]));
  const options = Object.entries(game.options).map(([name, option]) => [
    name,
    { ...option, text: inPrint(option.text), ...(option.choices && { choices: printed(option.choices) }) },
  ]);
  return { ...game, summary: inPrint(game.summary), reconstructed: game.reconstructed.map(inPrint), options: Object.fromEntries(options) };
}

/** Something that nobody can guess, to mix into the chance, or to name a message. */
export function freshNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
