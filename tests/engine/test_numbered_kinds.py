"""The kinds that a module defines are found by their tags."""

import sys
from types import ModuleType

import pytest

import tulips
from tulips.engine.kinds import Happening, Kind
from tulips.engine.numbered_kinds import kinds_of
from tulips.engine.state.numbering import Numbering
from tulips.engine.state.snapshot import snapshot


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that is empty so far."""
    made = ModuleType("kinds_of_a_test")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    return made


def define(module: ModuleType, *kinds: type[Kind]) -> None:
    for cls in kinds:
        cls.__module__ = module.__name__
        setattr(module, cls.__name__, cls)


class Common(Happening, frozen=True):
    """What kinds have in common."""


class Won(Common, tag="won", frozen=True):
    """A kind of its own."""


class WonByNobody(Won, tag="won-by-nobody", frozen=True):
    """Another, with the same fields."""


class WonAgain(Won, frozen=True):
    """Without a tag of its own."""


class AlsoWon(Common, tag="won", frozen=True):
    """A second kind of one name."""


def test_a_class_with_a_tag_of_its_own_is_a_kind_and_others_are_none(module: ModuleType) -> None:
    define(module, Common, Won, WonByNobody, WonAgain)
    assert kinds_of(module.__name__, Happening) == (Won, WonByNobody)
    assert kinds_of(module.__name__, Happening, ["won-by-nobody", "won"]) == (WonByNobody, Won)


def test_the_rules_and_the_classes_must_have_the_same_names(module: ModuleType) -> None:
    define(module, Won)
    with pytest.raises(TypeError, match="only one of them has lost"):
        kinds_of(module.__name__, Happening, ["won", "lost"])


def test_two_kinds_of_one_name_are_refused(module: ModuleType) -> None:
    define(module, Won, AlsoWon)
    with pytest.raises(TypeError, match="two kinds of Happening called won"):
        kinds_of(module.__name__, Happening)


def test_a_kind_that_nothing_is_told_of_is_no_loan_in_tulip_bubble(monkeypatch: pytest.MonkeyPatch) -> None:
    game = tulips.game("tulip-bubble")
    s = snapshot(game.match(3, given={}).states)  # chance decides something
    monkeypatch.setattr(game.rules, "CHANCES", ["another"] * len(game.chances))
    with pytest.raises(LookupError, match="an outcome of another"):
        game.kinds.outcome(s, 0)
    monkeypatch.setattr(Numbering, "find", lambda self, number: ("another", 0))
    with pytest.raises(LookupError, match="a move of the kind another"):
        game.kinds.move(s, 0, 0)
