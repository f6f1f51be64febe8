// What the dice tray and the field read from the log of Tulpenfieber: by kinds and fields, whatever the sentences say.
import { expect, test } from "vitest";
import { lastThrow, planted } from "../src/games/tulpenfieber/happened";
import type { LogEntry } from "../src/generated/messages";
import type { Game, What } from "../src/generated/tulpenfieber";

const entry = (what: What, seat: number | null = null): LogEntry<Game> => ({ at: 0, seat, what, phrase: { name: what.kind } });

test("the last throw parts the dice that were kept from those rolled beside them", () => {
  const log = [entry({ kind: "rolled", roll: 1, dice: [3, 1, 3, 6] }), entry({ kind: "keep", dice: [3, 3], roll: 2 }, 0)];
  expect(lastThrow(log, [1, 3, 3, 6])).toEqual({ kept: [], rolled: [3, 1, 3, 6] });
  log.push(entry({ kind: "rolled", roll: 2, dice: [5, 2], kept: [3, 3] }));
  expect(lastThrow(log, [2, 3, 3, 5])).toEqual({ kept: [3, 3], rolled: [5, 2] });
});

test("dice that were all set, and dice of another throw, lie still", () => {
  const log = [entry({ kind: "all-set", kept: [6, 6, 6, 6] })];
  expect(lastThrow(log, [6, 6, 6, 6])).toEqual({ kept: [6, 6, 6, 6], rolled: [] });
  expect(lastThrow(log, [1, 2])).toEqual({ kept: [1, 2], rolled: [] });
  expect(lastThrow([], [])).toEqual({ kept: [], rolled: [] });
});

test("tulips just planted are told by seat, with or without what they bring about", () => {
  const log = [
    entry({ kind: "plant", space: "3/2" }, 1),
    entry({ kind: "plant", space: "4/7", dice_earned: 6 }, 1),
    entry({ kind: "turn", space: "1/1" }, 0),
    entry({ kind: "plant", space: "5/3", won: "three adjacent tulips in row 5" }, 2),
  ];
  expect(planted(log)).toEqual([undefined, new Set(["3/2", "4/7"]), new Set(["5/3"])]);
});
