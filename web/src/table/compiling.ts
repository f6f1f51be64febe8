/** How far the compiling of a game has come, from what the server says of it; null if there is nothing to wait for. */
export function percentOf(progress: string | null): number | null {
  return progress === null ? null : Number(/(\d+)\s*%/.exec(progress)?.[1] ?? 0);
}
