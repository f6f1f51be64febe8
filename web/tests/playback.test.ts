import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromPage, Position, PositionFrame, StateFrame, TableInfo } from "../src/generated/messages";
import type { Speed } from "../src/settings/settings.svelte";
import { BEHIND, MOST, Playback, TIMES } from "../src/table/playback.svelte";
import { Table } from "../src/table/table.svelte";
import type { Moment } from "../src/table/game-page";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const say = (name: string) => ({ name });
const INFO = { seats: [{}, {}, {}], deadline: null, clock: null, undo: null, can_undo: true } as unknown as TableInfo;

/** The view of these games is how much has happened in it. */
function position(moves: number, moment: Moment = "usual", more: Partial<Position> = {}): Position {
  return {
    moves,
    viewer: 0,
    view: moment,
    status: say(""),
    acting: [1],
    offers: [],
    why_not: {},
    unlisted: false,
    end: null,
    scores: null,
    winners: [],
    places: null,
    result: null,
    log: {
      start: Math.max(0, moves - 1),
      entries: moves ? [{ at: moves, seat: 1, what: { kind: "move" }, phrase: say(`move ${moves}`) }] : [],
    },
    figures: { start: moves, rows: [{ moves }] },
    ...more,
  };
}
const moved = (moves: number, moment?: Moment, more?: Partial<Position>): PositionFrame => ({
  type: "position",
  frame: 1,
  number: moves,
  position: position(moves, moment, more),
});
const mine = { acting: [0] };

class Watched {
  speed: Speed = "usual";
  hidden = false;
  readonly sent: FromPage[] = [];
  readonly table = new Table((message) => this.sent.push(message));
  readonly playback = new Playback(this.table, {
    speed: () => this.speed,
    moment: (_, after) => after as Moment,
    hidden: () => this.hidden,
  });

  constructor(more: Partial<Position> = {}) {
    this.anew(0, more);
    this.later(10_000);
  }

  anew(moves: number, more: Partial<Position> = {}, info: TableInfo = INFO): void {
    const entries = Array.from({ length: moves }, (_, n) => ({ at: n + 1, seat: 1, what: { kind: "move" }, phrase: say(`move ${n + 1}`) }));
    const whole = position(moves, "usual", {
      log: { start: 0, entries },
      figures: { start: 0, rows: Array.from({ length: moves + 1 }, (_, n) => ({ moves: n })) },
      ...more,
    });
    this.playback.receive({
      type: "state",
      frame: 1,
      protocol: 1,
      number: moves,
      table: info,
      position: whole,
      chat: [],
    } satisfies StateFrame);
  }

  come(...frames: PositionFrame[]): this {
    for (const frame of frames) this.playback.receive(frame);
    return this;
  }

  later(milliseconds: number): this {
    vi.advanceTimersByTime(milliseconds);
    return this;
  }

  /** The position that is shown, which the log and the figures must agree with. */
  get shown(): number {
    const { moves } = this.table.position!;
    expect(this.table.log.map(({ at }) => at)).toEqual(Array.from({ length: moves }, (_, n) => n + 1));
    expect(this.table.figures).toHaveLength(moves + 1);
    expect(this.table.number).toBe(moves);
    return moves;
  }
}

test.each(["slow", "usual", "fast"] as const)("at the %s pace each position stays as long as what has happened in it deserves", (speed) => {
  const watched = new Watched();
  watched.speed = speed;
  const { passing, usual, decisive } = TIMES[speed];
  expect(passing).toBeLessThan(usual);
  expect(usual).toBeLessThan(decisive);
  watched.come(moved(1, "usual"), moved(2, "decisive"), moved(3, "passing"), moved(4));
  expect(watched.shown).toBe(1);
  expect(watched.playback.behind).toBe(3);
  for (const [n, time] of [usual, decisive, passing].entries()) {
    watched.later(time - 1);
    expect(watched.shown).toBe(n + 1);
    watched.later(1);
    expect(watched.shown).toBe(n + 2);
  }
  expect(watched.playback.behind).toBe(0);
});

test("a faster pace is faster for everything", () => {
  for (const moment of ["passing", "usual", "decisive"] as const) {
    const times = (["slow", "usual", "fast", "at once"] as const).map((speed) => TIMES[speed][moment]);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(times.at(-1)).toBe(0);
  }
});

test("what comes slowly is shown as it comes", () => {
  const watched = new Watched();
  for (let n = 1; n < 5; n++) {
    watched.come(moved(n));
    expect(watched.shown).toBe(n);
    watched.later(TIMES.usual.usual);
  }
});

test("at once nothing waits", () => {
  const watched = new Watched();
  watched.speed = "at once";
  watched.come(moved(1, "decisive"), moved(2, "decisive"), moved(3));
  expect(watched.shown).toBe(3);
});

test("a faster pace holds at once for what is in sight already", () => {
  const watched = new Watched();
  watched.speed = "slow";
  watched.come(moved(1), moved(2)).later(400);
  expect(watched.shown).toBe(1);
  watched.speed = "fast";
  watched.playback.goOn();
  expect(watched.shown).toBe(2);
});

test("one's own move is shown in the moment in which it comes, and what follows waits", () => {
  const watched = new Watched({
    ...mine,
    offers: [{ move: 7, what: { kind: "move" }, phrase: say("a"), preview: { summary: say("") }, handles: [] }],
  });
  watched.table.confirm(7);
  const { id } = watched.sent[0] as { id: string };
  watched.come(moved(1));
  expect(watched.shown).toBe(1);
  watched.playback.receive({ type: "done", frame: 2, id, number: 1, offer: null });
  watched.come(moved(2), moved(3));
  expect(watched.shown).toBe(1);
  watched.later(TIMES.usual.passing); // one knows what one has done
  expect(watched.shown).toBe(2);
  watched.later(TIMES.usual.usual);
  expect(watched.shown).toBe(3);
});

test("a moment that one's own move has brought about stays in sight", () => {
  const watched = new Watched({
    ...mine,
    offers: [{ move: 7, what: { kind: "move" }, phrase: say("a"), preview: { summary: say("") }, handles: [] }],
  });
  watched.table.confirm(7);
  const { id } = watched.sent[0] as { id: string };
  watched.playback.receive({ type: "done", frame: 2, id, number: 1, offer: null });
  watched.come(moved(1, "decisive"), moved(2)).later(TIMES.usual.decisive - 1);
  expect(watched.shown).toBe(1);
  expect(watched.later(1).shown).toBe(2);
});

test("who decides sees the table as it is: what others choose meanwhile comes at once", () => {
  const watched = new Watched();
  watched.come(moved(1, "decisive", mine));
  watched.come(moved(2, "decisive", mine), moved(3, "usual", mine));
  expect(watched.shown).toBe(3);
  expect(watched.playback.behind).toBe(0);
});

test("one's turn waits for a moment that is held, and for no clock", () => {
  const watched = new Watched();
  watched.come(moved(1, "decisive"), moved(2, "usual", mine));
  expect(watched.later(TIMES.usual.decisive - 1).shown).toBe(1);
  expect(watched.later(1).shown).toBe(2);

  const hurried = new Watched();
  hurried.playback.receive({ type: "table", frame: 1, table: { ...INFO, clock: 30 } });
  hurried.come(moved(1, "decisive"), moved(2));
  expect(hurried.shown).toBe(1);
  hurried.come(moved(3, "usual", mine));
  expect(hurried.shown).toBe(3);
});

test("a bot that stands in for the viewer is followed like any other", () => {
  const watched = new Watched();
  watched.playback.receive({ type: "table", frame: 1, table: { ...INFO, clock: 30, seats: [{ standing_in: true }, {}, {}] as never } });
  watched.come(moved(1, "usual", mine), moved(2, "usual", mine));
  expect(watched.shown).toBe(1);
  expect(watched.later(TIMES.usual.usual).shown).toBe(2);
});

test("skipping shows everything at once until it is one's turn", () => {
  const watched = new Watched();
  watched.come(moved(1, "decisive"), moved(2), moved(3));
  watched.playback.skip();
  expect(watched.shown).toBe(3);
  watched.come(moved(4, "decisive"), moved(5));
  expect(watched.shown).toBe(5);
  expect(watched.playback.skipping).toBe(true);
  watched.come(moved(6, "usual", mine));
  expect(watched.shown).toBe(6);
  expect(watched.playback.skipping).toBe(false);
  watched.come(moved(7, "decisive", { acting: [1] }), moved(8));
  expect(watched.shown).toBe(7);
});

test("who skips while the own move is on its way skips what follows it", () => {
  const watched = new Watched({
    ...mine,
    offers: [{ move: 7, what: { kind: "move" }, phrase: say("a"), preview: { summary: say("") }, handles: [] }],
  });
  watched.table.confirm(7);
  watched.playback.skip();
  const { id } = watched.sent[0] as { id: string };
  watched.come(moved(1));
  watched.playback.receive({ type: "done", frame: 2, id, number: 1, offer: null });
  watched.come(moved(2, "decisive"), moved(3));
  expect(watched.shown).toBe(3);
});

test("who watches has the same pace, and is up to date after skipping", () => {
  const watched = new Watched({ viewer: -1 });
  const seen = { viewer: -1 };
  watched.come(moved(1, "decisive", seen), moved(2, "usual", seen));
  expect(watched.shown).toBe(1);
  watched.playback.skip();
  expect(watched.shown).toBe(2);
  expect(watched.playback.skipping).toBe(false);
  watched.later(TIMES.usual.usual).come(moved(3, "usual", seen), moved(4, "usual", seen));
  expect(watched.shown).toBe(3);
});

test("nothing piles up while nobody looks at the page, or while one looks at the past or is asked", () => {
  const watched = new Watched();
  watched.come(moved(1), moved(2), moved(3));
  expect(watched.shown).toBe(1);
  watched.hidden = true;
  watched.playback.goOn();
  expect(watched.come(moved(4)).shown).toBe(4);
  watched.hidden = false;
  expect(watched.come(moved(5)).shown).toBe(4);
  watched.table.past = position(1);
  watched.playback.goOn();
  expect(watched.shown).toBe(5);
  watched.table.past = null;
  expect(watched.come(moved(6)).shown).toBe(5);
  watched.playback.receive({ type: "table", frame: 1, table: { ...INFO, undo: { seat: 1, moves: 1, waiting_for: [0] } } });
  expect(watched.shown).toBe(6);
});

test("everything anew, moves taken back and a refusal with its position leave nothing waiting", () => {
  const watched = new Watched();
  watched.come(moved(1), moved(2), moved(3));
  watched.anew(2); // moves were taken back
  expect(watched.shown).toBe(2);
  watched.later(60_000);
  expect(watched.shown).toBe(2);
  watched.come(moved(3), moved(4), moved(5));
  const whole = position(5, "usual", {
    log: { start: 0, entries: [1, 2, 3, 4, 5].map((at) => ({ at, seat: 1, what: { kind: "move" }, phrase: say("") })) },
    figures: { start: 0, rows: [{}, {}, {}, {}, {}, {}] },
  });
  watched.playback.receive({ type: "refused", frame: 1, id: "x", code: "late", why: say("Late."), number: 5, position: whole });
  expect(watched.shown).toBe(5);
  expect(watched.later(60_000).shown).toBe(5);
});

test("a move is taken back from the table as it is, not as it is still shown", () => {
  const watched = new Watched();
  watched.come(moved(1), moved(2), moved(3));
  expect(watched.shown).toBe(1);
  watched.table.undo();
  expect(watched.sent).toMatchObject([{ type: "undo", number: 3 }]);
});

test("the question whether to take back what was revealed stays until it is answered", () => {
  const watched = new Watched();
  watched.playback.receive({
    type: "table",
    frame: 1,
    table: { ...INFO, undo_reveals: true, seats: [{ kind: "human" }, { kind: "bot" }, { kind: "bot" }] as never },
  });
  watched.come(moved(1), moved(2), moved(3));
  watched.table.undo();
  expect(watched.later(60_000).shown).toBe(1);
  expect(watched.table.takingBack).toBe(true);
  watched.table.undo();
  expect(watched.sent).toMatchObject([{ type: "undo", number: 3 }]);
  watched.playback.goOn();
  expect(watched.later(60_000).shown).toBe(3);
});

test("much that comes together is shown faster, moments last of all, and never too late", () => {
  const watched = new Watched();
  const frames = Array.from({ length: 40 }, (_, n) => moved(n + 1, n === 20 ? "decisive" : "usual"));
  watched.come(...frames);
  let held = 0;
  for (let time = 0; time < BEHIND.usual; time += 50) {
    watched.later(50);
    if (watched.shown === 21) held += 50;
  }
  expect(held).toBeGreaterThan(TIMES.usual.decisive - 100);
  watched.later(BEHIND.usual * 0.1);
  expect(watched.shown).toBe(40);
});

test("no more than so many positions wait", () => {
  const watched = new Watched();
  watched.come(...Array.from({ length: 200 }, (_, n) => moved(n + 1, "decisive")));
  expect(watched.playback.behind).toBeLessThanOrEqual(MOST);
  expect(watched.shown).toBeGreaterThanOrEqual(200 - MOST - 1);
  expect(watched.later(BEHIND.usual * 1.2).shown).toBe(200);
});

test("at one screen the next player's side comes after what the last one is to see, and only then", () => {
  const watched = new Watched();
  const viewers: number[] = [];
  watched.come(moved(1, "decisive"));
  watched.anew(1, { viewer: 1, acting: [1] });
  watched.come(moved(2, "usual", { viewer: 1, acting: [1] }));
  for (let time = 0; time < TIMES.usual.decisive; time += 100) {
    viewers.push(watched.table.position!.viewer);
    watched.later(100);
  }
  expect(viewers.every((viewer) => viewer === 0)).toBe(true);
  expect(watched.table.position).toMatchObject({ viewer: 1, moves: 2 });

  // What is known of the people is not older than what has come.
  const asked = new Watched();
  asked.come(moved(1, "decisive"));
  asked.anew(1, { viewer: 1, acting: [1] });
  asked.playback.receive({ type: "table", frame: 1, table: { ...INFO, spectators: 3 } });
  expect(asked.later(TIMES.usual.decisive).table).toMatchObject({ position: { viewer: 1 }, info: { spectators: 3 } });

  // What waits for one is never shown once the table is laid anew for another.
  const turned = new Watched();
  turned.come(moved(1, "decisive"), moved(2), moved(3));
  turned.anew(2, { viewer: 1, acting: [1] }); // a move was taken back
  expect(turned.table.position!.viewer).toBe(1);
  turned.later(60_000);
  expect(turned.table.position).toMatchObject({ viewer: 1, moves: 2 });
});

test("nothing is shown after the page has left the table", () => {
  const watched = new Watched();
  watched.come(moved(1), moved(2));
  watched.playback.close();
  expect(watched.later(60_000).shown).toBe(1);
});
