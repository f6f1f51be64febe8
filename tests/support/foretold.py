"""What a preview foretells, compared with what the rules then do.

A game's `tests/games/NAME/foretold.py` says what the comparison can't know of itself:

- `case(told)`: the states in which what the preview tells has come about, or None where it can't come about here. Without it
  the move is made, and where all choose at once the others make the first of their moves.
- `CHANGELESS`: the kinds of move that change nothing one could measure, each with why.
- `IDLE`: the kinds of which some moves change nothing and others do, each with why.
- `UNMEASURED`: beginnings of handles that are not measured after the move, each with why; "sell worth:" is of one kind alone.
- `check(told)`: how many changes were compared of a preview that tells a range instead of a result; None for any other.
- `FIGURES`: by the name of a sentence, what it should be, or what should stand in its gaps, as the rules have done it.
- `SIGNS`: by the name of a sentence, whether it should be told; of the kinds of move that tell it.
- `anyway(told)`: whether something comes whatever is chosen; None where that is not known after the move.
- `FREE`: the names of sentences whose numbers are no result that is certain, each with why; "rises.then" is one gap of it.
- `OPTIONS`: options of matches in which all kinds of move come up, and `rare(game)`: positions of kinds that hardly ever do.
"""

import functools
import importlib.util
import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

from support.paths import TESTS
from tulips.engine.game import Game
from tulips.engine.kinds import Move
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import States

DIGIT = re.compile(r"\d")


class Told(NamedTuple):
    """A move of a seat, what its preview tells, and the states before it and after it."""

    game: Game
    seat: int
    number: int
    move: Move
    preview: Preview
    states: States
    after_states: States
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.game.name}: seat {self.seat}, {self.move!r}: {self.preview.summary}"


NOTHING: dict[str, Any] = {
    "CHANGELESS": {},
    "IDLE": {},
    "UNMEASURED": {},
    "FIGURES": {},
    "SIGNS": {},
    "FREE": {},
    "OPTIONS": [{}],
}


@functools.cache
def foretold(name: str) -> Any:
    """What a game's folder of tests says."""
    file = TESTS / "games" / name.replace("-", "_") / "foretold.py"
    answers = SimpleNamespace(**NOTHING)
    if not file.is_file():
        return answers
    spec = importlib.util.spec_from_file_location(f"foretold_{name.replace('-', '_')}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(answers).update(vars(module))
    return answers


def make(game: Game, states: States, seat: int, number: int) -> States:
    """The states after a move, and after the others' first choices where all choose at once."""
    after = states.copy()
    actors = game.actors(states)
    choosing = [p for p in actors if p != seat and seat in actors]
    game.apply(after, seat, number)
    for other in choosing:
        if other in game.actors(after):
            game.apply(after, other, game.moves(after, other)[0])
    return after


def told_of(game: Game, states: States, seat: int, number: int, move: Move) -> Told | None:
    """A move with its preview and its case; None where the case can't come about."""
    before = snapshot(states)
    told = Told(game, seat, number, move, move.preview(before, seat, number), states, states, before, before)
    case = getattr(foretold(game.name), "case", None)
    after = case(told) if case else make(game, states, seat, number)
    return None if after is None else told._replace(after_states=after, after=snapshot(after))


# Changes


def check_changes(told: Told) -> int:
    """See that all changes have come about; how many were compared."""
    answers = foretold(told.game.name)
    own: int | None = answers.check(told) if hasattr(answers, "check") else None
    if own is not None:
        return own
    measures = getattr(answers, "MEASURES", told.game.kinds.MEASURES)
    kind, compared = told.move.kind(), 0
    if kind not in answers.CHANGELESS and kind not in answers.IDLE:
        assert told.preview.changes, f"{told}\nnothing is told to change"
    for change in told.preview.changes:
        if not is_excused(answers.UNMEASURED, kind, change.handle):
            assert change.handle in measures, f"{told}\n{change.handle} is measured nowhere, and no reason is given"
            found = measures[change.handle].read(told.after)
            assert found == change.after, f"{told}\n{change.handle} is told to become {change.after}, and is {found}"
            compared += 1
    return compared


def is_excused(unmeasured: dict[str, str], kind: str, handle: str) -> bool:
    """Whether a reason is given why a handle is not measured."""
    return any(handle.startswith(beginning) or f"{kind} {handle}".startswith(beginning) for beginning in unmeasured)


# Figures


def sentences(phrase: Phrase) -> Iterator[Phrase]:
    """A phrase and all phrases in its gaps."""
    yield phrase
    for value in phrase.values.values():
        for part in value if isinstance(value, list | tuple) else [value]:
            if isinstance(part, Phrase):
                yield from sentences(part)


def check_figures(told: Told) -> None:
    """See that each sentence of a summary says what the rules have done, and that what had to be said is."""
    answers = foretold(told.game.name)
    check_sentence(told, told.preview.summary, answers)
    names = {phrase.name for phrase in sentences(told.preview.summary)}
    for name, (kinds, holds) in answers.SIGNS.items():
        if told.move.kind() in kinds:
            assert (name in names) == holds(told), f"{told}\n{name!r} is told, or is not, against what happens"
    comes = answers.anyway(told) if hasattr(answers, "anyway") else None
    if comes is not None:
        assert (told.preview.anyway is not None) == comes, f"{told}\nwhat comes anyway: {told.preview.anyway}"


def check_sentence(told: Told, phrase: Phrase, answers: Any) -> None:
    right = answers.FIGURES[phrase.name](told, phrase) if phrase.name in answers.FIGURES else {}
    if isinstance(right, Phrase):
        assert phrase == right, f"{told}\n{phrase} should be {right}"
        return
    for gap, value in right.items():
        assert phrase.values[gap] == value, f"{told}\n{gap} should be {value} in {phrase.name}"
    for gap, value in phrase.values.items():
        if gap in right or phrase.name in answers.FREE or f"{phrase.name}.{gap}" in answers.FREE:
            continue
        for part in value if isinstance(value, list | tuple) else [value]:
            if isinstance(part, Phrase):
                check_sentence(told, part, answers)
            else:
                unsaid = not DIGIT.search(str(part)) or gap.startswith("seat")
                assert unsaid, f"{told}\nnothing says what {gap} should be in {phrase.name}"
