"""Golden transcripts: for each game and each way it can end, a whole game in the log's words, in tests/golden/.

Beside each transcript lie its seed and its moves, by kind and fields, as a record file that leaves chance out. A transcript is
told from these. So a bot may get better without touching it; only a rule or a word that changes does, and a word tells the same
game. `make golden` writes transcripts anew: with the same moves as long as they are legal and lead to the same end, else by
playing until the end is reached again.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

import tulips
from support.endings import Ending, Player, all_endings, ties, told_by
from support.paths import GOLDEN
from tulips import ALL_SEEING, bots
from tulips.engine.errors import TulipsError
from tulips.engine.match.log import lines as log_lines
from tulips.engine.match.match import Match
from tulips.engine.match.record_file import encode_record, parse, record_of, replay
from tulips.engine.state.chance import seed_of_key
from tulips.engine.state.snapshot import snapshot
from tulips.lab.tracing import CHANCE, trace

NAMES = ("Ada", "Ben", "Cor", "Dina", "Ed", "Fien")
MOST_TRIES = 200_000
CHUNK = 1000


class Changed(Exception):
    """A transcript can no longer be replayed as it stands."""


# Writing


def transcript(match: Match) -> str:
    """The whole match in words, turn by turn, and why it was won."""
    lines = [
        f"{match.game.about.title}, rules {match.rules}",
        f"Seats: {', '.join(match.names)}",
        *(f"Option: {name} = {value}" for name, value in match.options.items()),
        f"Seed: {match.seed}",
    ]
    for heading, entries in _by_turn(match):
        lines += ["", heading, *entries]
    view = match.game.words.text(match.view(ALL_SEEING), match.names)
    lines += ["", f"The end: {match.end}", *(f"  {line}".rstrip() for line in view.splitlines()), "", *_result(match)]
    return "\n".join(lines) + "\n"


def _by_turn(match: Match) -> Iterator[tuple[str, list[str]]]:
    """The log's entries, each turn's under its heading, and how prices and scores stand after it."""
    steps, now = match.steps(), snapshot(match.states)
    records = [step.before for step in steps]
    after = [*records[1:], now]
    heading = told_by(match.game.name).heading
    last = ""
    for turn, group in itertools.groupby(range(len(steps)), key=lambda i: heading(records[i], match.names)):
        lines = []
        for i in group:
            told = log_lines(match.game.kinds, steps[i].before, after[i], now, steps[i].seat, steps[i].what, ALL_SEEING)
            assert told, "who sees all is told of every event"
            for line in told:
                who = "-" if line.seat is None else f"{match.names[line.seat]}:"
                lines.append(f"  {who} {line.phrase.named(match.names)}")
        figures = _figures(match, after[i])
        yield turn, lines if figures == last else [*lines, f"  = {figures}"]
        last = figures


def _figures(match: Match, s: Any) -> str:
    """The numbers that the page draws curves of, prices first."""
    figures = match.game.views.figures(s, ALL_SEEING)
    prices = [f"{name.removeprefix('price:')} {value}" for name, value in figures.items() if name.startswith("price:")]
    scores = [f"{match.names[p]} {figures[f'score:{p}']}" for p in range(match.seats) if f"score:{p}" in figures]
    return " · ".join(", ".join(part) for part in (prices, scores) if part)


def _result(match: Match) -> list[str]:
    """The scores, and why the winner has won."""
    unit = f" {match.game.about.unit}" if match.game.about.unit else ""
    scores = ", ".join(f"{name} {score}" for name, score in zip(match.names, match.scores, strict=True))
    winners = [match.names[p] for p in match.winners]
    why = str(match.game.words.status(snapshot(match.states)).named(match.names))
    if not winners:
        verdict = "Nobody wins."
    elif len(winners) > 1:
        verdict = f"{' and '.join(winners)} share the victory with {match.scores[match.winners[0]]}{unit} each."
    elif ties(match):
        verdict = f"{winners[0]} wins: as many points as another, and the tie goes to the larger bouquet."
    else:
        verdict = f"{winners[0]} wins with {match.scores[match.winners[0]]}{unit}."
    return [f"Why: {why}", f"Scores: {scores}", f"Result: {verdict}"]


# Replaying and playing


def moves_of(match: Match) -> bytes:
    """The record file of a match with its seed and its moves alone."""
    record = record_of(match)
    moves = [line for line in record.events if "move" in line]
    return encode_record(msgspec.structs.replace(record, events=moves, result=None))


def again(moves: bytes, ending: Ending) -> Match:
    """The match that a transcript tells, played again by today's rules from its seed and its moves."""
    record = msgspec.structs.replace(parse(moves), rules=tulips.game(ending.game).about.rules_version, options=ending.options)
    try:
        match = replay(record, tulips.game)
    except TulipsError as problem:
        raise Changed(str(problem)) from None
    if not match.end:
        raise Changed("The transcript's moves no longer lead to an end.")
    return match


def start(ending: Ending, seed: str) -> Match:
    return tulips.game(ending.game).match(ending.seats, names=NAMES[: ending.seats], options=ending.options, seed=seed)


def play(ending: Ending) -> Match:
    """The first match, seed by seed, that ends as wanted."""
    matches = _by_bot(ending, ending.player) if isinstance(ending.player, str) else _by_player(ending, ending.player)
    found = next((match for match in matches if ending.reached(match)), None)
    if found is None:
        raise TulipsError(f"None of {MOST_TRIES} games of {ending.game} ends like {ending.name}.")
    return found


def _by_player(ending: Ending, player: Player) -> Iterator[Match]:
    for seed in range(MOST_TRIES):
        match = start(ending, str(seed))
        while not match.end and match.moves_made < ending.most_moves:
            seat = match.actors[0]
            match.play(seat, player(match, seat))
        yield match


def _by_bot(ending: Ending, bot: str) -> Iterator[Match]:
    """Matches of a bot that have the right end and number of winners: rare ones are found by simulation, then told."""
    game = tulips.game(ending.game)
    table = game.set_up(ending.seats, ending.options)
    players = [bot] * ending.seats
    for first in range(0, MOST_TRIES, CHUNK):
        results = bots.play_games(game, table, players, "golden", first, CHUNK)
        winners = (results.standings == results.standings.max(axis=1, keepdims=True)).sum(axis=1)
        right = (results.ends == game.ends.index(ending.end) + 1) & (results.lengths <= ending.most_moves)
        for i in np.flatnonzero(right & ((winners > 1) == ending.shared)).tolist():
            traced = trace(game, table, players, "golden", first + i)
            match = start(ending, seed_of_key(*traced.before["key"][0]))
            for seat, move in zip(traced.seats.tolist(), traced.steps.tolist(), strict=True):
                if seat != CHANCE:
                    match.play(seat, move)
            yield match


def told_before(ending: Ending) -> Match | None:
    """The match of the transcript as it stands, if it still ends as wanted."""
    try:
        match = again(ending.moves.read_bytes(), ending)
    except (FileNotFoundError, Changed):
        return None
    return match if ending.reached(match) else None


def main() -> None:
    """Write every transcript anew."""
    GOLDEN.mkdir(exist_ok=True)
    for ending in all_endings():
        before = ending.file.read_text(encoding="utf-8") if ending.file.exists() else ""
        match = told_before(ending) or play(ending)
        ending.moves.write_bytes(moves_of(match))
        text = transcript(match)
        if text != before:
            ending.file.write_text(text, encoding="utf-8")
            print(f"{ending.file.name}: {'changed' if before else 'new'}, {match.moves_made} moves, seed {match.seed}")


if __name__ == "__main__":
    main()
