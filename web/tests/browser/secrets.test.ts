// Two browsers in one match: what one of them alone knows is in no frame, of whatever type, that the other receives at that time.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clicker } from "./robot";
import { visit } from "./shared";
import type { Position, Secrets, View } from "../games/secrets";
import { position } from "./positions";
import { come, type Frame, GAMES, makeTable } from "./visitor";

interface Entry {
  at: number;
  seat: number | null;
  what: { kind: string };
  phrase: { name: string; values?: Record<string, unknown> };
}

const told = import.meta.glob<Secrets>("../games/*/secrets.ts", { import: "default", eager: true });
const SECRETIVE = GAMES.filter((game) => position(game, "start").table.secrets);

/** What a seat knew after so many events: what is its own, what is open, and the lines of the log told to it alone or heard by all. */
interface Knowledge {
  view: View;
  log: Entry[];
  own: unknown[];
  open: string;
  told: Entry[];
  heard: Entry[];
}

/** Everything that came to a page, of each connection in its order, with the number of events known when it came. */
class Received {
  readonly frames: { frame: Frame; number: number; text: string }[] = [];
  readonly #knowledge = new Map<number, Knowledge>();

  constructor(
    page: Page,
    readonly seat: number,
    private readonly secrets: Secrets,
  ) {
    page.on("websocket", (socket) => {
      const log: Entry[] = [];
      let number = 0;
      socket.on("framereceived", ({ payload }) => {
        const frame = JSON.parse(String(payload)) as Frame;
        number = Math.max(number, frame.number ?? 0);
        this.frames.push({ frame, number, text: String(payload) });
        if (frame.position) this.#learn(number, frame.position, log);
      });
    });
  }

  #learn(number: number, position: Position, log: Entry[]): void {
    log.splice(position.log.start, Infinity, ...(position.log.entries as Entry[]));
    const { own, open, kinds, later = [] } = this.secrets;
    const told = log.filter(({ what }) => kinds.includes(what.kind));
    const heard = log.filter(({ what }) => ![...kinds, ...later].includes(what.kind));
    this.#knowledge.set(number, {
      view: position.view,
      log: [...log],
      own: own(position.view, this.seat),
      open: JSON.stringify(open(position.view)),
      told,
      heard,
    });
  }

  at(number: number): Knowledge | undefined {
    return this.#knowledge.get(number);
  }

  /** What the seat knew last before then, and first after it: mostly the same, but several events may be told at once. */
  around(number: number): [Knowledge, Knowledge] {
    const numbers = [...this.#knowledge.keys()].sort((a, b) => a - b);
    const [last, next] = [numbers.findLast((one) => one <= number), numbers.find((one) => one >= number)];
    return [this.#knowledge.get(last ?? next!)!, this.#knowledge.get(next ?? last!)!];
  }
}

/** A thing as a frame would name it: as a whole, each of its parts, and a card as phrases spell it. */
function named(knowledge: Knowledge): string[] {
  const things = knowledge.own.flatMap((thing) => (Array.isArray(thing) ? [thing, ...thing] : [thing]));
  const spelt = knowledge.told.flatMap(({ phrase }) => Object.values(phrase.values ?? {})).filter((value) => typeof value === "object");
  return [...things, ...spelt]
    .map((thing) => JSON.stringify(thing).replace(/^\{(.*)\}$/, "$1"))
    .filter((text) => !/^(null|\[\]|)$/.test(text));
}

/** Things that would let a page be refused, and told everything anew. */
async function pester(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/tables/${location.pathname.split("/").pop()}/socket`);
    await new Promise((resolve) => (socket.onmessage = resolve));
    const wishes = [
      { type: "move", number: 0, move: 0 },
      { type: "move", number: 9_999, move: "everything" },
      { type: "ask", words: "nonsense" },
      { type: "chat", text: "Well?" },
    ];
    for (const [n, wish] of wishes.entries()) socket.send(JSON.stringify({ ...wish, id: `pester-${performance.now()}-${n}` }));
    for (const type of ["nothing", "resync", "ping"]) socket.send(JSON.stringify({ type }));
    await new Promise<void>(
      (resolve) => (socket.onmessage = ({ data }) => (JSON.parse(data as string).type === "pong" ? resolve() : undefined)),
    );
    socket.close();
  });
}

/** Two friends play a match; how many secrets of one were not in what the other was sent, and how often a card lay there sealed. */
async function together(game: string, secrets: Secrets): Promise<[guarded: number, laid: number]> {
  const [eva, ada] = [await visit({ name: "Eva" }), await visit({ name: "Ada" })];
  const received = [new Received(eva, 0, secrets), new Received(ada, 1, secrets)];
  const seats = [{ kind: "you", name: "Eva" }, { kind: "open" }, { kind: "bot", level: "greedy" }];
  const { table, links } = await makeTable(eva, { game, seats });
  expect(links.seats[1]).toMatch(/#[\w-]{22,}$/);
  await eva.goto(`/t/${table}`);
  await come(ada, links.seats[1]!);
  await ada.waitForSelector(".board");
  expect(ada.url()).not.toContain("#");
  const slower = secrets.laid ? 150 : 0; // so that a card lies sealed while the other still chooses
  await Promise.all([clicker(eva, 3).play(), clicker(ada, 4).play(slower), pester(eva), pester(ada)]);

  const over = Math.max(...received.flatMap(({ frames }) => frames.map(({ number }) => number)));
  let [guarded, laid] = [0, 0];
  for (const [mine, theirs] of [received, [...received].reverse()] as [Received, Received][]) {
    const before = mine.frames.filter(({ number }) => number < over);
    expect([...new Set(before.map(({ frame }) => frame.type))].sort()).toEqual([
      "chat",
      "done",
      "pong",
      "position",
      "refused",
      "state",
      "table",
    ]);
    for (const { frame, number, text } of before) {
      const [[known], others] = [mine.around(number), theirs.around(number)];
      const explained = JSON.stringify([known.own, known.told, others.map(({ heard }) => heard)]) + others.map(({ open }) => open).join();
      const [then, after] = others.map(named) as [string[], string[]];
      const alone = then.filter((thing) => after.includes(thing) && !explained.includes(thing.replace(/^"name":(?="\w+"$)/, "")));
      guarded += alone.length;
      const sent = secrets.alike ? text.replaceAll(secrets.alike, "") : text;
      expect(
        alone.filter((thing) => sent.includes(thing)),
        `${frame.type} ${number}`,
      ).toEqual([]);
      if (!frame.position) continue;
      expect(frame.position.viewer).toBe(mine.seat);
      expect(secrets.closed(frame.position, theirs.seat)).toEqual([]);
      const [last, next] = others;
      if (secrets.laid?.(last.view, theirs.seat) && secrets.laid(next.view, theirs.seat) && last.log.length === next.log.length) {
        expect(known.log.findLast(({ seat }) => seat === theirs.seat)?.phrase.name).toBe(secrets.sealed);
        laid++;
      }
      // What both see is the same, and no line that is for one of them alone is told to both.
      const other = theirs.at(number);
      if (!other) continue;
      expect([known.open, known.heard]).toEqual([other.open, other.heard]);
      const lines = other.told
        .filter(({ at, seat }) => at > 0 && (seat === null || seat === theirs.seat))
        .map((entry) => JSON.stringify(entry));
      expect(known.told.map((entry) => JSON.stringify(entry)).filter((line) => lines.includes(line))).toEqual([]);
    }
  }
  for (const page of [eva, ada]) await page.context().close();
  return [guarded, laid];
}

test.each(SECRETIVE)("two friends play %s, and neither is sent what the other alone knows", async (game) => {
  const secrets = told[`../games/${game}/secrets.ts`];
  if (!secrets) throw new Error(`${game} has secrets: tests/games/${game}/secrets.ts must say which.`);
  let [guarded, laid] = await together(game, secrets);
  expect(guarded).toBeGreaterThan(50);
  for (let match = 1; match < 4 && secrets.laid && laid === 0; match++) [guarded, laid] = await together(game, secrets);
  expect(laid > 0).toBe(secrets.laid !== undefined);
});
