/** How far the compiling of a game has come, from what the server says of it; null if there is nothing to wait for. */
export function percentOf(told: string | null): number | null {
  return told === null ? null : Number(/(\d+)\s*%/.exec(told)?.[1] ?? 0);
}
