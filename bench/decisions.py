"""How long single decisions take, and whether a program's other threads get on while a bot thinks.

`python bench/decisions.py` prints, for a turn of Tulpenfieber with seven dice (the largest plan that its bot makes), the
shortest and the median time of a decision; and for a search of Gift of Tulips in one and in two threads, how often a thread
that sleeps a millisecond at a time has woken up meanwhile. With the interpreter's lock held it would wake up once.
"""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor

import tulips
from tulips import bots
from tulips.bots.search import Dials, think
from tulips.engine.state.state import row

DECISIONS, ITERATIONS = 200, 400_000


def seven_dice() -> list[float]:
    """Seconds of each decision of a whole turn with seven dice."""
    game = tulips.game("tulpenfieber")
    match = game.match(2, given={"dice": ["1 2 4 6"]}, options={"first": 1})
    s = row(match.states)
    s.covered[0] = sum(1 << 7 * r + 3 for r in range(5)) | 0b1010101
    s.number, s.dice = 7, sum(1 << 3 * (face - 1) for face in (1, 2, 2, 4, 5, 6, 6))
    seconds = []
    for _ in range(DECISIONS):
        start = time.perf_counter()
        bots.choose(game, match.states, 0, "greedy", 0)
        seconds.append(time.perf_counter() - start)
    return seconds


def wakes(threads: int) -> tuple[int, float]:
    """How often another thread woke up during a search, and how many seconds the search took."""
    game = tulips.game("gift-of-tulips")
    states = game.batch(1, 4).states
    think(game, states, 0, 1, dials=Dials(), iterations=1)
    start, woken = time.perf_counter(), 0
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(think, game, states, 0, 1, dials=Dials(), iterations=ITERATIONS, threads=threads)
        while not thought.done():
            time.sleep(0.001)
            woken += 1
    return woken, time.perf_counter() - start


if __name__ == "__main__":
    found = seven_dice()
    print(f"seven dice: {min(found) * 1000:.2f} ms at best, {statistics.median(found) * 1000:.2f} ms in the median")
    for threads in (1, 2):
        times, seconds = wakes(threads)
        print(f"a search in {threads} thread(s), {seconds:.1f} s: another thread woke up {times} times")
