import { beforeEach, expect, test } from "vitest";
import type { TableInfo } from "../src/generated/messages";
import { forget, remember, update, visits } from "../src/home/visits";

const storage = new Map<string, string>();
globalThis.localStorage ??= {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
} as never;
beforeEach(() => localStorage.setItem("tables", "[]"));

const info = (id: string, phase = "playing") =>
  ({
    id,
    title: "Tulip",
    phase,
    seats: [
      { name: "Eva", kind: "human", yours: true },
      { name: "Ada", kind: "human", yours: false },
      { name: "", kind: "open", yours: false },
    ],
  }) as TableInfo;

test("the latest tables are remembered, each once, with whom one played", () => {
  for (let n = 0; n < 20; n++) remember(info(`t${n}`), n);
  remember(info("t15"), 99);
  expect(visits()).toHaveLength(12);
  expect(
    visits()
      .map(({ id }) => id)
      .slice(0, 3),
  ).toEqual(["t15", "t19", "t18"]);
  expect(visits()[0]).toEqual({ id: "t15", title: "Tulip", names: ["Ada"], phase: "playing", when: 99 });
});

test("a table that is sat at for long is not written down again and again", () => {
  remember(info("a"), 0);
  remember(info("a"), 59_000);
  expect(visits()[0]!.when).toBe(0);
  remember(info("a", "over"), 59_000);
  expect(visits()[0]).toMatchObject({ phase: "over", when: 59_000 });
  remember(info("a", "over"), 200_000);
  expect(visits()[0]!.when).toBe(200_000);
});

test("what becomes of a table is kept, and one that is removed is forgotten; what can't be read is nothing", () => {
  remember(info("a"));
  remember(info("b"));
  expect(update("a", "over").map(({ id, phase }) => [id, phase])).toEqual([
    ["b", "playing"],
    ["a", "over"],
  ]);
  expect(forget("b").map(({ id }) => id)).toEqual(["a"]);
  localStorage.setItem("tables", "{");
  expect(visits()).toEqual([]);
});
