"""Whether reviews can be trusted: how steady marks are, whether a planted blunder is found, what bots give away.

    python bench/review.py steady GAME --games 20 --bot master     reviews each game's decisions twice, with different noise
    python bench/review.py planted GAME --games 20                 one won game after the other is thrown away once

Both print a line of JSON after each game, about all games so far: the last line tells what came of it.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator

import tulips
from tulips import bots
from tulips.engine.game import Game
from tulips.engine.match.match import Match, MoveEvent
from tulips.review.continuations import Continuations
from tulips.review.judge import MARKS, Decision, Judge, effort_of
from tulips.review.ledger import moves_of, points

STEPS: dict[str | None, int] = {None: 0, **{mark: len(MARKS) - i for i, (mark, _) in enumerate(MARKS)}}

WON = 0.6
"""The chance from which on a game counts as won, to be thrown away."""

THROWN = 0.35
"""What a planted move costs at least."""

LOOK = 150
"""Worlds in which moves are tried to find one that throws the game away."""


def play(game: Game, seats: int, bot: str, seed: str) -> Match:
    """A game among bots of one kind."""
    match = game.match(seats, seed=seed)
    while match.end is None:
        match.play(match.actors[0], bots.choose(game, match.states, match.actors[0], bot, noise_of(match, seed)))
    return match


def noise_of(match: Match, seed: str) -> int:
    """The noise of the next decision."""
    return bots.noise_of(seed, match.moves_made)


def judged(match: Match, seed: str) -> list[Decision]:
    """Every decision of a match, judged."""
    judge = Judge(match.game, seed, effort_of(match.game))
    moves = moves_of(match)
    return [judge.decision(at, moves[at.at], look_back=False) for at in points(match) if at.seat is not None and not at.forced]


def steady(game: Game, seats: int, games: int, bot: str, seed: str) -> Iterator[dict[str, object]]:
    """How many marks come again with other noise, and how many there are."""
    pairs: Counter[tuple[int, int]] = Counter()
    lost = 0.0
    decisions = 0
    marks: Counter[str] = Counter()
    for number in range(games):
        match = play(game, seats, bot, f"{seed} {number}")
        first, second = judged(match, "0"), judged(match, "1")
        for one, other in zip(first, second, strict=True):
            pairs[STEPS[one.mark], STEPS[other.mark]] += 1
            marks[one.mark or "none"] += 1
        lost += sum(one.lost for one in first)
        decisions += len(first)
        marked = {pair: n for pair, n in pairs.items() if pair[0]}
        total = sum(marked.values())
        yield {
            "game": game.name,
            "bot": bot,
            "games": number + 1,
            "decisions": decisions,
            "marks": dict(marks),
            "same again": sum(n for (one, other), n in marked.items() if one == other) / total if total else None,
            "marked again": sum(n for (_, other), n in marked.items() if other) / total if total else None,
            "changed by more than a step": sum(n for (one, other), n in pairs.items() if abs(one - other) > 1),
            "lost by a seat in a game": round(lost / (number + 1) / seats, 4),
        }


def planted(game: Game, seats: int, games: int, bot: str, seed: str) -> Iterator[dict[str, object]]:
    """How many planted blunders are found. The noise that finds a game to throw away is not that of the review."""
    found: Counter[str] = Counter()
    tried = 0
    costs = []
    while found.total() < games:
        decision = _thrown_away(game, seats, bot, f"{seed} {tried}")
        tried += 1
        if decision is not None:
            found[decision.mark or "none"] += 1
            costs.append(round(decision.lost, 3))
            yield {
                "game": game.name,
                "bot": bot,
                "planted": found.total(),
                "found": found.total() - found["none"],
                "marks": dict(found),
                "costs": costs,
            }


def _thrown_away(game: Game, seats: int, bot: str, seed: str) -> Decision | None:
    """The review of the one move of a game that throws it away; None if nobody comes so far as to have it won."""
    match = game.match(seats, seed=seed)
    looking = Continuations(game, f"plant {seed}")
    while match.end is None:
        seat = match.actors[0]
        legal = game.moves(match.states, seat)
        if len(legal) > 1 and looking.play(match.states, 20)[:, seat].mean() >= WON:
            worth = {}
            for move in legal:
                worth[move] = float(looking.play(match.states, LOOK, viewer=seat, seat=seat, move=move)[:, seat].mean())
            worst, best = min(worth, key=worth.__getitem__), max(worth.values())
            if best >= WON and best - worth[worst] >= THROWN:
                at = match.moves_made
                match.play(seat, worst)
                point = next(one for one in points(match) if one.at == at and one.seat is not None)
                event = match.line[_place(match, at)]
                assert isinstance(event, MoveEvent)
                return Judge(game, "0", effort_of(game)).decision(point, event, look_back=False)
        match.play(seat, bots.choose(game, match.states, seat, bot, noise_of(match, seed)))
    return None


def _place(match: Match, at: int) -> int:
    """The place in the line of the move after so many."""
    places = [i for i, event in enumerate(match.line) if isinstance(event, MoveEvent)]
    return places[at]


def main() -> None:
    """Run one of the two."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("steady", "planted"))
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", default="0")
    args = parser.parse_args()
    run = steady if args.what == "steady" else planted
    for so_far in run(tulips.game(args.game), args.seats, args.games, args.bot, args.seed):
        print(json.dumps(so_far), flush=True)


if __name__ == "__main__":
    main()
