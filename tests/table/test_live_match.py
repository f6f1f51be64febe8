"""The lean live match tells the same as the match that keeps everything."""

import random

import msgspec
import pytest

import tulips
from support.random_play import random_match
from tulips.engine.game import Game
from tulips.engine.match.match import Match
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.viewers import SPECTATOR
from tulips.table.broadcast import replay_moves
from tulips.table.live_match import APART, Header, LiveMatch, Made
from tulips.table.position import LogEntry
from tulips.table.serialize import Cursor, cursor_of, news, position_of, whole
from tulips.table.state import Event, Player


def course_of(match: Match, *, keep: bool = False) -> LiveMatch:
    return LiveMatch(match.game, Header(match.seats, match.options, match.seed, match.nonces), keep=keep)


def event(number: int, seat: int, move: int | None, undone: int | None = None) -> Event:
    return Event("m", number, seat, move, undone, str(number), "human", 0.0)


@pytest.mark.parametrize("seed", range(2))
def test_parts_put_together_are_the_whole_log_for_every_viewer(game: Game, seed: int) -> None:
    chooser = random.Random(seed)
    seats = chooser.choice(list(game.seat_counts))
    played = random_match(game, seats, seed)
    match = game.match(seats, seed=seed)
    live = course_of(match)
    viewers = [SPECTATOR, *range(seats)]
    start = course_of(match, keep=True)
    readers = {viewer: cursor_of(start, viewer, live.final) for viewer in viewers}
    first = {viewer: whole(start, viewer) for viewer in viewers}
    logs = {viewer: list(first[viewer].log.entries) for viewer in viewers}
    rows = {viewer: list(first[viewer].figures.rows) for viewer in viewers}
    for number, step in enumerate([step for step in played.line if isinstance(step, Move)], 1):
        match.play(step.seat, step.move)
        live.follow([event(number, step.seat, step.move)])
        for viewer in viewers:
            if chooser.random() < 0.6:  # some are told of several moves together
                _take_news(live, readers[viewer], logs[viewer], rows[viewer])
                if number < 12 or chooser.random() < 0.05:
                    assert logs[viewer] == position_of(match, viewer).log.entries
        live.drop_steps(min(reader.final for reader in readers.values()))
    for viewer in viewers:
        _take_news(live, readers[viewer], logs[viewer], rows[viewer])
        assert logs[viewer] == position_of(match, viewer).log.entries
        assert len(rows[viewer]) in (0, match.moves_made + 1)
        assert rows[viewer] == whole(replay_moves(game, live.header, live.made), viewer).figures.rows
    assert live.states.tobytes() == match.states.tobytes()


def _take_news(live: LiveMatch, reader: Cursor, log: list[LogEntry], rows: list[dict[str, int]]) -> None:
    told = news(live, reader)
    log[told.log.start :] = told.log.entries
    rows[told.figures.start :] = told.figures.rows if rows else []


def test_moves_taken_back_leave_the_record_of_the_match(game: Game) -> None:
    played = random_match(game, game.about.seats[0], 3, moves=12)
    match = game.match(played.seats, seed=3)
    live = course_of(match)
    number = 0
    for step in [step for step in played.line if isinstance(step, Move)]:
        number += 1
        match.play(step.seat, step.move)
        live.follow([event(number, step.seat, step.move)])
    match.undo(5)
    live.follow([event(number + 1, 0, None, 5)])
    assert live.states.tobytes() == match.states.tobytes() and live.moves_made == match.moves_made
    assert live.number == number + 1 and len(live.line) == match.moves_made


def random_event(live: LiveMatch, chooser: random.Random) -> Event:
    """A move, or sometimes a taking back, mostly of little."""
    made = len(live.made)
    if made and (live.over or chooser.random() < 0.25):
        most = made if chooser.random() < 0.1 else min(made, 4)
        return event(live.number + 1, 0, None, chooser.randint(1, most))
    seat = chooser.choice(live.actors)
    return event(live.number + 1, seat, chooser.choice(live.rules.moves(seat)))


def unfinished(game: Game, seed: int, moves: int) -> Match:
    """A match after so many moves, or after half of a short one."""
    match = random_match(game, max(2, game.about.seats[0]), seed, moves)
    return match.at(match.moves_made // 2) if match.end else match


def told_by(live: LiveMatch) -> tuple[object, ...]:
    """All that a table asks its live match about."""
    open_number = None if live.open_from is None else live.open_number
    now = live.number, live.length, live.moves_made, live.final, live.open_from, open_number
    then = live.freely_undone, live.peeks, set(live.movers), live.line, live.actors, live.over
    return (live.states.tobytes(), *now, *then)


@pytest.mark.parametrize("opening", [0, 20])
def test_a_course_with_checkpoints_is_the_one_that_makes_every_move_again(game: Game, opening: int) -> None:
    chooser = random.Random(opening)
    match = unfinished(game, 5, opening)
    moves = [(step.seat, step.move) for step in match.line if isinstance(step, Move)]
    header = Header(match.seats, match.options, match.seed, opening=moves)
    live, whole_course = LiveMatch(game, header), LiveMatch(game, header, keep=True)
    for _ in range(250):
        next_event = random_event(live, chooser)
        for one in (live, whole_course):
            one.follow([next_event])
        assert told_by(live) == told_by(whole_course)
        assert live.steps == whole_course.steps[live.first :]
        assert live.first <= live.final, "what a viewer has not been told is gone"
        if chooser.random() < 0.3:
            live.drop_steps(live.final)
    assert not whole_course._checkpoints


def test_an_earlier_course_is_the_one_of_the_moves_that_stand(game: Game) -> None:
    chooser = random.Random(11)
    match = unfinished(game, 6, 20)
    moves = [(step.seat, step.move) for step in match.line if isinstance(step, Move)]
    live = LiveMatch(game, Header(match.seats, match.options, match.seed, opening=moves))
    for _ in range(120):
        live.follow([random_event(live, chooser)])
    for here in {0, 1, len(live.made) // 2, len(live.made)}:
        events = [event(n, seat, move) for n, (seat, move, _) in enumerate(live.made[:here], 1)]
        past = live.earlier(len(moves) + here)
        replayed = LiveMatch(game, live.header)
        replayed.follow(events)
        assert told_by(past) == told_by(replayed) and past.steps == replayed.steps[past.first :]
        past.follow([random_event(past, chooser)])
    assert live.states.tobytes() != past.states.tobytes() or live.number != past.number


LONG_MATCH, UNDOS = 2_500, 2_000


def long_match(live: LiveMatch) -> list[Event]:
    """A match of Tulpenfieber with many moves, and as many takings back as there can be."""
    chooser = random.Random(1)
    while live.number < LONG_MATCH and not live.over:
        seat = chooser.choice(live.actors)
        live.follow([event(live.number + 1, seat, chooser.choice(live.rules.moves(seat)))])
    seat, move = live.made[-1][:2]
    events = [event(number, made.seat, made.move) for number, made in enumerate(live.made, 1)]
    for _ in range(UNDOS):
        events += [event(len(events) + 1, seat, None, 1), event(len(events) + 2, seat, move)]
    return events


@pytest.mark.parametrize("back", [1, 37, 900])
def test_taking_back_costs_a_few_moves_however_long_the_match_is(monkeypatch: pytest.MonkeyPatch, back: int) -> None:
    game = tulips.game("tulpenfieber")
    live = LiveMatch(game, Header(4, {}, "longest"))
    events = long_match(live)
    assert live.number > 2_000, "the match is too short for this test"
    applied = 0
    make = LiveMatch._make

    def counted(self: LiveMatch, seat: int, move: int, player: Player = "human") -> None:
        nonlocal applied
        applied += 1
        make(self, seat, move, player)

    monkeypatch.setattr(LiveMatch, "_make", counted)
    opened = LiveMatch(game, live.header)
    opened.follow(events)
    assert opened.states.tobytes() == live.states.tobytes()
    assert applied <= len(events) + UNDOS * APART, "takings back are not linear"
    line = opened.made
    applied = 0
    opened.follow([event(opened.number + 1, 0, None, back)])
    assert applied <= back + APART
    assert opened.made == line[:-back] and len(opened._checkpoints) < 60


def test_the_log_says_who_played_at_a_seat_also_when_looking_back_and_after_moves_are_taken_back(game: Game) -> None:
    played = random_match(game, game.about.seats[0], 3, moves=9)
    live = course_of(played)
    reader = cursor_of(course_of(played, keep=True), 0, live.final)
    log: list[LogEntry] = list(whole(course_of(played, keep=True), 0).log.entries)
    moves = [step for step in played.line if isinstance(step, Move)]
    players: list[Player] = ["human", "bot", "clock"]
    for number, step in enumerate(moves, 1):
        made = Event("m", number, step.seat, step.move, None, str(number), players[number % 3], 0.0)
        live.follow([made])
        _take_news(live, reader, log, [])

    def players_of(entries: list[LogEntry]) -> list[tuple[int, str]]:
        return [(entry.at, entry.player or "human") for entry in entries if entry.seat is not None]

    expected = [(number, players[number % 3]) for number in range(1, 10)]
    assert players_of(log) == expected
    assert players_of(whole(replay_moves(game, live.header, live.made), 0).log.entries) == expected
    assert all(entry.player is None for entry in log if entry.seat is None)
    live.follow([event(10, 0, None, 4)])
    assert players_of(whole(replay_moves(game, live.header, live.made), 0).log.entries) == expected[:5]
    assert [move.player for move in live.line] == [player for _, player in expected[:5]]


def test_a_course_that_forgets_is_small(game: Game) -> None:
    played = random_match(game, game.about.seats[1], 1)
    live = course_of(played)
    for number, step in enumerate([step for step in played.line if isinstance(step, Move)], 1):
        live.follow([event(number, step.seat, step.move)])
        live.drop_steps(live.final)
        assert len(live.steps) <= 64
    kept = sum(len(step.before) for step in live.steps) + live.states.nbytes
    assert kept < 40_000


def test_only_a_move_that_showed_nothing_is_free_to_take_back(game: Game) -> None:
    """It is, if nothing was drawn, the match goes on, and of those who choose at once all others still have to."""
    played = random_match(game, game.about.seats[0], 4)
    live = course_of(played, keep=True)
    free = 0
    for number, step in enumerate([step for step in played.line if isinstance(step, Move)], 1):
        length, actors, at_once = live.length, set(live.actors), len(live.actors) > 1 or live.open_from is not None
        live.follow([event(number, step.seat, step.move)])
        drawn = live.length > length + 1
        revealed = at_once and (not live.actors or set(live.actors) != actors - {step.seat})
        quiet = not (drawn or revealed or live.over)
        assert live.freely_undone == (step.seat if quiet else None)
        free += quiet
    assert free


def test_positions_are_those_of_the_engine(game: Game) -> None:
    match = random_match(game, game.about.seats[0], 2, moves=10)
    live = replay_moves(
        game,
        Header(match.seats, match.options, match.seed, match.nonces),
        [Made(step.seat, step.move) for step in match.line if isinstance(step, Move)],
    )
    for viewer in (SPECTATOR, *range(match.seats)):
        position = whole(live, viewer)
        assert msgspec.json.encode(position.view) == msgspec.json.encode(match.view(viewer))
        assert position.acting == list(match.actors) and position.scores is None
