"""The record file: a match as JSON that a stranger could write, read and check. Its format is told in docs/record-file.md."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.errors import BadRecord, TulipsError
from tulips.engine.files import write_whole
from tulips.engine.match.match import Match, Move, Outcome, Undo
from tulips.engine.phrase import same_words, say
from tulips.engine.prebuilt import prebuilt
from tulips.engine.state.chance import commitment

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game

FORMAT = "tulips-record"
VERSION = 1


class Chance(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where the match's chance came from."""

    seed: str | None = None
    commitment: str | None = None
    nonces: list[str] = []
    given: dict[str, list[str]] = {}


class Line(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An event: a seat's move, an outcome of chance, or moves taken back, marked where something had been revealed."""

    seat: int | None = None
    move: str | None = None
    chance: str | None = None
    outcome: str | None = None
    undo: int | None = None
    revealed: bool = False


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How the match ended."""

    end: str
    scores: list[int]
    winners: list[int]


@prebuilt
class RecordFile(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The whole file."""

    format: str
    version: int
    game: str
    rules: str
    seats: list[str]
    options: dict[str, Any] = {}
    chance: Chance = msgspec.field(default_factory=Chance)
    events: list[Line] = []
    result: Result | None = None


class Verification(msgspec.Struct, frozen=True):
    """What was found true of a record. A commitment or a result that the record does not hold is not checked."""

    moves: int
    taken_back: int
    peeks: int  # takings back after something had been revealed
    outcomes: int
    from_seed: int
    given: int
    seed: bool
    commitment: str | None
    complete: bool
    result: bool


def record_of(match: Match) -> RecordFile:
    """The match as a record."""
    return RecordFile(
        format=FORMAT,
        version=VERSION,
        game=match.game.name,
        rules=match.rules,
        seats=match.names,
        options=match.options,
        chance=Chance(match.seed, match.commitment, match.nonces, match.given),
        events=[_line(event) for event in match.history],
        result=_result(match),
    )


def _line(event: Move | Outcome | Undo) -> Line:
    if isinstance(event, Move):
        return Line(seat=event.seat + 1, move=event.words)
    if isinstance(event, Outcome):
        return Line(chance=event.chance, outcome=event.words)
    return Line(undo=event.moves, revealed=event.revealed)


def _line_text(line: Line) -> str:
    """An event for an error sentence."""
    if line.move is not None:
        return f"“{line.move}” by seat {line.seat}"
    return f"{line.chance} as {line.outcome!r}" if line.chance is not None else f"{line.undo} taken back"


def _same(one: Line, other: Line) -> bool:
    """Whether two outcomes of chance agree."""
    return one.chance == other.chance and same_words(one.outcome or "", other.outcome or "")


def _result(match: Match) -> Result | None:
    return Result(match.end, match.scores, [p + 1 for p in match.winners]) if match.end else None


def encode(match: Match) -> bytes:
    """The record file's text: one event a line, so that people can read it too."""
    fields: dict[str, Any] = msgspec.to_builtins(record_of(match))
    events = ",\n".join(f"    {msgspec.json.encode(event).decode()}" for event in fields.pop("events", []))
    head = msgspec.json.format(msgspec.json.encode(fields), indent=2).decode().removesuffix("\n}")
    return f'{head},\n  "events": [\n{events}\n  ]\n}}\n'.encode()


def save(match: Match, path: str | Path) -> None:
    """Write the record file, whole or not at all."""
    target = Path(path)
    try:
        write_whole(target, encode(match))
    except OSError as problem:
        raise BadRecord(f"The record can't be written to {target}: {problem.strerror}.") from None


def read(path: str | Path, game: "Callable[[str], Game]") -> Match:
    """The match that a record file tells, replayed and checked."""
    try:
        text = Path(path).read_bytes()
    except OSError as problem:
        raise BadRecord(f"The record {path} can't be read: {problem.strerror}.") from None
    return decode(text, game)


def decode(text: bytes, game: "Callable[[str], Game]") -> Match:
    """The match that a record file's text tells, replayed and checked."""
    return replay(parse(text), game)


def _go_on() -> None:
    """Nobody wants to end a replay."""


def parse(text: bytes) -> RecordFile:
    """The record in a file's text."""
    try:
        head = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadRecord(say("This is not a record file, or a damaged one: {problem}.", problem=str(problem))) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadRecord(
            say("This is not a record of ours: it should be a JSON object whose “format” is “{format}”.", format=FORMAT)
        )
    if head.get("version") != VERSION:
        raise BadRecord(
            say(
                "This record has version {found} of the format; this program reads version {ours}.",
                found=repr(head.get("version")),
                ours=VERSION,
            )
        )
    try:
        return msgspec.convert(head, RecordFile)
    except msgspec.ValidationError as problem:
        raise BadRecord(say("This record is damaged: {problem}.", problem=str(problem))) from None


def replay(record: RecordFile, find_game: "Callable[[str], Game]", between: "Callable[[], None]" = _go_on) -> Match:
    """Play a record through; every outcome must be what the seed or the data says, every move legal, the result right.

    `between` is called before each event; who wants to end a long replay raises something there.
    """
    game = find_game(record.game)
    if record.rules not in game.about.known_versions:
        raise BadRecord(
            say(
                "This record was played by rules version {found} of {game}; this program has version {ours}.",
                found=repr(record.rules),
                game=game.about.title,
                ours=", ".join(repr(version) for version in game.about.known_versions),
            )
        )
    chance = record.chance
    if chance.seed is not None and chance.commitment not in (None, commitment(chance.seed)):
        raise BadRecord(say("The seed of this record is not the one that was committed to: their SHA-256 differ."))
    tells_chance = any(line.chance is not None for line in record.events)
    try:
        match = Match(
            game,
            len(record.seats),
            names=record.seats,
            options=record.options,
            seed=chance.seed,
            nonces=chance.nonces,
            given=chance.given if chance.given or chance.seed is not None else {},
            committed=chance.commitment,
            rules=record.rules,
        )
    except TulipsError as problem:
        raise BadRecord(say("This record can't be set up: {problem}", problem=str(problem))) from None
    place = 0
    for number, line in enumerate(record.events, 1):
        between()
        try:
            place = _replay_line(match, line, place)
        except TulipsError as problem:
            raise BadRecord(
                say("Event {number} of this record is wrong: {problem}", number=number, problem=str(problem))
            ) from None
    if tells_chance and place != len(match.history):
        due = _line_text(_line(match.history[place]))
        raise BadRecord(say("This record breaks off: after its last event comes {event}.", event=due))
    if record.result is not None and record.result != _result(match):
        end = f"{match.end} with scores {match.scores}" if match.end else "a match that is not over"
        raise BadRecord(say("The result of this record is not what its moves lead to, which is: {end}.", end=end))
    return match


def _replay_line(match: Match, line: Line, place: int) -> int:
    """Follow one event; `place` is how much of the match's own history the record has told so far."""
    filled = {name for name in Line.__struct_fields__ if name != "revealed" and getattr(line, name) is not None}
    if filled == {"seat", "move"}:
        assert line.seat is not None and line.move is not None
        place = _skip_untold(match, place)
        match.play(line.seat - 1, line.move)
    elif filled == {"chance", "outcome"}:
        assert line.chance is not None and line.outcome is not None
        if place == len(match.history) and match.awaits == line.chance:  # another would be kept for later, and not happen
            match.give(line.chance, line.outcome)
        elif place == len(match.history) or not _same(_line(match.history[place]), line):
            due = _line_text(_line(match.history[place])) if place < len(match.history) else match.awaits or "a move"
            raise BadRecord(f"chance did not decide {_line_text(line)} here; due is {due}.")
    elif filled == {"undo"}:
        assert line.undo is not None
        place = _skip_untold(match, place)
        match.undo(line.undo)
        if line.revealed and match.history[-1] != Undo(line.undo, revealed=True):  # files from before the mark have none
            raise BadRecord("nothing had been revealed that was taken back here.")
    else:
        raise BadRecord("an event is a seat with a move, a chance with an outcome, or an undo.")
    return place + 1


def _skip_untold(match: Match, place: int) -> int:
    """A seeded record may leave out all outcomes of chance; the seed tells them."""
    while place < len(match.history) and isinstance(match.history[place], Outcome):
        place += 1
    return place


def verify(text: bytes, game: "Callable[[str], Game]") -> Verification:
    """Check a record file from end to end; a `BadRecord` says what is wrong with it."""
    record = parse(text)
    match = replay(record, game)
    outcomes = [event for event in match.history if isinstance(event, Outcome)]
    given = sum(event.given for event in outcomes)
    return Verification(
        moves=match.moves_made,
        taken_back=sum(event.moves for event in match.history if isinstance(event, Undo)),
        peeks=sum(event.revealed for event in match.history if isinstance(event, Undo)),
        outcomes=len(outcomes),
        from_seed=len(outcomes) - given,
        given=given,
        seed=match.seed is not None,
        commitment=record.chance.commitment if match.seed is not None else None,
        complete=match.end is not None,
        result=record.result is not None,
    )
