"""Matches as record files: made from a table's events, and turned into a table again."""

from collections.abc import Sequence
from typing import Any

import tulips
from tulips.engine import recordfile
from tulips.engine.chance import commitment, fresh_seed
from tulips.engine.match import Match, Move, Outcome, Undo
from tulips.table.refusal import Refused
from tulips.table.state import Event, SeatState, TableState

DATA_FILES = "An option that names a file can't be set here; choose one of those listed."
NO_POSITION = "There is no position after {moves} moves to play on from."


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


def game_of(text: bytes) -> str:
    """The game that a record is of; checks what could be harmful before anything is played."""
    record = recordfile.parse(text)
    refuse_data_files(record.options)
    return record.game


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
