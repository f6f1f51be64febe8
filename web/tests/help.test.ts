import { afterEach, expect, test, vi } from "vitest";
import type { FromPage, HintedMove, Offer, Position, ToPage } from "../src/generated/messages";
import { withHelp } from "../src/log/turns";
import { Table } from "../src/table/table.svelte";

const say = (name: string) => ({ name });
const offer = (move: number, ...handles: string[]): Offer => ({
  move,
  what: { kind: "move", number: move },
  phrase: say(`move ${move}`),
  preview: { summary: say(""), changes: [{ what: say("points"), before: 1, after: 2 }] },
  handles,
});
const hinted = (of: Offer, chance: number): HintedMove => ({
  offer: of,
  chance,
  low: chance - 0.05,
  high: chance + 0.05,
  score: 20,
  reason: say("why"),
});
const OFFERS = [offer(1, "hand:1", "seat:1"), offer(2, "hand:1", "seat:2"), offer(3, "hand:2")];

function state(number: number, helps: string, more: Partial<Position> = {}): ToPage {
  const position = {
    moves: number,
    viewer: 0,
    view: {},
    status: say(""),
    acting: [0],
    offers: OFFERS,
    why_not: {},
    unlisted: false,
    log: { start: 0, entries: [] },
    figures: { start: 0, rows: [] },
    end: null,
    scores: null,
    winners: [],
    places: null,
    result: null,
    ...more,
  } as Position;
  const table = { seats: [], deadline: null, helps, help_used: [] } as never;
  return { type: "state", frame: 1, protocol: 1, number, table, position, chat: [] };
}

function laid(helps: string): { table: Table; sent: FromPage[]; last: () => { id: string } } {
  const sent: FromPage[] = [];
  const table = new Table((message) => sent.push(message));
  table.receive(state(5, helps));
  return { table, sent, last: () => sent.at(-1) as { id: string } };
}

afterEach(() => void vi.useRealTimers());

test("without help nothing can be asked for", () => {
  const { table, sent } = laid("none");
  expect(table.help.canAsk).toBe(false);
  table.help.ask();
  expect(sent).toEqual([]);
});

test("a hint is asked for once, with the number that was seen, and marks what one touches for the best moves", () => {
  const { table, sent, last } = laid("hints");
  table.help.ask();
  table.help.ask();
  expect(sent).toMatchObject([{ type: "hint", number: 5, seat: 0 }]);
  table.receive({ type: "hint", frame: 2, id: last().id, moves: [hinted(OFFERS[1]!, 0.4), hinted(OFFERS[2]!, 0.3)] });
  expect(table.help.mark("hand:1")).toEqual({ best: true, chance: 0.4 });
  expect(table.help.mark("seat:1")).toBeNull();
  expect(table.help.mark("hand:2")).toEqual({ best: false, chance: 0.3 });
  table.touch("hand:2");
  expect(table.help.mark("seat:2")).toBeNull(); // it does not go with what is touched
});

test("an answer to another question is no hint", () => {
  const { table } = laid("hints");
  table.help.ask();
  table.receive({ type: "hint", frame: 2, id: "another", moves: [hinted(OFFERS[0]!, 0.4)] });
  expect(table.help.hint).toBeNull();
});

test("a hint is put away by asking again, by a move, and when it is another's turn", () => {
  for (const away of [
    (table: Table) => table.help.ask(),
    (table: Table) => table.make(1),
    (table: Table) => table.receive(state(6, "hints", { acting: [1], offers: [] })),
    (table: Table) => table.receive(state(6, "none")),
  ]) {
    const { table, last } = laid("hints");
    table.help.ask();
    table.receive({ type: "hint", frame: 2, id: last().id, moves: [hinted(OFFERS[0]!, 0.4)] });
    expect(table.help.hint).not.toBeNull();
    away(table);
    expect(table.help.hint).toBeNull();
  }
});

test("why there is no hint is told", () => {
  const { table, last } = laid("hints");
  table.help.ask();
  table.receive({ type: "refused", frame: 2, id: last().id, code: "waiting", why: say("error.no-hint-now"), number: 5, position: null });
  expect(table.help.asking).toBeNull();
  expect(table.refusal).toMatch(/nothing to decide now/);
});

test("a tutor thinks ahead, looks at a move, and makes it if it is sound", () => {
  const { table, sent, last } = laid("tutor");
  expect(sent).toMatchObject([{ type: "check", number: 5 }]);
  table.confirm(3);
  table.confirm(3);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toMatchObject({ type: "check", move: 3 });
  expect(table.waiting).toBeNull();
  table.receive({ type: "checked", frame: 2, id: last().id, warning: null });
  expect(sent[2]).toMatchObject({ type: "move", move: 3, number: 5 });
});

test("a tutor that has something against a move asks; the move is made all the same, or not", () => {
  for (const anyhow of [true, false]) {
    const { table, sent, last } = laid("tutor");
    table.confirm(3);
    const warning = { lost: 0.2, low: 0.15, high: 0.25, better: hinted(OFFERS[1]!, 0.4), reason: say("") };
    table.receive({ type: "checked", frame: 2, id: last().id, warning });
    expect(table.help.warning).toMatchObject({ move: 3 });
    expect(table.help.mark("seat:2")).toEqual({ best: true, chance: 0.4 });
    if (anyhow) table.help.anyhow();
    else table.help.thinkAgain();
    expect(table.help.warning).toBeNull();
    expect(sent.some(({ type }) => type === "move")).toBe(anyhow);
    expect(table.help.hint !== null).toBe(!anyhow);
  }
});

test("a tutor that does not answer holds up no move, and one that is refused neither", () => {
  vi.useFakeTimers();
  const silent = laid("tutor");
  silent.table.confirm(3);
  vi.advanceTimersByTime(10_000);
  expect(silent.sent.at(-1)).toMatchObject({ type: "move", move: 3 });
  const refused = laid("tutor");
  refused.table.confirm(3);
  const { id } = refused.last();
  refused.table.receive({ type: "refused", frame: 2, id, code: "busy", why: say("error.busy"), number: 5, position: null });
  expect(refused.sent.at(-1)).toMatchObject({ type: "move", move: 3 });
});

test("who touches something else while the tutor looks makes no move", () => {
  const { table, sent, last } = laid("tutor");
  table.confirm(3);
  const { id } = last();
  table.touch("hand:1");
  table.receive({ type: "checked", frame: 2, id, warning: null });
  expect(sent.some(({ type }) => type === "move")).toBe(false);
});

test("the log tells of hints and warnings where they were given", () => {
  const entry = (at: number) => ({ at, seat: 0, what: { kind: "pass" }, phrase: say(`entry ${at}`) });
  const used = [
    { moves: 1, seat: 0, warning: false },
    { moves: 2, seat: 1, warning: true },
  ];
  const told = withHelp([entry(0), entry(1), entry(2)], used).map(({ phrase }) => phrase.name);
  expect(told).toEqual(["entry 0", "entry 1", "log.hint", "entry 2", "log.warning"]);
});

test("an answer that nobody waits for any more disturbs nobody", () => {
  const { table, last } = laid("hints");
  table.help.ask();
  const { id } = last();
  table.make(1);
  table.receive({ type: "refused", frame: 2, id, code: "late", why: say("error.late"), number: 5, position: null });
  expect(table.refusal).toBeNull();
  expect(table.help.hint).toBeNull();
});
