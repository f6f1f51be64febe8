"""Matches as record files: made from a table's events, and turned into a table again."""

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

import tulips
from tulips.engine.errors import TulipsError
from tulips.engine.match import record_file
from tulips.engine.match.match import HelpUsed, Match, MoveEvent, OutcomeEvent, UndoEvent
from tulips.engine.state.chance import commitment, fresh_seed
from tulips.table.refusal import Refused
from tulips.table.replay_pool import between_events, each
from tulips.table.state import Event, HelpNote, SeatState, TableState

if TYPE_CHECKING:
    from tulips.engine.game import Game

STORED = "tulips-stored"
DATA_FILES = "error.data-file"
TOO_LONG_A_MATCH = "error.record-too-long"
TOO_LONG_A_TEXT = "error.record-text-too-long"
NO_POSITION = "error.no-position-to-play-on"


LEAST_EVENTS = 2_000
"""The events that a match of any game may have, so that a short game too can be taken back and tried again often."""

MOST_OUTCOMES = 20_000
LONGEST_TEXT = 200  # of a seed, a commitment or something mixed in
LONGEST_EVENT = 400  # a move or an outcome, as JSON
NONCES_OF_A_RECORD = 100
LONGEST_OPTIONS = 4_000


class Head(msgspec.Struct):
    """What is looked at of an uploaded record before anything else is: how much there is of it."""

    game: str = ""
    events: list[msgspec.Raw] = []


def most_events(game: "Game") -> int:
    """How many events a match may have, those that were taken back and the takings back included."""
    return max(LEAST_EVENTS, 2 * game.about.longest)


def can_take_back(game: "Game", events: int) -> bool:
    """Whether moves may be taken back after so many events: what is left must do for a whole match, so that it has an end."""
    return events < most_events(game) - game.about.longest


def match_of(state: TableState, events: Iterable[Event]) -> Match:
    """The match that was played at a table."""
    match = Match(
        tulips.game(state.game),
        len(state.seats),
        names=state.names,
        options=state.options,
        seed=state.seed,
        nonces=list(state.nonces.values()),
        given=state.given or (None if state.seed is not None else {}),
        committed=state.commitment,
        rules=state.rules,
    )
    for seat, move in each(state.opening):
        match.play(seat, move)
    for event in each(events):
        if event.move is not None:
            match.play(event.seat, event.move)
        else:
            match.undo(event.undone or 1)
    before = len(state.opening)
    match.help = [HelpUsed(before + note.number, note.seat, note.warning) for note in state.help_used]
    return match


def record_of(state: TableState, events: Iterable[Event]) -> bytes:
    """The record file of a table's match."""
    return record_file.encode(match_of(state, events))


def stored_of(state: TableState, events: Iterable[Event]) -> bytes:
    """A match just as it is stored, for one that can't be replayed: nothing of it is checked."""
    stored = {"format": STORED, "version": 1, "state": state, "events": list(each(events))}
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def checked_record(text: bytes) -> record_file.RecordFile:
    """The record that a text holds, if nothing in it could be harmful; nothing of it is played yet."""
    _check_length(text)
    record = record_file.parse(text)
    _check_sizes(record)
    refuse_data_files(record.options)
    return record


def _check_length(text: bytes) -> None:
    """Refuse what is longer than any match could be, without reading what its events are."""
    try:
        head = msgspec.json.decode(text, type=Head)
        most = MOST_OUTCOMES + most_events(tulips.game(head.game))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TulipsError):
        return  # whoever reads all of it says what is wrong
    if len(head.events) > most:
        raise Refused("malformed", TOO_LONG_A_MATCH, found=len(head.events), most=most)


def _check_sizes(record: record_file.RecordFile) -> None:
    """Refuse what would be replayed for ever, or sent with every frame to everybody."""
    game = tulips.game(record.game)
    outcomes = sum("chance" in line for line in record.events)
    for found, most in (
        (len(record.events) - outcomes, most_events(game)),
        (outcomes, MOST_OUTCOMES),
        (_longest_line(record), game.about.longest),
    ):
        if found > most:
            raise Refused("malformed", TOO_LONG_A_MATCH, found=found, most=most)
    chance = record.chance
    options, given = (len(msgspec.json.encode(part)) for part in (record.options, chance.given))
    texts = sum(len(msgspec.json.encode(line)) for line in record.events if "chance" in line)  # become given ones
    sizes = [
        ("seed", len(chance.seed or ""), LONGEST_TEXT),
        ("commitment", len(chance.commitment or ""), LONGEST_TEXT),
        ("nonces", max(map(len, chance.nonces), default=0), LONGEST_TEXT),
        ("nonces", len(chance.nonces), NONCES_OF_A_RECORD),
        ("options", options, LONGEST_OPTIONS),
        ("given", given + texts, MOST_OUTCOMES * 60),
        ("events", max((len(msgspec.json.encode(line)) for line in record.events), default=0), LONGEST_EVENT),
    ]
    for field, size, most in sizes:
        if size > most:
            raise Refused("malformed", TOO_LONG_A_TEXT, field=field, most=most)


def _longest_line(record: record_file.RecordFile) -> int:
    """The most moves that ever stood."""
    longest = moves = 0
    for line in record.events:
        undone = line.get("undo")
        moves += ("move" in line) - (max(0, undone) if isinstance(undone, int) else 0)
        longest = max(longest, moves)
    return longest


def table_of(text: bytes, id: str) -> tuple[TableState, list[Event]]:
    """A table, to be looked at, whose match is the one that a record file tells; everything in it is checked."""
    match = record_file.replay(checked_record(text), tulips.game, between_events)
    state = TableState(
        game=match.game.name,
        rules=match.rules,
        seats=[SeatState(name, "human") for name in match.names],
        options=match.options,
        phase="over",
        seed=match.seed,
        commitment=match.commitment,
        nonces={str(i): nonce for i, nonce in enumerate(match.nonces)},
        given={chance: list(outcomes) for chance, outcomes in match.given.items()},
    )
    events: list[Event] = []
    for event in match.history:
        number = len(events) + 1
        if isinstance(event, MoveEvent):
            events.append(Event(id, number, event.seat, event.move, None, f"record:{number}", "human", 0.0))
        elif isinstance(event, UndoEvent):
            events.append(Event(id, number, 0, None, event.moves, f"record:{number}", "human", 0.0))
    standing = [0, *itertools.accumulate(1 if event.undone is None else -event.undone for event in events)]
    state.help_used = [HelpNote(used.at, standing[used.at], used.seat, used.warning) for used in match.help]
    return state, events


def fork_state(state: TableState, events: Iterable[Event], at: int, seats: list[SeatState]) -> TableState:
    """A table that goes on from a position of another: what chance had decided by then is given, the rest is new."""
    match = match_of(state, events)
    if not 0 <= at <= match.moves_made:
        raise Refused("malformed", NO_POSITION, moves=at)
    if at < match.moves_made:
        match.undo(match.moves_made - at)
    if match.end:
        raise Refused("malformed", NO_POSITION, moves=at)
    given: dict[str, list[str]] = {}
    for event in match.line:
        if isinstance(event, OutcomeEvent):
            given.setdefault(event.chance, []).append(event.words)
    seed = fresh_seed()
    return TableState(
        game=state.game,
        rules=state.rules,
        seats=seats,
        options=state.options,
        seed=seed,
        commitment=commitment(seed),
        given=given,
        opening=[(event.seat, event.move) for event in match.line if isinstance(event, MoveEvent)],
    )


def refuse_data_files(options: dict[str, Any]) -> None:
    """An option could name a file for the server to read; nobody else may make it do so."""
    if any(str(value).strip().endswith(".toml") for value in options.values()):
        raise Refused("malformed", DATA_FILES)
