"""The template of the search: Monte Carlo tree search over information sets (ISMCTS). `tulips.bots.search` binds it to games.

An iteration deals a world that agrees with what the searching seat knows (a determinization), goes down the tree by what
earlier iterations have found (selection by PUCT), leaves it at a new node (expansion), plays on by quick choices (the rollout
policy) to the end or a horizon, and tells every choice on its way what came of it for the seat that made it
(back-propagation). Each seat maximises its own result.

The tree holds one kind of thing, the edge: a move at a node, with how often it could be and was chosen and what it brought. A
node is only a number, mixed from the moves that lead to it and what its seat sees there, so it stands for an information set.
An edge is found by its node and move in a hash table of fixed size. When it is full the tree grows no more and the search goes
on.

Seats that choose at once choose one after the other here, but a node of one of them does not depend on what the others have
just chosen in secret.

References: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2012), with its availability counts, and one tree for all observers; C. Rosin,
"Multi-armed bandits with episode context", Annals of Mathematics and Artificial Intelligence 61 (2011), and D. Silver et al.,
"Mastering the game of Go without human knowledge", Nature 550 (2017), for PUCT.
"""

import math
from typing import Any

import numpy as np

from tulips.engine.compile.stubs import (
    apply,
    appraise,
    forget,
    imagine,
    legal_moves,
    outcomes,
    quick,
    results_of,
    score,
    settle,
    sight,
    standing,
    weigh,
)
from tulips.engine.contract import LOST
from tulips.engine.state.chance import Noise, luck, pick
from tulips.engine.state.rule import rule
from tulips.engine.state.seats import first_seat, only
from tulips.engine.state.state import States

U = np.uint64

EDGE = np.dtype(
    [
        ("key", "u8"),  # the edge's node and move mixed, 0 in an empty place
        ("brought", "f8"),  # what it brought in all to the seat that chose it
        ("visits", "i4"),  # how often it was chosen
        ("seen", "i4"),  # how often it could be chosen (its availability count)
        ("prior", "f4"),  # how likely it seemed to be the best before anything was tried
    ],
    align=True,  # 32 bytes: two in a line of the processor's cache
)

# The dials of a search, by their place in the array of them
EXPLORE = 0  # how much moves that were tried little are preferred (the constant of PUCT)
SHARPNESS = 1  # a move that promises so much less than the best one seems a quarter as likely (a temperature); 0: all alike
SPREAD_OUT = 2  # the part of the prior that all moves share equally
GUIDED = 3  # the part of choices after the tree that are made by the game's weights
QUICK = 4  # the part of the others that are quick choices of the game's own (its rollout policy); what is left is random
HORIZON = 5  # how many choices are made after the tree before the state is appraised (a truncated rollout)
WINNING = 6  # how much winning counts in a result; the rest is by points
AHEAD = 7  # there, so many points more count as much as e times the chance to win
UNSURE = 8  # the same where the game is not over and the state is appraised
EXPAND_AT = 9  # how often a move must have been tried before the node behind it joins the tree
CAUTION = 10  # how much less an untried move is thought to bring than its node has (first-play urgency)
RIVALS = 11  # the part of the others' choices in the tree that are made as after it, whatever they have brought
SEES_ALL = 12  # 1 for a search that cheats and sees what is hidden: only to measure by

NODE = 1 << 30  # the move that stands for the node itself
FULLEST = 0.8  # the part of the hash table that may fill
PROBES = 64

# What is summed up for each move of the searching seat
VISITS = 0
REWARDS = 1
VICTORIES = 2
SCORES = 3
SUMS = 4

# Where a seat's results lie: rewards first
POINTS = 8
VICTORY = 16
RESULTS = 24


@rule
def mixed(key: Any, number: int) -> Any:
    """A key that depends on all bits of another and a number."""
    z = (key ^ U(number)) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(29))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(32))


@rule
def find_edge(edges: Any, node: Any, move: int) -> int:
    """The place of an edge, or the empty place where it belongs, or -1 if there is none near. A node's edges lie together."""
    key = mixed(node, move) | U(1)
    last = len(edges) - 1
    place = (np.int64(node >> U(20)) + (move & 63)) & last
    for _ in range(PROBES):
        if edges[place].key == key or edges[place].key == U(0):
            return place  # type: ignore[return-value]
        place = (place + 1) & last
    return -1


def write_results(s: Any, dials: Any, results: Any) -> None:
    """Write what a state is worth to each seat: its reward, its points and its part of the victory.

    At the end a reward counts winning, a shared victory in parts, and how one's points compare with the others'; before the
    end points are what the game's appraisal says, and the victory goes with e to their power. Alone a victory counts the more
    the better it is, and a loss nothing.
    """
    over = s.end != 0
    best = LOST
    sharing = 0
    for p in range(s.seats):
        results[POINTS + p] = float(score(s, p)) if over else appraise(s, p)
        place = standing(s, p) if over else LOST
        if place > best:
            best = place
            sharing = 0
        sharing += place == best
    most = -1e18
    for p in range(s.seats):
        most = max(most, results[POINTS + p])
    softness = dials[AHEAD] if over else dials[UNSURE]
    total = 0.0
    for p in range(s.seats):
        results[p] = power_of_e((results[POINTS + p] - most) / softness)
        total += results[p]
    for p in range(s.seats):
        results[p] /= total
        results[VICTORY + p] = results[p]
        if over:
            results[VICTORY + p] = 1.0 / sharing if (standing(s, p) == best) & (best != LOST) else 0.0
            if s.seats > 1:
                results[p] = dials[WINNING] * results[VICTORY + p] + (1.0 - dials[WINNING]) * results[p]
            else:
                results[p] = results[VICTORY + p] * power_of_e(min(best, 0) / dials[AHEAD])


@rule
def power_of_e(x: float) -> float:
    """About e to the power of a number that is not positive; 0 for one far below."""
    y = 1.0 + x / 256.0
    if y <= 0.0:
        return 0.0
    for _ in range(8):
        y *= y
    return y


def search(
    root: States,
    world: States,
    seat: int,
    iterations: int,
    edges: States,
    dials: Any,
    moves: Any,
    weights: Any,
    results: Any,
    scratch: States,
    path: Any,
    sums: Any,
    used: Any,
    noise: Noise,
) -> None:
    """Search on for so many iterations, and add to the `sums` of each of the seat's moves.

    `path` has room for two numbers of every step down the tree; `used` counts the hash table's filled places.
    """
    s: Any = world[0]
    most = np.int64(FULLEST * len(edges))
    deepest = len(path) // 2
    guided = dials[GUIDED]
    not_random = guided + (1.0 - guided) * dials[QUICK]
    for _ in range(iterations):
        world[0] = root[0]
        if dials[SEES_ALL] == 0.0:
            imagine(s, seat, noise)
        key = U(0)
        secret = U(0)  # what was chosen by those who choose at once, until all have
        growing = True
        depth = 0
        after = 0
        tried = 1 << 30  # how often the last edge had been chosen before
        first = -1
        while not s.end:
            if s.chance:
                settle(s, pick(noise, outcomes(s)))
                continue
            p = seat if first < 0 else first_seat(s.actors)
            n = legal_moves(s, p, moves)
            chosen = 0
            by_tree = growing and n > 1 and (p == seat or dials[RIVALS] == 0.0 or luck(noise) >= dials[RIVALS])
            if by_tree:
                node = mixed(mixed(key, p + 1), sight(s, p))
                at = find_edge(edges, node, NODE)
                growing = (at >= 0) & (depth < deepest)
                if growing and edges[at].key == U(0):
                    growing = (tried >= dials[EXPAND_AT]) & (used[0] + n < most)
                    if growing:
                        edges[at].key = mixed(node, NODE) | U(1)
                        used[0] += 1
                        if dials[SHARPNESS] > 0.0:
                            weigh(s, p, moves, n, weights, scratch)
                        add_edges(edges, node, moves, n, weights, dials, used)
                if growing:
                    chosen, edge = choose_in_tree(edges, node, at, moves, n, dials, used)
                    growing = edge >= 0
                    if growing:
                        path[2 * depth] = edge * 8 + p
                        path[2 * depth + 1] = at
                        depth += 1
                        tried = edges[edge].visits
                by_tree = growing
            if not growing:
                if after >= dials[HORIZON]:
                    break
                after += 1
            if n > 1 and not by_tree:
                chosen = choose_after_tree(s, p, moves, n, weights, scratch, guided, not_random, noise)
            if first < 0:
                first = chosen
            actors = s.actors
            move = moves[chosen]
            apply(s, p, move)
            if s.actors != 0 and s.actors == actors & ~only(p):
                secret = mixed(secret, move)
            else:
                key = mixed(mixed(key, move + 1) ^ secret, p)
                secret = U(0)
        results_of(s, dials, results)
        back_up(edges, path, depth, results)
        sums[first * SUMS + VISITS] += 1.0
        sums[first * SUMS + REWARDS] += results[seat]
        sums[first * SUMS + VICTORIES] += results[VICTORY + seat]
        sums[first * SUMS + SCORES] += results[POINTS + seat]


@rule
def choose_in_tree(edges: Any, node: Any, at: int, moves: Any, n: int, dials: Any, used: Any) -> tuple[int, int]:
    """The move with the highest mean plus what its prior lends it (PUCT): its place among the moves, and its edge or -1."""
    chosen = 0
    edge = -1
    best = -1e18
    seen = edges[at].visits
    usual = edges[at].brought / seen if seen > 0 else 0.5
    for i in range(n):
        e = find_edge(edges, node, moves[i])
        if e >= 0:
            if edges[e].key == U(0):  # not legal in the worlds before
                edges[e].key = mixed(node, moves[i]) | U(1)
                edges[e].prior = 1.0 / n
                used[0] += 1
            edges[e].seen += 1
            visits = edges[e].visits
            mean = edges[e].brought / visits if visits > 0 else usual - dials[CAUTION]
            reach = dials[EXPLORE] * edges[e].prior * math.sqrt(edges[e].seen) / (1 + visits)
            if mean + reach > best:
                best = mean + reach
                chosen = i
                edge = e
    return chosen, edge


def choose_after_tree(
    s: Any, p: int, moves: Any, n: int, weights: Any, scratch: Any, guided: float, not_random: float, noise: Noise
) -> int:
    """The place of a move by the rollout policy: by the game's weights, by its quick choice, or at random (a template)."""
    fate = luck(noise) if not_random > 0.0 else 1.0
    chosen = 0
    if fate < guided:
        weigh(s, p, moves, n, weights, scratch)
        for i in range(1, n):
            chosen = i if weights[i] > weights[chosen] else chosen
    elif fate < not_random:
        chosen = quick(s, p, moves, n, noise)
    else:
        chosen = pick(noise, n)
    return chosen


@rule
def back_up(edges: Any, path: Any, depth: int, results: Any) -> None:
    """Tell every edge and node on the way down what came of it for the seat that chose."""
    for i in range(depth):
        p = path[2 * i] & 7
        e = path[2 * i] >> 3
        edges[e].visits += 1
        edges[e].brought += results[p]
        at = path[2 * i + 1]
        edges[at].visits += 1
        edges[at].brought += results[p]


@rule
def add_edges(edges: Any, node: Any, moves: Any, n: int, weights: Any, dials: Any, used: Any) -> None:
    """Add a new node's edges, with priors by what the moves promise."""
    top = -1e18
    for i in range(n):
        top = weights[i] if weights[i] > top else top
    total = 0.0
    for i in range(n):
        total += likelihood(top - weights[i], dials)
    for i in range(n):
        e = find_edge(edges, node, moves[i])
        if e >= 0 and edges[e].key == U(0):
            edges[e].key = mixed(node, moves[i]) | U(1)
            edges[e].prior = (1.0 - dials[SPREAD_OUT]) * likelihood(top - weights[i], dials) / total + dials[SPREAD_OUT] / n
            used[0] += 1


@rule
def likelihood(behind: float, dials: Any) -> float:
    """How likely a move seems, beside the best one, that promises so much less."""
    if dials[SHARPNESS] == 0.0:
        return 1.0
    odds = dials[SHARPNESS] / (dials[SHARPNESS] + behind)
    return odds * odds  # type: ignore[no-any-return]


# What a game that says nothing about it is searched with


@rule
def weigh_equally(s: Any, seat: int, moves: Any, n: int, weights: Any, scratch: Any) -> None:
    """No move promises more than another."""
    for i in range(n):
        weights[i] = 0.0


@rule
def any_move(s: Any, seat: int, moves: Any, n: int, noise: Noise) -> int:
    """Any move's place, each equally likely."""
    return pick(noise, n)


def by_score(s: Any, seat: int) -> float:
    """The points so far."""
    return float(score(s, seat))


@rule
def nothing_new(s: Any, seat: int) -> int:
    """Nothing that the moves do not tell."""
    return 0


def clear_mind(root: States, seat: int) -> None:
    """Make of the state one that depends on nothing but what the seat knows."""
    forget(root[0], seat)
