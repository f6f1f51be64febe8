"""Searching players of any game (information-set MCTS): what a seat knows, how long to think, and what was found.

`think` gives every move of the seat with what came of trying it; `tulips.bots.choose` takes the move that was tried most.
"""

import functools
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Annotated

import msgspec
import numpy as np
import numpy.typing as npt

from tulips.bots import tree as template
from tulips.defaults import MEGABYTES
from tulips.engine.compile.kernel import Kernel
from tulips.engine.errors import TulipsError
from tulips.engine.state.rule import rebind, rule, rule_apart

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.state.state import States

SLICE = 0.01
"""Seconds of thought between two looks at the clock."""

BREATH = 0.2
"""Seconds of thought without a clock after which whoever wants to break it off is heard."""

LOOKS = 32
"""How often a search that only has to choose looks whether it has chosen."""

FOREVER = 1 << 40

TO_THE_END = 999_999.0
"""A horizon that no game reaches, in numbers that a bot's name may hold."""

DEEPEST = 48
"""How many moves deep a tree may grow."""

EDGES_AN_ITERATION = 12
"""Places of the hash table for each iteration, while memory lasts: a node has about so many moves."""

FEWEST_PLACES = 512
"""Room for the searching seat's own moves at least, whatever memory there is: 16 kilobytes."""


Softness = Annotated[float, msgspec.Meta(gt=0)]


class Dials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a search goes about it; `tulips.bots.tree` says what each dial does."""

    explore: float = 1.0
    sharpness: float = 1.0
    spread_out: float = 0.25
    guided: float = 0.0
    quick: float = 0.0
    horizon: float = TO_THE_END
    winning: float = 0.8
    ahead: Softness = 10.0
    unsure: Softness = 10.0
    expand_at: float = 1.0
    caution: float = 0.1
    rivals: float = 0.0
    sees_all: float = 0.0

    def array(self) -> npt.NDArray[np.float64]:
        """The dials in their places."""
        return np.array([getattr(self, name) for name in self.__struct_fields__], np.float64)


class MoveStats(msgspec.Struct, frozen=True):
    """A move, and what came of trying it."""

    move: int
    visits: int
    reward: float  # what the search maximises, on average: winning, and how far ahead
    win_chance: float
    score: float  # the points at the end, on average


class Thought(msgspec.Struct, frozen=True):
    """What a search has found: each of the seat's moves, in the order they are listed."""

    moves: list[MoveStats]
    iterations: int
    edges: int  # in the tree, or in all trees together
    seconds: float

    @property
    def best(self) -> MoveStats:
        """The move that was tried most; of several the one that brought more."""
        return max(self.moves, key=lambda tried: (tried.visits, tried.reward))


def think(
    game: "Game",
    states: "States",
    seat: int,
    seed: int,
    *,
    dials: Dials,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    megabytes: float = MEGABYTES,
    to_choose: bool = False,
) -> Thought:
    """Search for the seat's best move, for so many iterations or so long, whichever ends first.

    The same knowledge, seed, iterations and threads give the same thought. Threads grow a tree each and share the iterations
    (root parallelisation);
    all trees together take no more memory than `megabytes`. A search that has only `to_choose`, in one thread, ends when the
    move tried most is so far ahead that what is left could not change it: the choice is the same.
    """
    assert iterations is not None or seconds is not None, "a search needs a number of iterations or a time"
    listed = game.moves(states, seat)
    root = states.copy()
    if not dials.sees_all:
        kernel(game, "clear_mind")(root, seat)
    rest = iterations if iterations is not None else FOREVER
    shares = [rest // threads + (i < rest % threads) for i in range(threads)]
    try:
        trees = [
            _Tree(game, root, seat, dials, len(listed), share, megabytes / threads, np.uint64((seed + i) % 2**64))
            for i, share in enumerate(shares)
        ]
    except MemoryError:
        raise TulipsError(f"There is no room here for a search of {megabytes:,g} megabytes.") from None
    start = time.perf_counter()  # not before all is compiled
    deadline = start + seconds if seconds is not None else None
    if threads == 1:
        trees[0].grow(deadline, to_choose)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda tree: tree.grow(deadline), trees))
    sums = np.sum([tree.sums for tree in trees], axis=0).reshape(-1, template.SUMS)
    visits = np.maximum(sums[:, template.VISITS], 1)
    means = sums / visits[:, None]
    return Thought(
        moves=[
            MoveStats(
                move=move,
                visits=int(sums[i, template.VISITS]),
                reward=float(means[i, template.REWARDS]),
                win_chance=float(means[i, template.VICTORIES]),
                score=float(means[i, template.SCORES]),
            )
            for i, move in enumerate(listed)
        ],
        iterations=int(sums[:, template.VISITS].sum()),
        edges=int(sum(tree.used[0] for tree in trees)),
        seconds=time.perf_counter() - start,
    )


class _Tree:
    """A tree that grows, and all the room it takes."""

    def __init__(
        self,
        game: "Game",
        root: "States",
        seat: int,
        dials: Dials,
        moves: int,
        iterations: int,
        megabytes: float,
        seed: np.uint64,
    ) -> None:
        self.kernel = kernel(game, "search")
        self.iterations = iterations
        self.edges = np.zeros(_places(iterations, megabytes), template.EDGE)
        self.sums = np.zeros(moves * template.SUMS)
        self.used = np.zeros(1, np.int64)
        buffers = (dials.array(), game.move_buffer(), np.zeros(game.max_moves), np.zeros(template.RESULTS), game.scratch())
        path = np.zeros(2 * DEEPEST, np.int64)
        self.before = (root, root.copy(), seat)
        self.after = (self.edges, *buffers, path, self.sums, self.used, np.array([seed], np.uint64))
        self.kernel(*self.before, 0, *self.after)

    def grow(self, deadline: float | None, to_choose: bool = False) -> None:
        """Search until the iterations are made, the time is up, or there is nothing left to choose."""
        left = self.iterations
        look = -(-left // LOOKS)
        step = 16 if deadline is not None else look if to_choose else 1024
        while left > 0:
            start = time.perf_counter()
            self.kernel(*self.before, min(step, left), *self.after)
            left -= step
            within = left
            now = time.perf_counter()
            pace = max(now - start, 1e-6) / step
            if deadline is None:
                step = look if to_choose else max(int(BREATH / pace), 1)
            elif now >= deadline:
                return
            else:
                within = min(left, int((deadline - now) / pace))
                step = max(min(int(SLICE / pace), within), 1)
            if to_choose and self._lead() > within:
                return

    def _lead(self) -> int:
        """How many times more the move tried most was tried than any other."""
        visits = np.sort(self.sums[template.VISITS :: template.SUMS])
        return int(visits[-1] - visits[-2]) if len(visits) > 1 else FOREVER


def _places(iterations: int, megabytes: float) -> int:
    """How many edges there is room for, a power of two: as many as are likely to be needed, but no more than memory allows."""
    most = max(int(megabytes * 1e6 / template.EDGE.itemsize), FEWEST_PLACES)
    wanted = max(iterations * EDGES_AN_ITERATION, FEWEST_PLACES)
    return 1 << min((wanted - 1).bit_length(), most.bit_length() - 1)


@functools.cache
def kernel(game: "Game", name: str) -> Kernel:
    """A kernel of `tulips.bots.tree` for the game, with what its `insight` knows.

    - `weigh(s, seat, moves, n, weights, scratch)` writes what each move promises, in units of the game's own (the prior);
    - `quick(s, seat, moves, n, noise)` gives the place of a move that makes sense at little cost (the rollout policy);
    - `appraise(s, seat)` gives the points that the seat of an unfinished game will have at the end (the evaluation);
    - `sight(s, seat)` is a number for what the seat sees that the moves so far do not tell, such as a card drawn (a key of its
      observation);
    - `imagine(s, seat, noise)` deals what the seat cannot see as `redeal` does, but likely deals more often than others (the
      determinization).

    What a game does not say is left open: all moves alike, any move, the points so far, nothing, all deals alike.
    """
    bound = dict(game.bindings)
    knows = game.insight
    bound["weigh"] = getattr(knows, "weigh", None) or template.weigh_equally
    bound["quick"] = getattr(knows, "quick", None) or template.any_move
    bound["appraise"] = getattr(knows, "appraise", None) or rule(rebind(template.by_score, game.name, bound))
    bound["sight"] = getattr(knows, "sight", None) or template.nothing_new
    bound["imagine"] = getattr(knows, "imagine", None) or bound["redeal"]
    bound["choose_after_tree"] = rule(rebind(template.choose_after_tree, game.name, bound))
    bound["results_of"] = rule_apart(rebind(template.write_results, game.name, bound))
    return game.specialise(getattr(template, name), label="search", **bound)
