"""The record file: a match as JSON that a stranger could write, read and check. Its format is told in docs/record-file.md."""

import codecs
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tulips.engine.errors import BadRecord, TulipsError
from tulips.engine.fields import listed, wrong_type
from tulips.engine.files import write_whole
from tulips.engine.kinds import fields_for_files
from tulips.engine.match.match import HelpUsed, Match, MoveEvent, OutcomeEvent, UndoEvent
from tulips.engine.phrase import SEAT, Phrase, Value, same_words, say
from tulips.engine.prebuilt import prebuilt
from tulips.engine.state.chance import commitment

if TYPE_CHECKING:
    from collections.abc import Callable

    from tulips.engine.game import Game

FORMAT = "tulips-record"
BYTE_ORDER_MARK = codecs.BOM_UTF8
"""What some editors put before a text, and JSON does not have."""

VERSION = 2
WORDS = 1
"""The version in which moves and outcomes were told in English words; it is read for ever."""


class Chance(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Where the match's chance came from."""

    seed: str | None = None
    commitment: str | None = None
    nonces: list[str] = []
    given: dict[str, list[str]] = {}


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How the match ended."""

    end: str
    scores: list[int]
    winners: list[int]


class Help(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A hint that a seat was given, after so many moves and takings back; or a warning of the tutor."""

    at: int
    seat: int
    warning: bool = False


Line = dict[str, Any]
"""An event: a seat's move with its kind and fields, an outcome of chance with its fields, or moves taken back, marked where
something had been revealed."""


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
    help: list[Help] = []


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
    hints: int  # that seats were given
    warnings: int  # of the tutor


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
        help=[Help(used.at, used.seat + 1, used.warning) for used in match.help],
    )


def _line(event: MoveEvent | OutcomeEvent | UndoEvent) -> Line:
    if isinstance(event, MoveEvent):
        return {"seat": event.seat + 1, "move": event.what.kind(), **fields_for_files(event.what)}
    if isinstance(event, OutcomeEvent):
        return {"chance": event.chance, **fields_for_files(event.what)}
    return {"undo": event.moves, "revealed": True} if event.revealed else {"undo": event.moves}


def _event_phrase(event: MoveEvent | OutcomeEvent | UndoEvent) -> Phrase:
    """An event for an error sentence."""
    if isinstance(event, MoveEvent):
        return say("error.told-move", move=event.words, number=event.seat + 1)
    if isinstance(event, OutcomeEvent):
        return _outcome_phrase(event.chance, event.words)
    return say("error.told-undo", moves=event.moves)


def _outcome_phrase(chance: str, notation: str) -> Phrase:
    return say("error.told-outcome", chance=chance, outcome=notation)


def _nested(why: Phrase, names: Sequence[str]) -> Phrase:
    """A reason as a part of another sentence. Whoever reads of a record may know neither its game's sentences nor its seats:
    seats get their names, and what the game says is told in its notation."""
    if why.name not in Phrase.texts:
        return say("problem", problem=str(why))
    return msgspec.structs.replace(why, values={gap: _nested_value(gap, value, names) for gap, value in why.values.items()})


def _nested_value(gap: str, value: Value, names: Sequence[str]) -> Value:
    if isinstance(value, list):
        return [_nested(part, names) for part in value]
    if isinstance(value, Phrase):
        return _nested(value, names) if value.name in Phrase.texts else str(value)
    return names[value] if gap.startswith(SEAT) and isinstance(value, int) else value


def _result(match: Match) -> Result | None:
    return Result(match.end, match.scores, [p + 1 for p in match.winners]) if match.end else None


def encode(match: Match) -> bytes:
    """The text of a match's record file."""
    return encode_record(record_of(match))


def encode_record(record: RecordFile) -> bytes:
    """A record file's text: one event a line, so that people can read it too."""
    fields: dict[str, Any] = msgspec.to_builtins(record)
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
        head = msgspec.json.decode(text.removeprefix(BYTE_ORDER_MARK))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise BadRecord(say("error.record-not-json", problem=str(problem))) from None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadRecord(say("error.record-foreign", format=FORMAT))
    if "version" not in head:
        raise BadRecord(say("error.record-no-version", ours=VERSION))
    if type(head["version"]) is not int:
        raise BadRecord(wrong_type("version", int, head["version"]))
    if head["version"] not in (WORDS, VERSION):
        raise BadRecord(
            say(
                "error.record-version",
                found=str(head["version"]),
                ours=f"{WORDS}, {VERSION}",
            )
        )
    try:
        return msgspec.convert(head, RecordFile)
    except msgspec.ValidationError as problem:
        raise BadRecord(say("error.record-damaged", problem=str(problem))) from None


def replay(record: RecordFile, find_game: "Callable[[str], Game]", between: "Callable[[], None]" = _go_on) -> Match:
    """Play a record through; every outcome must be what the seed or the data says, every move legal, the result right.

    `between` is called before each event; who wants to end a long replay raises something there.
    """
    game = find_game(record.game)
    if record.rules not in game.about.known_versions:
        raise BadRecord(
            say(
                "error.record-rules",
                found=repr(record.rules),
                game=game.about.title,
                ours=", ".join(repr(version) for version in game.about.known_versions),
            )
        )
    chance = record.chance
    if chance.seed is not None and chance.commitment not in (None, commitment(chance.seed)):
        raise BadRecord(say("error.record-seed"))
    tells_chance = any("chance" in line for line in record.events)
    reader = WordsReader(game) if record.version == WORDS else FieldsReader(game)
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
        raise BadRecord(say("error.record-set-up", problem=_nested(problem.why, record.seats))) from None
    place = 0
    for number, line in enumerate(record.events, 1):
        between()
        try:
            place = _replay_line(match, reader, line, place)
        except TulipsError as problem:
            raise BadRecord(say("error.record-event", number=number, problem=_nested(problem.why, match.names))) from None
    if tells_chance and place != len(match.history):
        raise BadRecord(say("error.record-breaks-off", event=_event_phrase(match.history[place])))
    if record.result is not None and record.result != _result(match):
        scores = ", ".join(map(str, match.scores))
        end = say("error.result-is", end=match.end, scores=scores) if match.end else say("error.result-none")
        raise BadRecord(say("error.record-result", end=end))
    match.help = _checked_help(record, match)
    return match


def _checked_help(record: RecordFile, match: Match) -> list[HelpUsed]:
    """The hints and warnings that a record tells of: by seats that there are, in order, each once."""
    made = sum(not isinstance(event, OutcomeEvent) for event in match.history)
    found = [HelpUsed(help.at, help.seat - 1, help.warning) for help in record.help]
    for number, used in enumerate(found, 1):
        if not (0 <= used.at <= made and 0 <= used.seat < match.seats):
            raise BadRecord(say("error.record-help", number=number))
    if len(set(found)) < len(found) or [used.at for used in found] != sorted(used.at for used in found):
        raise BadRecord(say("error.record-help-order"))
    return found


class FieldsReader:
    """Reads events of today's version: kinds and fields."""

    def __init__(self, game: "Game") -> None:
        self._game = game

    def play(self, match: Match, line: Line) -> None:
        """Make the move of an event."""
        fields = {name: value for name, value in line.items() if name not in ("seat", "move")}
        match.play(_whole(line, "seat") - 1, self._game.read_move(_text(line, "move"), fields, match.seats, seats_from=1))

    def outcome(self, match: Match, line: Line) -> str:
        """The notation of the outcome of an event."""
        fields = {name: value for name, value in line.items() if name != "chance"}
        return self._game.read_outcome(_text(line, "chance"), fields, match.seats, seats_from=1).notation()


class WordsReader:
    """Reads events of version 1: English words, as they were when that version was written."""

    def __init__(self, game: "Game") -> None:
        if game.words_of_version_1 is None:  # a game that came after version 1
            raise BadRecord(say("error.record-version", found=str(WORDS), ours=str(VERSION)))
        self._texts = game.words_of_version_1

    def play(self, match: Match, line: Line) -> None:
        """Make the move of an event."""
        _check_fields(line, {"seat", "move"})
        match.play(_whole(line, "seat") - 1, _text(line, "move"), self._texts)

    def outcome(self, match: Match, line: Line) -> str:
        """The notation of the outcome of an event."""
        _check_fields(line, {"chance", "outcome"})
        return _text(line, "outcome")


def _whole(line: Line, field: str) -> int:
    value = line[field]
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(wrong_type(field, int, value))
    return value


def _text(line: Line, field: str) -> str:
    value = line[field]
    if not isinstance(value, str):
        raise BadRecord(wrong_type(field, str, value))
    return value


def _check_fields(line: Line, fields: set[str]) -> None:
    if line.keys() != fields:
        raise BadRecord(_no_event(line))


def _no_event(line: Line) -> Phrase:
    """What is wrong with an event that is none of those there are."""
    halves = {"seat", "move"} & line.keys()
    if len(halves) == 1 and "chance" not in line:
        (missing,) = {"seat", "move"} - halves
        return say("error.event-half", missing=missing)
    return say("error.event-none", known=listed(line)) if line else say("error.event-empty")


def _replay_line(match: Match, reader: FieldsReader | WordsReader, line: Line, place: int) -> int:
    """Follow one event; `place` is how much of the match's own history the record has told so far."""
    if line.keys() >= {"seat", "move"}:
        place = _skip_untold(match, place)
        reader.play(match, line)
    elif "chance" in line:
        _follow_chance(match, _text(line, "chance"), reader.outcome(match, line), place)
    elif line.keys() in ({"undo"}, {"undo", "revealed"}):
        place = _skip_untold(match, place)
        moves, revealed = _whole(line, "undo"), line.get("revealed", False)
        if not isinstance(revealed, bool):
            raise BadRecord(wrong_type("revealed", bool, revealed))
        match.undo(moves)
        if revealed and match.history[-1] != UndoEvent(moves, revealed=True):  # files from before have no mark
            raise BadRecord(say("error.nothing-revealed"))
    else:
        raise BadRecord(_no_event(line))
    return place + 1


def _follow_chance(match: Match, chance: str, notation: str, place: int) -> None:
    """Let chance decide what an event says, or compare it with what the seed has decided."""
    if place == len(match.history) and match.awaits == chance:  # another would be kept for later, and not happen
        match.give(chance, notation)
        return
    due = match.history[place] if place < len(match.history) else None
    if not isinstance(due, OutcomeEvent) or due.chance != chance or not same_words(due.words, notation):
        told = _event_phrase(due) if due else match.awaits or say("error.told-any-move")
        raise BadRecord(say("error.chance-not-due", outcome=_outcome_phrase(chance, notation), due=told))


def _skip_untold(match: Match, place: int) -> int:
    """A seeded record may leave out all outcomes of chance; the seed tells them."""
    while place < len(match.history) and isinstance(match.history[place], OutcomeEvent):
        place += 1
    return place


def verify(text: bytes, game: "Callable[[str], Game]") -> Verification:
    """Check a record file from end to end; a `BadRecord` says what is wrong with it."""
    record = parse(text)
    match = replay(record, game)
    outcomes = [event for event in match.history if isinstance(event, OutcomeEvent)]
    given = sum(event.given for event in outcomes)
    return Verification(
        moves=match.moves_made,
        taken_back=sum(event.moves for event in match.history if isinstance(event, UndoEvent)),
        peeks=sum(event.revealed for event in match.history if isinstance(event, UndoEvent)),
        outcomes=len(outcomes),
        from_seed=len(outcomes) - given,
        given=given,
        seed=match.seed is not None,
        commitment=record.chance.commitment if match.seed is not None else None,
        complete=match.end is not None,
        result=record.result is not None,
        hints=sum(not used.warning for used in match.help),
        warnings=sum(used.warning for used in match.help),
    )
