import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { FromPage, ToPage } from "../src/generated/messages";
import { PROTOCOL, Socket, type Wire } from "../src/server/socket.svelte";

/** A line that the test holds the other end of. */
class Pretended {
  sent: FromPage[] = [];
  readyState = 1;
  onopen: ((event: never) => unknown) | null = null;
  onmessage: ((event: never) => unknown) | null = null;
  onclose: ((event: never) => unknown) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPage);
  }
  close(): void {
    this.drop(1000);
  }
  drop(code = 1006): void {
    this.onclose?.({ code } as never);
  }
  say(frame: Partial<ToPage>): void {
    this.onmessage?.({ data: JSON.stringify(frame) } as never);
  }
  state(frame = 1, protocol = PROTOCOL, position: object | null = {}): void {
    this.say({ type: "state", frame, protocol, number: 0, table: { phase: "playing" }, position, chat: [] } as unknown as ToPage);
  }
}

let wires: Pretended[];
let received: ToPage[];
let socket: Socket;
const wire = () => wires.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  wires = [];
  received = [];
  socket = new Socket(
    "ws://table",
    (frame) => received.push(frame),
    () => {
      wires.push(new Pretended());
      return wire() as unknown as Wire;
    },
  );
  socket.open();
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

test("the page speaks the protocol that the server speaks", () => {
  const server = readFileSync(join(import.meta.dirname, "../../src/tulips/web/messages.py"), "utf-8");
  expect(PROTOCOL).toBe(Number(/^PROTOCOL = (\d+)$/m.exec(server)![1]));
});

test("frames without a gap are passed on", () => {
  wire().state(1);
  wire().say({ type: "pong", frame: 2 });
  wire().say({ type: "pong", frame: 3 });
  expect(received.map((frame) => frame.frame)).toEqual([1, 2, 3]);
  expect(wire().sent).toEqual([]);
});

test("a missing frame is noticed: everything is asked for anew, and nothing is shown until it comes", () => {
  wire().state(1);
  wire().say({ type: "pong", frame: 3 });
  wire().say({ type: "pong", frame: 4 });
  expect(received).toHaveLength(1);
  expect(wire().sent).toEqual([{ type: "resync" }]);
  wire().state(5);
  wire().say({ type: "pong", frame: 6 });
  expect(received.map((frame) => frame.frame)).toEqual([1, 5, 6]);
});

test("a move that was never acknowledged is sent again with the same id on the next connection", () => {
  wire().state();
  const move: FromPage = { type: "move", id: "a", number: 3, move: 7 };
  socket.send(move);
  wire().drop();
  expect(socket.line).toBe("lost");
  vi.advanceTimersByTime(1_000);
  expect(wires).toHaveLength(2);
  wire().state();
  expect(wire().sent).toEqual([move]);
  wire().say({ type: "done", frame: 2, id: "a", number: 4, offer: null });
  wire().drop();
  vi.advanceTimersByTime(1_000);
  wire().state();
  expect(wire().sent).toEqual([]);
});

test("a message sent while the line is down goes out once it is back", () => {
  wire().state();
  wire().drop();
  socket.send({ type: "chat", id: "b", text: "still here" });
  vi.advanceTimersByTime(1_000);
  wire().state();
  expect(wire().sent).toEqual([{ type: "chat", id: "b", text: "still here" }]);
});

test("the longer the server is away, the longer the page waits between tries", () => {
  wire().state();
  for (let tries = 0; tries < 8; tries++) {
    wire().drop();
    vi.advanceTimersByTime(13_100);
  }
  const before = wires.length;
  wire().drop();
  vi.advanceTimersByTime(6_000);
  expect(wires).toHaveLength(before);
  vi.advanceTimersByTime(7_100);
  expect(wires).toHaveLength(before + 1);
});

test("a server of another protocol is not spoken with", () => {
  wire().state(1, PROTOCOL + 1);
  expect(socket.line).toBe("other protocol");
  expect(received).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
});

test("a table that is closed to the page is not asked for again", () => {
  wire().drop(4404);
  expect(socket.line).toBe("refused");
  vi.advanceTimersByTime(60_000);
  expect(wires).toHaveLength(1);
});

test("after a long silence the page asks whether the server is there, and dials anew if no answer comes", () => {
  wire().state();
  vi.advanceTimersByTime(20_000);
  expect(wire().sent).toEqual([{ type: "ping" }]);
  vi.advanceTimersByTime(10_000);
  expect(wires.length).toBeGreaterThan(1);
});

test("while a server that has begun anew lays the table, the line does not stand and nothing is sent that it would refuse", () => {
  wire().state();
  wire().drop();
  const move: FromPage = { type: "move", id: "a", number: 3, move: 7 };
  socket.send(move);
  vi.advanceTimersByTime(1_000);
  wire().state(1, PROTOCOL, null);
  expect(socket.line).toBe("lost");
  expect(wire().sent).toEqual([]);
  wire().state(2);
  expect(socket.line).toBe("open");
  expect(wire().sent).toEqual([move]);
});

test("a page whose seat was taken away neither comes back by itself nor says again what it had said", () => {
  wire().state(1);
  socket.send({ type: "move", id: "m", number: 0, move: 1 } as FromPage);
  wire().drop(4403);
  expect(socket.line).toBe("dismissed");
  vi.advanceTimersByTime(60_000);
  expect(wires.length).toBe(1);
});
