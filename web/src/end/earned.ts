// What each seat has earned by: its income by kind, and what struck several seats at once.
import type { Income, Phrase } from "../generated/messages";

/** All income of one kind: rows of a seat add up to its score. */
export interface Kind {
  kind: Phrase;
  amount: number;
  incomes: Income[];
  /** In how many moves it came; what the table was set up with came in none. */
  moves: number;
}

/** Something that struck several seats at once, with the share of each. */
export interface Stroke {
  event: Phrase;
  at: number;
  shares: Income[];
}

function together<T>(items: T[], key: (item: T) => unknown): T[][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const name = JSON.stringify(key(item));
    found.set(name, [...(found.get(name) ?? []), item]);
  }
  return [...found.values()];
}

/** A seat's income by kind, the greatest gain or loss first; what came to nothing is left out. */
export function earned(seat: number, income: Income[]): Kind[] {
  const own = income.filter((one) => one.seat === seat && one.amount !== 0);
  return together(own, ({ kind }) => kind)
    .map((incomes) => ({
      kind: incomes[0]!.kind,
      amount: incomes.reduce((sum, { amount }) => sum + amount, 0),
      incomes,
      moves: movesOf(incomes),
    }))
    .sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}

/** How many moves these incomes came with: nothing has moved yet at 0, and one move may bring several. */
function movesOf(incomes: Income[]): number {
  return new Set(incomes.map(({ at }) => at).filter((at) => at > 0)).size;
}

/** What struck several at once, in the order in which it came. */
export function strokes(income: Income[]): Stroke[] {
  const struck = income.filter(({ event }) => event !== null);
  return together(struck, ({ at, event }) => [at, event]).map((shares) => ({ event: shares[0]!.event!, at: shares[0]!.at, shares }));
}
