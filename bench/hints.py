"""How long a hint at a table takes: for each game with most players, the longest of some hints from the first move on.

    python bench/hints.py [--every 8] [--moves 48]

Seconds of a core, and by the clock; the latter is longer where other programs run.
"""

import argparse
import time

import tulips
from tulips import bots
from tulips.review import hints


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=8, help="a hint at one in so many moves")
    parser.add_argument("--moves", type=int, default=48, help="moves that are made in all")
    wish = parser.parse_args()
    print("game              iterations  worlds  core, s  clock, s  half of the interval")
    for name in tulips.game_names():
        game = tulips.game(name)
        hints.warm_up(game)
        effort, seats = hints.hint_effort(game), max(game.seat_counts)
        match = game.match(seats=seats, seed=2)
        core = clock = wide = 0.0
        for move in range(wish.moves):
            if not match.actors:
                break
            seat = match.actors[0]
            if move % wish.every == 0:
                began, used = time.perf_counter(), time.process_time()
                advice = hints.advise(
                    game, match.states, seat, iterations=effort.iterations, worlds=effort.worlds, all_moves=False
                )
                core, clock = max(core, time.process_time() - used), max(clock, time.perf_counter() - began)
                best = advice.hint(advice.ranked[0], match.names)
                assert best.low is not None and best.high is not None
                wide = max(wide, (best.high - best.low) / 2)
            match.play(seat, bots.choose(game, match.states, seat, "greedy", move))
        print(f"{name:18}{effort.iterations:10,}{effort.worlds:8,}{core:9.2f}{clock:10.2f}{100 * wide:15.1f} points")


if __name__ == "__main__":
    main()
