// Two browsers in one match: what one of them alone knows is in no frame, of whatever type, that the other receives at that time.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clicker } from "./robot";
import { visit } from "./shared";
import { come, type Frame, makeTable } from "./visitor";

type View = Record<string, any>;
interface Entry {
  at: number;
  seat: number | null;
  phrase: { text: string; values?: Record<string, unknown> };
}

type Position = NonNullable<Frame["position"]>;

interface Secrets {
  /** What of a view is for its viewer alone. */
  own: (view: View, seat: number) => unknown[];
  /** A view without that. */
  open: (view: View) => View;
  /** What another might find about a seat in a position, where nothing may be. */
  closed: (position: Position, seat: number) => unknown[];
  /** The lines of the log that tell something to one seat alone, or only that something was hidden. */
  lines: RegExp;
  /** The lines that all get to know some time after the seat. */
  later?: RegExp;
  /** Whether the viewer has laid a card that is not revealed yet. */
  laid?: (view: View, seat: number) => boolean;
  /** What of a frame is open to all and may be spelt like a hand: who is told several events at once may not have seen it so. */
  alike?: RegExp;
}

const without = (view: View, ...fields: string[]) => Object.fromEntries(Object.entries(view).filter(([field]) => !fields.includes(field)));
const SECRETS: Record<string, Secrets> = {
  "gift-of-tulips": {
    own: (view) => [view.hand, view.hidden, view.card],
    open: (view) => without(view, "hand", "hidden", "card"),
    closed: ({ view }) => view.hands.flat(),
    lines: / is dealt | draws |hide|in secret/,
  },
  tulip: {
    own: (view) => [view.hand],
    open: (view) => without(view, "hand", "hand_value"),
    closed: ({ view }, seat) => view.seats[seat].revealed,
    lines: / is dealt | draws /,
  },
  "tulipmania-1637": {
    own: (view) => [view.hand],
    open: (view) => without(view, "hand", "card"),
    closed: ({ view }, seat) => view.seats[seat].hand,
    lines: /secret buyer for|a buyer for/,
    later: /^(pass|purchase|speculate)|lay an action card/,
    laid: (view, seat) => view.card !== null && view.seats[seat].card === null,
    alike: /"indicators":\[[^\]]*\]/g,
  },
  "tulip-bubble": {
    own: (view, seat) => [{ guilders: view.seats[seat].guilders, tulips: view.seats[seat].tulips }],
    open: (view) => ({
      ...view,
      collectors: view.collectors.map((pile: View) => without(pile, "held")),
      seats: view.seats.map((seat: View) => without(seat, "guilders", "tulips", "declares")),
    }),
    closed: ({ view, figures }, seat) =>
      [view.seats[seat].guilders, view.seats[seat].tulips, ...figures.rows.map((row: View) => row[`score:${seat}`])].filter((thing) => thing !== null && thing !== undefined),
    lines: /^$/,
  },
};

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

  constructor(page: Page, readonly seat: number, private readonly secrets: Secrets) {
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
    const { own, open, lines, later } = this.secrets;
    const told = log.filter((entry) => lines.test(entry.phrase.text));
    const heard = log.filter((entry) => !lines.test(entry.phrase.text) && !later?.test(entry.phrase.text));
    this.#knowledge.set(number, { view: position.view, log: [...log], own: own(position.view, this.seat), open: JSON.stringify(open(position.view)), told, heard });
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
  return [...things, ...spelt].map((thing) => JSON.stringify(thing).replace(/^\{(.*)\}$/, "$1")).filter((text) => !/^(null|\[\]|)$/.test(text));
}

/** Things that would let a page be refused, and told everything anew. */
async function pester(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/tables/${location.pathname.split("/").pop()}/socket`);
    await new Promise((resolve) => (socket.onmessage = resolve));
    const wishes = [{ type: "move", number: 0, move: 0 }, { type: "move", number: 9_999, move: "everything" }, { type: "ask", words: "nonsense" }, { type: "chat", text: "Well?" }];
    for (const [n, wish] of wishes.entries()) socket.send(JSON.stringify({ ...wish, id: `pester-${performance.now()}-${n}` }));
    for (const type of ["nothing", "resync", "ping"]) socket.send(JSON.stringify({ type }));
    await new Promise<void>((resolve) => (socket.onmessage = ({ data }) => (JSON.parse(data as string).type === "pong" ? resolve() : undefined)));
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
    expect([...new Set(before.map(({ frame }) => frame.type))].sort()).toEqual(["chat", "done", "pong", "position", "refused", "state", "table"]);
    for (const { frame, number, text } of before) {
      const [[known], others] = [mine.around(number), theirs.around(number)];
      const explained = JSON.stringify([known.own, known.told, others.map(({ heard }) => heard)]) + others.map(({ open }) => open).join();
      const [then, after] = others.map(named) as [string[], string[]];
      const alone = then.filter((thing) => after.includes(thing) && !explained.includes(thing.replace(/^"text":(?="\w+"$)/, "")));
      guarded += alone.length;
      const sent = secrets.alike ? text.replaceAll(secrets.alike, "") : text;
      expect(alone.filter((thing) => sent.includes(thing)), `${frame.type} ${number}`).toEqual([]);
      if (!frame.position) continue;
      expect(frame.position.viewer).toBe(mine.seat);
      expect(secrets.closed(frame.position, theirs.seat)).toEqual([]);
      const [last, next] = others;
      if (secrets.laid?.(last.view, theirs.seat) && secrets.laid(next.view, theirs.seat) && last.log.length === next.log.length) {
        expect(known.log.findLast(({ seat }) => seat === theirs.seat)?.phrase.text).toBe("lay an action card");
        laid++;
      }
      // What both see is the same, and no line that is for one of them alone is told to both.
      const other = theirs.at(number);
      if (!other) continue;
      expect([known.open, known.heard]).toEqual([other.open, other.heard]);
      const lines = other.told.filter(({ at, seat }) => at > 0 && (seat === null || seat === theirs.seat)).map((entry) => JSON.stringify(entry));
      expect(known.told.map((entry) => JSON.stringify(entry)).filter((line) => lines.includes(line))).toEqual([]);
    }
  }
  for (const page of [eva, ada]) await page.context().close();
  return [guarded, laid];
}

test.each(Object.keys(SECRETS))("two friends play %s, and neither is sent what the other alone knows", async (game) => {
  const secrets = SECRETS[game]!;
  let [guarded, laid] = await together(game, secrets);
  expect(guarded).toBeGreaterThan(50);
  for (let match = 1; match < 4 && secrets.laid && laid === 0; match++) [guarded, laid] = await together(game, secrets);
  expect(laid > 0).toBe(secrets.laid !== undefined);
});
