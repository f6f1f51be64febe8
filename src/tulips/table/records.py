"""Matches as record files: made from a table's events, and turned into a table again."""

from collections.abc import Sequence
from typing import Any

import msgspec

import tulips
from tulips.engine import recordfile
from tulips.engine.chance import commitment, fresh_seed
from tulips.engine.match import Match, Move, Outcome, Undo
from tulips.table.refusal import Refused
from tulips.table.state import Event, SeatState, TableState

STORED = "tulips-stored"
DATA_FILES = "An option that names a file can't be set here; choose one of those listed."
TOO_LONG_A_MATCH = "This record has {found} events; a match here has up to {most}."
TOO_LONG_A_TEXT = "This record holds a longer text than a match needs: {field} may have up to {most} characters."
NO_POSITION = "There is no position after {moves} moves to play on from."


MOST_EVENTS = 20_000
"""After so many events nothing is taken back any more: a match is finite, taking back is not."""

MOST_OUTCOMES = 20_000
LONGEST_TEXT = 200  # of a seed, a commitment, something mixed in, a move or an outcome in words
NONCES_OF_A_RECORD = 100
LONGEST_OPTIONS = 4_000


def match_of(state: TableState, events: Sequence[Event]) -> Match:
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
    )
    for seat, move in state.opening:
        match.play(seat, move)
    for event in events:
        if event.move is not None:
            match.play(event.seat, event.move)
        else:
            match.undo(event.undone or 1)
    return match


def record_of(state: TableState, events: Sequence[Event]) -> bytes:
    """The record file of a table's match."""
    return recordfile.encode(match_of(state, events))


def stored_of(state: TableState, events: Sequence[Event]) -> bytes:
    """A match just as it is stored, for one that can't be replayed: nothing of it is checked."""
    stored = {"format": STORED, "version": 1, "state": state, "events": events}
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def game_of(text: bytes) -> str:
    """The game that a record is of; checks what could be harmful before anything is played."""
    record = recordfile.parse(text)
    _check_sizes(record)
    refuse_data_files(record.options)
    return record.game


def _check_sizes(record: recordfile.RecordFile) -> None:
    """Refuse what would be replayed for ever, or told with every frame to everybody."""
    told = sum(line.chance is not None for line in record.events)
    for found, most in ((len(record.events) - told, MOST_EVENTS), (told, MOST_OUTCOMES)):
        if found > most:
            raise Refused("malformed", TOO_LONG_A_MATCH, found=found, most=most)
    chance = record.chance
    options, given = (len(msgspec.json.encode(part)) for part in (record.options, chance.given))
    outcomes = sum(len(line.chance or "") + len(line.outcome or "") for line in record.events)  # become given ones
    sizes = [
        ("seed", len(chance.seed or ""), LONGEST_TEXT),
        ("commitment", len(chance.commitment or ""), LONGEST_TEXT),
        ("nonces", max(map(len, chance.nonces), default=0), LONGEST_TEXT),
        ("nonces", len(chance.nonces), NONCES_OF_A_RECORD),
        ("options", options, LONGEST_OPTIONS),
        ("given", given + outcomes, MOST_OUTCOMES * 20),
        ("events", max(map(_longest_text, record.events), default=0), LONGEST_TEXT),
    ]
    for field, size, most in sizes:
        if size > most:
            raise Refused("malformed", TOO_LONG_A_TEXT, field=field, most=most)


def _longest_text(line: recordfile.Line) -> int:
    return max(len(text or "") for text in (line.move, line.chance, line.outcome))


def table_of(text: bytes, id: str) -> tuple[TableState, list[Event]]:
    """A table, to be looked at, whose match is the one that a record file tells; everything in it is checked."""
    match = recordfile.decode(text, tulips.game)
    state = TableState(
        game=match.game.name,
        rules=match.game.about.rules_version,
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
        if isinstance(event, Move):
            events.append(Event(id, number, event.seat, event.move, None, f"record:{number}", "human", 0.0))
        elif isinstance(event, Undo):
            events.append(Event(id, number, 0, None, event.moves, f"record:{number}", "human", 0.0))
    return state, events


def forked(state: TableState, events: Sequence[Event], at: int, seats: list[SeatState]) -> TableState:
    """A table that goes on from a position of another: what chance had decided by then is given, the rest is new."""
    whole = match_of(state, events)
    if not 0 <= at <= whole.moves_made:
        raise Refused("malformed", NO_POSITION, moves=at)
    match = whole.at(at)
    if match.end:
        raise Refused("malformed", NO_POSITION, moves=at)
    given: dict[str, list[str]] = {}
    for event in match.line:
        if isinstance(event, Outcome):
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
        opening=[(event.seat, event.move) for event in match.line if isinstance(event, Move)],
    )


def refuse_data_files(options: dict[str, Any]) -> None:
    """An option could name a file for the server to read; nobody else may make it do so."""
    if any(str(value).strip().endswith(".toml") for value in options.values()):
        raise Refused("malformed", DATA_FILES)
