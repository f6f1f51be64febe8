import { expect, test } from "vitest";
import type { FromPage, Offer, Position, StateFrame } from "../src/generated/messages";
import { Table } from "../src/table/table.svelte";
import { speak } from "../src/words/words.svelte";

const say = (name: string) => ({ name });
const offer = (move: number, ...handles: string[]): Offer => ({
  move,
  what: { kind: "move", number: move },
  phrase: say(`move ${move}`),
  preview: { summary: say("") },
  handles,
});

function state(number: number, offers: Offer[], more: Partial<Position> = {}): StateFrame {
  const position: Position = {
    moves: number,
    viewer: 0,
    view: {},
    status: say(""),
    acting: [0],
    offers,
    why_not: { "lot:9": say("You have no free marker.") },
    unlisted: false,
    log: { start: 0, entries: [] },
    figures: { start: 0, rows: [] },
    end: null,
    scores: null,
    winners: [],
    places: null,
    result: null,
    ...more,
  };
  return { type: "state", frame: 1, protocol: 1, number, table: { seats: [], deadline: null } as never, position, chat: [] };
}

function laid(...offers: Offer[]): { table: Table; sent: FromPage[] } {
  const sent: FromPage[] = [];
  const table = new Table((message) => sent.push(message));
  table.receive(state(5, offers));
  return { table, sent };
}

test("a seat without a name is called by its number, in the reader's language", async () => {
  const table = new Table(() => undefined);
  const seats = [
    { name: "", kind: "open" },
    { name: "", kind: "bot" },
    { name: "Ada", kind: "human" },
  ];
  table.receive({ ...state(0, []), table: { seats, deadline: null } as never });
  expect(table.names).toEqual(["Seat 1", "Bot 2", "Ada"]);
  await speak("de");
  expect(table.names).toEqual(["Platz 1", "Bot 2", "Ada"]);
  await speak("en");
});

test("who holds one seat is spoken to, who holds several reads their names", () => {
  const table = new Table(() => undefined);
  const seats = [
    { name: "Ada", kind: "human", yours: true },
    { name: "Ben", kind: "human", yours: false },
  ];
  table.receive({ ...state(0, []), table: { seats, deadline: null } as never });
  expect(table.names.you).toBe(0);
  table.receive({ ...state(0, []), table: { seats: seats.map((seat) => ({ ...seat, yours: true })), deadline: null } as never });
  expect(table.names.you).toBeUndefined();
});

test("touching the one handle of a move chooses it, and confirming sends it with the number that was seen", () => {
  const { table, sent } = laid(offer(1, "lot:1"), offer(2, "lot:2"));
  table.touch("lot:2");
  expect(table.chosenOffer?.move).toBe(2);
  table.confirm();
  expect(sent).toMatchObject([{ type: "move", number: 5, move: 2, seat: 0 }]);
  table.confirm();
  expect(sent).toHaveLength(1);
});

test("a move of two things needs both", () => {
  const { table } = laid(offer(1, "hand:1", "seat:1"), offer(2, "hand:1", "seat:2"));
  table.touch("hand:1");
  expect(table.chosenOffer).toBeNull();
  expect(table.lit("seat:2")).toBe(true);
  table.touch("seat:2");
  expect(table.chosenOffer?.move).toBe(2);
});

test("where several moves share their handles one is picked by its words", () => {
  const { table } = laid(offer(1, "lot:1"), offer(2, "lot:1"));
  table.touch("lot:1");
  expect(table.chosenOffer).toBeNull();
  expect(table.completeOffers.map((one) => one.move)).toEqual([1, 2]);
  table.pick(table.completeOffers[1]!);
  expect(table.chosenOffer?.move).toBe(2);
  table.reset();
  expect(table.chosenOffer).toBeNull();
  expect(table.touched).toEqual([]);
});

test("the only move there is is made by touching any of its things, or by confirming", () => {
  for (const make of [(table: Table) => table.touch("seat:2"), (table: Table) => table.confirm()]) {
    const { table, sent } = laid(offer(1, "hand:1", "seat:2"));
    expect(table.onlyOffer?.move).toBe(1);
    make(table);
    expect(sent).toMatchObject([{ type: "move", number: 5, move: 1, seat: 0 }]);
  }
});

test("a move is not forced while others act, nor where more can be said than is offered", () => {
  const raise = { ...offer(1, "lot:1"), phrase: { name: "raise", values: { bid: 5 } } };
  for (const more of [{ acting: [1] }, { unlisted: true }]) {
    const { table, sent } = laid();
    table.receive(state(6, [raise], more));
    expect(table.onlyOffer).toBeNull();
    table.touch("lot:1");
    expect(table.chosenOffer?.move).toBe(1);
    expect(sent).toEqual([]);
  }
});

test("a thing that no move uses says why", () => {
  const { table } = laid(offer(1, "lot:1"));
  expect(table.lit("lot:9")).toBe(false);
  expect(table.why("lot:9")).toBe("You have no free marker.");
});

test("what is picked stays picked while it is the same move by kind and fields, whatever its number and its words", () => {
  const { table } = laid(offer(1, "lot:1"), offer(2, "lot:1"));
  table.pick(table.offers[1]!);
  table.receive(state(6, [offer(1, "lot:1"), { ...offer(2, "lot:1"), move: 7, phrase: say("the same, told otherwise") }]));
  expect(table.chosenOffer?.move).toBe(7);
  table.receive(state(7, [offer(1, "lot:1"), { ...offer(8, "lot:1"), move: 7, phrase: say("the same, told otherwise") }]));
  expect(table.chosenOffer).toBeNull();
});

test("what is touched stays while others move, as long as it leads to a move", () => {
  const { table } = laid(offer(1, "lot:1"), offer(3, "lot:3"));
  table.touch("lot:1");
  table.receive(state(6, [offer(1, "lot:1"), offer(2, "lot:2")]));
  expect(table.touched).toEqual(["lot:1"]);
  expect(table.chosenOffer?.move).toBe(1);
  table.receive(state(7, [offer(2, "lot:2")]));
  expect(table.touched).toEqual([]);
});

test("after a move nothing can be done until it is done and what it led to is here, whichever comes first", () => {
  const told = [
    (number: number) => state(number, [offer(3, "lot:3")]),
    (number: number, id: string) => ({ type: "done", frame: 2, id, number, offer: null }) as const,
  ];
  for (const [first, second] of [told, [...told].reverse()] as const) {
    const { table, sent } = laid(offer(1, "lot:1"));
    table.confirm(1);
    const { id } = sent[0] as { id: string };
    table.receive(first!(6, id));
    expect(table.offers).toEqual([]);
    table.receive(second!(6, id));
    expect(table.offers).toHaveLength(1);
  }
});

test("what a move would change stays in sight until the table has moved on", () => {
  const raise: Offer = {
    ...offer(1, "lot:1"),
    preview: { summary: say(""), changes: [{ what: say("cash"), before: 12, after: 5, handle: "cash" }] },
  };
  const { table } = laid(raise, offer(2, "lot:2"));
  table.touch("lot:1");
  table.confirm();
  expect(table.change("cash")).toMatchObject({ before: 12, after: 5 });
  table.receive(state(6, []));
  expect(table.change("cash")).toBeUndefined();
});

test("what was touched for a move is not taken for the next one", () => {
  const { table } = laid(offer(1, "lot:1"));
  table.touch("lot:1");
  table.confirm();
  table.receive(state(6, [offer(1, "lot:1")]));
  expect(table.chosenOffer).toBeNull();
});

test("a refused move says why and frees the table", () => {
  const { table, sent } = laid(offer(1, "lot:1"));
  table.confirm(1);
  const { id } = sent[0] as { id: string };
  expect(table.offers).toEqual([]);
  table.receive({ type: "refused", frame: 2, id, code: "late", why: say("The table has moved on."), number: 5, position: null });
  expect(table.refusal).toBe("The table has moved on.");
  expect(table.offers).toHaveLength(1);
});

test("the answer to a move that is not offered is an offer", () => {
  const { table, sent } = laid(offer(1, "lot:1"));
  table.ask({ kind: "raise", to: 12 });
  expect(sent[0]).toMatchObject({ type: "ask", move: { kind: "raise", to: 12 } });
  const { id } = sent[0] as { id: string };
  table.receive({ type: "done", frame: 2, id, number: 5, offer: offer(99) });
  expect(table.asked).toMatchObject({ offer: { move: 99 } });
});

test("nothing can be done in the past", () => {
  const { table } = laid(offer(1, "lot:1"));
  table.past = table.position;
  expect(table.offers).toEqual([]);
  expect(table.myTurn).toBe(false);
});

test("the news are what others did since one's last move", () => {
  const { table } = laid();
  const entry = (at: number, seat: number | null) => ({ at, seat, what: { kind: "move" }, phrase: say(`${at}`) });
  table.receive(
    state(9, [], {
      log: { start: 0, entries: [entry(1, 0), entry(2, 1), entry(3, 0), entry(4, 1), entry(4, null)] },
      figures: { start: 0, rows: [{ p: 1 }, { p: 2 }, { p: 3 }, { p: 4 }, { p: 9 }] },
    }),
  );
  expect(table.news.map((one) => one.at)).toEqual([4, 4]);
  expect(table.since("p")).toBe(0);
  table.position = { ...table.position!, moves: 4 };
  expect(table.since("p")).toBe(5);
  table.past = { ...table.position, moves: 2 };
  expect(table.since("p")).toBe(1);
  table.past = { ...table.position, viewer: -1 };
  expect(table.since("p")).toBe(0);
});

test("what lies on the table stays in sight while the server lays it anew", () => {
  const { table } = laid(offer(1, "a"));
  const { number, position } = table;
  table.receive({ ...state(0, []), position: null });
  expect(table.position).toBe(position);
  expect(table.number).toBe(number);
});

test("alone, what was revealed is taken back at the second wish; what others have seen they are asked about at once", () => {
  const seats = (...more: object[]) => [{ name: "Eva", kind: "human" }, { name: "", kind: "bot" }, ...more];
  const undoing = (info: object) => {
    const { table, sent } = laid(offer(1, "lot:1"));
    table.receive({ ...state(6, []), table: { deadline: null, can_undo: true, ...info } as never });
    table.undo();
    return { table, sent };
  };
  const alone = undoing({ seats: seats(), undo_reveals: true });
  expect([alone.sent.length, alone.table.takingBack]).toEqual([0, true]);
  alone.table.undo();
  expect(alone.sent).toMatchObject([{ type: "undo", number: 6 }]);
  expect(undoing({ seats: seats(), undo_reveals: false }).sent.length).toBe(1);
  expect(undoing({ seats: seats({ name: "Ada", kind: "human" }), undo_reveals: true }).sent.length).toBe(1);
  const shared = [
    { name: "Eva", kind: "human", shares_screen: true },
    { name: "Ada", kind: "human", shares_screen: true },
  ];
  expect(undoing({ seats: shared, undo_reveals: true }).sent.length).toBe(0);
});

function shared(viewer: number, number: number, more: Partial<Position> = {}, clock: number | null = 30): StateFrame {
  const frame = state(number, [offer(1)], { viewer, acting: [viewer], ...more });
  const seats = [0, 1].map((n) => ({ name: `N${n}`, kind: "human", yours: true, standing_in: false, connected: true, deadline: null }));
  return { ...frame, table: { seats, phase: "playing", one_screen: true, secrets: true, clock, deadline: null } as never };
}

test("the curtain is closed as soon as the screen is for other eyes, also for whoever had lifted it before", () => {
  const sent: FromPage[] = [];
  const table = new Table((message) => sent.push(message));
  table.receive(shared(0, 1));
  expect(table.curtain).toBe(true);
  table.lift();
  expect(table.curtain).toBe(false);
  table.past = shared(0, 0).position;
  expect(table.curtain).toBe(false);
  table.receive(shared(1, 2));
  expect([table.curtain, table.past, table.lifted]).toEqual([true, null, null]);
  table.receive(shared(0, 3)); // the other never lifted it: a bot has moved
  expect(table.curtain).toBe(true);
  table.past = shared(1, 2).position; // fetched for the other, and late
  table.lift();
  expect(table.curtain).toBe(true);
  expect(sent.filter(({ type }) => type === "curtain")).toMatchObject([
    { seat: 0, lifted: false },
    { seat: 0, lifted: true },
    { seat: 1, lifted: false },
    { seat: 0, lifted: false },
    { seat: 0, lifted: true },
  ]);
});

test("who is still there after the line was lost goes on, and the server is told again", () => {
  const sent: FromPage[] = [];
  const table = new Table((message) => sent.push(message));
  table.receive(shared(0, 1));
  table.lift();
  table.receive(shared(0, 1));
  expect(table.curtain).toBe(false);
  expect(sent.at(-1)).toMatchObject({ type: "curtain", seat: 0, lifted: true });
  table.receive(shared(0, 1, {}, null));
  expect(sent).toHaveLength(3); // without a clock nobody needs to know
});

test("while a bot plays in one's place nothing can be done but taking over", () => {
  const { table, sent } = laid(offer(1, "lot:1"));
  const seat = { name: "Eva", kind: "human", yours: true, standing_in: true };
  table.receive({ type: "table", frame: 2, table: { phase: "playing", can_undo: true, seats: [seat], deadline: null } as never });
  expect([table.standIn, table.myTurn, table.offers]).toEqual([true, false, []]);
  expect(table.lit("lot:1")).toBe(false);
  table.undo();
  expect(sent).toEqual([]);
  table.receive({
    type: "table",
    frame: 3,
    table: { phase: "playing", seats: [{ ...seat, standing_in: false }], deadline: null } as never,
  });
  expect([table.standIn, table.myTurn, table.offers.length]).toEqual([false, true, 1]);
});
