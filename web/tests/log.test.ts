import { expect, test } from "vitest";
import type { LogEntry } from "../src/generated/messages";
import { beginsTurn, markOf, markOfTurn, turnsOf } from "../src/log/turns";

const entry = (at: number, seat: number | null, name: string, more: Partial<LogEntry> = {}): LogEntry => ({
  at,
  seat,
  what: { kind: name },
  phrase: { name },
  ...more,
});
const told = (log: LogEntry[]) =>
  turnsOf(log).map(({ seat, parts }) => [seat, parts.map((entries) => entries.map(({ phrase }) => phrase.name).join("+"))]);

test("an outcome stands under the seat whose turn it belongs to, before that seat has moved and after", () => {
  const log = [entry(0, null, "roll 1", { turn: 1 }), entry(1, 1, "stop"), entry(1, null, "roll 1", { turn: 0 }), entry(2, 0, "keep")];
  expect(told(log)).toEqual([
    [1, ["roll 1", "stop"]],
    [0, ["roll 1", "keep"]],
  ]);
});

test("what is nobody's turn stands apart, and the log goes on under the next seat", () => {
  const log = [entry(1, 0, "pass"), entry(1, null, "market response"), entry(2, 0, "sell")];
  expect(told(log)).toEqual([
    [0, ["pass"]],
    [null, ["market response"]],
    [0, ["sell"]],
  ]);
});

test("dealing is one part, whatever comes before and after it", () => {
  const dealt = { dealt: true };
  const log = [
    entry(0, null, "price"),
    entry(0, null, "a", dealt),
    entry(0, null, "b", dealt),
    entry(0, null, "event"),
    entry(0, null, "c", dealt),
  ];
  expect(told(log)).toEqual([[null, ["price", "a+b", "event", "c"]]]);
});

test("a move by the clock or by a bot that stands in is marked, an ordinary bot's is not", () => {
  const seats = [{ kind: "human" as const }, { kind: "bot" as const }];
  expect(markOf(entry(1, 0, "pass"), seats)).toBeNull();
  expect(markOf(entry(1, 0, "pass", { player: "clock" }), seats)).toBe("by the clock");
  expect(markOf(entry(1, 0, "pass", { player: "bot" }), seats)).toBe("by a bot standing in");
  expect(markOf(entry(1, 1, "pass", { player: "bot" }), seats)).toBeNull();
});

test("a turn is marked as a whole if all of its moves were made by the same other", () => {
  const seats = [{ kind: "human" as const }];
  const clock = { player: "clock" as const };
  expect(markOfTurn(turnsOf([entry(1, 0, "a", clock), entry(1, null, "roll", { turn: 0 }), entry(2, 0, "b", clock)])[0]!, seats)).toBe(
    "by the clock",
  );
  expect(markOfTurn(turnsOf([entry(1, 0, "a"), entry(2, 0, "b", clock)])[0]!, seats)).toBeNull();
});

test("what is new from a turn's first entry on is told above the turn's heading, not below it", () => {
  const log = [entry(1, 0, "a"), entry(2, 1, "b"), entry(3, 1, "c")];
  const begun = (first: LogEntry | null) => turnsOf(log).map((turn) => beginsTurn(turn, first));
  expect(begun(log[1]!)).toEqual([false, true]);
  expect(begun(log[2]!)).toEqual([false, false]);
  expect(begun(null)).toEqual([false, false]);
});
