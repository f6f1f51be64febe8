"""The moves of Tulpenfieber, what chance decides, and what is told beside them, as data."""

import functools
from collections.abc import Mapping
from typing import Any, ClassVar

from tulips.engine.kinds import Happening, Move, Outcome, Seat, Shown, give_words
from tulips.engine.match.log import LogLine
from tulips.engine.numbered_kinds import kinds_of, move_reader, outcome_reader
from tulips.engine.phrase import Phrase, join_clauses, read_gaps, same_words
from tulips.engine.preview import Measure, Preview, changes
from tulips.engine.state.on_lists import on_lists
from tulips.engine.state.snapshot import memoized, state_after
from tulips.games.tulpenfieber import rules
from tulips.games.tulpenfieber.components import (
    ALIKE,
    COLUMNS,
    FREE_ROLLS,
    MAX_SEATS,
    MOST_ROLLS,
    NOT_WON,
    ROUNDS,
    RUNS,
    SPACE_NAMES,
    SPACES,
    TILE_NAMES,
    WAYS,
    Face,
    Space,
    Way,
    say,
    space_phrase,
    spaces_of,
)
from tulips.games.tulpenfieber.dice import (
    FACES,
    PACKED,
    SIZE,
    distinct_rolls,
    faces,
    handful,
    roll_faces,
    roll_of_faces,
)
from tulips.games.tulpenfieber.odds import likeliest, likeliest_of_keeping, odds_phrase, of_paying
from tulips.games.tulpenfieber.rules import CARRY, DICE, NOWHERE, PAID, PAY, PAY_SECOND, PLACE, ROLLED, SET
from tulips.games.tulpenfieber.state import State, column_faces
from tulips.games.tulpenfieber.view import dice_of, turnable
from tulips.games.tulpenfieber.words import shown

apply = on_lists(rules.apply)
carried_row = on_lists(rules.carried_row)
fitting_spaces = on_lists(rules.fitting_spaces)
grow = on_lists(rules.grow)
legal_moves = on_lists(rules.legal_moves)
may_claim = on_lists(rules.may_claim)
may_pay = on_lists(rules.may_pay)
may_turn = on_lists(rules.may_turn)
spaces_to_plant = on_lists(rules.spaces_to_plant)
turn_tulip = on_lists(rules.turn_tulip)
victory = on_lists(rules.victory)

HANDLES = ("dice", "stop", "space:{int}/{int}", "above", "tile:{str}", "decline")
SPACE_HANDLES = [f"space:{name}" for name in SPACE_NAMES]


def _of_seat(seat: int) -> dict[str, Measure]:
    """What moves change on a seat's field."""
    return {
        f"tulips:{seat}": Measure(say("tulips"), lambda s: s.tulips[seat]),
        f"dice:{seat}": Measure(say("dice"), lambda s: dice_of(s.covered[seat])),
        f"tiles:{seat}": Measure(say("bonus-tiles"), lambda s: s.bonus[seat]),
        f"turnable:{seat}": Measure(say("turnable"), lambda s: turnable(s, seat)),
        f"above:{seat}": Measure(say("above"), lambda s: s.above[seat]),
    }


MEASURES = {handle: measure for seat in range(MAX_SEATS) for handle, measure in _of_seat(seat).items()} | {
    "multicoloured": Measure(say("multicoloured"), lambda s: sum(space != NOWHERE for space in s.multicoloured))
}


def _phase(s: State, seat: int) -> int:
    """The phase in which the seat decides; NOWHERE while it does not."""
    return NOWHERE if s.turn != seat or s.chance or s.end else s.phase


class OnTable(Move, frozen=True):
    """A move for which one always touches the same thing."""

    touched: ClassVar[str]

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Move | None":
        """There is but one."""
        return cls()

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """That thing."""
        return (self.touched,)


class OnSpace(Move, frozen=True):
    """A move for which one touches a space."""

    space: Space

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "OnSpace":
        """By space."""
        return cls(SPACE_NAMES[which])

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The space."""
        return (f"space:{self.space}",)


# Rolling


class Roll(OnTable, frozen=True):
    """A move that rolls; one touches the dice, and words tell apart which."""

    touched = "dice"

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """In each row, the open space that is most likely to be filled."""
        return _previews_of_rolling(s)[number]


class SetDice(Roll, tag="set", frozen=True):
    """Set the bonus dice before the first roll, and roll the others."""

    dice: tuple[Face, ...]

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "SetDice | None":
        """By handful."""
        return cls(_faces(which)) if s.phase == SET else None


class Keep(Roll, tag="keep", frozen=True):
    """Keep some dice and roll so many others."""

    dice: tuple[Face, ...]
    roll: int

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "Keep":
        """By handful; the first of all has no dice and is none of these."""
        return _keep(which + 1, s.number)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Another roll must be paid first, or there is none any more."""
        phase = _phase(s, seat)
        if phase == PAY:
            return {"dice": say("why-not.pay-first", roll=s.rolls + 1)}
        return {"dice": _not_now(s, seat)} if phase in (PAY_SECOND, PLACE) else {}


class RollAll(Roll, tag="roll-all", frozen=True):
    """Keep no dice and roll all of so many."""

    roll: int

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "RollAll":
        """There is but one."""
        return cls(s.number)


class Stop(OnTable, tag="stop", frozen=True):
    """Roll no more."""

    touched = "stop"

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """How many spaces there are to plant on."""
        fit = spaces_to_plant(s, seat).bit_count()
        return Preview(say("no-space-fits") if not fit else say("one-fits") if fit == 1 else say("some-fit", spaces=fit))

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A first roll, or one that was paid, must be made; afterwards there is nothing to stop."""
        phase = _phase(s, seat)
        if phase in (SET, PAID):
            return {"stop": say("why-not.not-rolled" if phase == SET else "why-not.paid")}
        return {"stop": _not_now(s, seat)} if phase in (PAY_SECOND, PLACE) else {}


@memoized
def _previews_of_rolling(s: State) -> dict[int, Preview]:
    """What each way to set or to keep dice is likely to fill."""
    columns = column_faces(s)
    return {kept: Preview(odds_phrase(spaces, columns)) for kept, spaces in likeliest_of_keeping(s).items()}


def _not_now(s: State, seat: int) -> Phrase:
    """Why one can neither roll nor stop."""
    if s.phase == PAY_SECOND:
        return say("why-not.turn-a-second")
    if s.rolls == MOST_ROLLS:
        return say("why-not.most-rolls", rolls=MOST_ROLLS)
    return say("why-not.stopped" if s.rolls < FREE_ROLLS or may_pay(s, seat) else "why-not.no-two-tulips")


# Paying


class Turn(OnSpace, tag="turn", frozen=True):
    """Turn a tulip of the field to its moneybag: two of them buy a roll."""

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The roll that is bought."""
        return _preview_of_turning(s, seat)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """A tulip under a tile, or one that is turned already, can't pay."""
        if _phase(s, seat) not in (PAY, PAY_SECOND):
            return {}
        turned, tiled = say("why-not.turned"), say("why-not.tiled")
        reasons = {SPACE_HANDLES[space]: turned for space in spaces_of(s.turned[seat])}
        return reasons | {SPACE_HANDLES[space]: tiled for space in spaces_of(s.tiled[seat])}


class TurnAbove(OnTable, tag="turn-above", frozen=True):
    """Turn a tulip above the field, which pays like any other."""

    touched = "above"

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """The roll that is bought."""
        return _preview_of_turning(s, seat)

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """None above the field is left."""
        all_turned = 0 < s.above[seat] == s.above_turned[seat]
        return {"above": say("why-not.all-above-turned")} if all_turned and _phase(s, seat) in (PAY, PAY_SECOND) else {}


@memoized
def _preview_of_turning(s: State, seat: int) -> Preview:
    """What the roll that two turned tulips buy is likely to fill, whichever is turned."""
    spaces = may_turn(s, seat)
    any_space = (spaces & -spaces).bit_length() - 1 if spaces else SPACES
    after = state_after(s, turn_tulip, seat, any_space)
    odds = odds_phrase(next(likeliest(of_paying(s))), column_faces(s))
    summary = say("buy-with-a-second" if s.phase == PAY else "buys", roll=s.rolls + 1, odds=odds)
    return Preview(summary, changes(MEASURES, s, after, [f"turnable:{seat}"]))


# Planting


class Plant(OnSpace, tag="plant", frozen=True):
    """Plant the turn's tulip. The log tells what it brings about: more dice, the victory, or the end of a solo round."""

    dice_earned: int | None = None
    won: Way | None = None
    round: int | None = None
    tulips: int | None = None

    told_after = ("dice_earned", "won", "round", "tulips")

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What the field earns with one more space covered."""
        space = SPACE_NAMES.index(self.space)
        grown = state_after(s, grow, seat, space)
        won = victory(grown.covered[seat])
        if won != NOT_WON:
            after = state_after(s, apply, seat, number)
            cleared = after.round != s.round  # the next round has begun at once
            summary = say("ends-the-round" if s.seats == 1 else "wins-the-game", won=say(WAYS[won - 1]))
            return Preview(summary, [] if cleared else changes(MEASURES, s, after, [f"tulips:{seat}"]))
        found = changes(MEASURES, s, grown, [f"tulips:{seat}", f"dice:{seat}"])
        earned = [say("dice-from-next-turn", dice=change.after) for change in found[1:]]
        if may_claim(grown, seat):
            earned.append(say("a-tile-fits"))
        return Preview(
            join_clauses(earned) if earned else _asks(ASKS, space, column_faces(s)[space % COLUMNS]),
            found,
        )

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """The dice do not fit, a tulip grows there, or it is not the time to plant."""
        phase = _phase(s, seat)
        if phase not in (ROLLED, PAY, PAY_SECOND, PAID, PLACE):
            return {}
        fitting, covered = fitting_spaces(s, s.dice), s.covered[seat]
        grows, later = say("why-not.grows"), say("why-not.stop-first" if phase in (ROLLED, PAY) else "why-not.roll-first")
        paying, columns, reasons = phase in (PAY, PAY_SECOND), column_faces(s), {}
        for space, handle in enumerate(SPACE_HANDLES):
            if covered >> space & 1:
                if not paying:
                    reasons[handle] = grows
            elif not fitting >> space & 1:
                reasons[handle] = _asks(ASKS_IN_VAIN, space, columns[space % COLUMNS])
            elif phase != PLACE:
                reasons[handle] = later
        return reasons


ASKS = ("asks.alike", "asks.run", "asks.runs")
ASKS_IN_VAIN = ("why-not.alike", "why-not.run", "why-not.runs")


@functools.cache
def _asks(sentences: tuple[str, str, str], space: int, face: int) -> Phrase:
    """What a space in the column of a face asks for, in one of these sentences."""
    alike, run, runs = sentences
    row = space // COLUMNS
    if face:
        return say(alike, number=ALIKE[row], face=face)
    return say(run, run=RUNS[row][0]) if len(RUNS[row]) == 1 else say(runs, runs=" / ".join(RUNS[row]))


class LayAbove(OnTable, tag="lay-above", frozen=True):
    """Where no space fits, lay the tulip above the field."""

    touched = "above"

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """One more tulip, which can pay."""
        after = state_after(s, apply, seat, number)
        return Preview(say("can-still-be-turned"), changes(MEASURES, s, after, [f"above:{seat}", f"tulips:{seat}"]))

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Only where no space fits."""
        phase = _phase(s, seat)
        in_vain = phase in (ROLLED, PAID) or (phase == PLACE and spaces_to_plant(s, seat))
        return {"above": say("why-not.a-space-fits")} if in_vain else {}


# Bonus tiles


class LayTile(Move, tag="lay-tile", frozen=True):
    """Claim a bonus tile and lay it on six tulips: these rows and columns."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @classmethod
    def read(cls, s: Any, seat: int, which: int) -> "LayTile":
        """By the tile's place."""
        return _tile(which)

    def handles(self, s: Any, seat: int) -> tuple[str, ...]:
        """The place of the tile."""
        return (f"tile:{_span(self.rows)}/{_span(self.columns)}",)

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """A die to set each turn, for tulips that can't be turned any more."""
        after = state_after(s, apply, seat, number)
        locked = turnable(s, seat) - turnable(after, seat)
        cost = say("all-turned") if not locked else say("one-locked") if locked == 1 else say("some-locked", tulips=locked)
        return Preview(say("a-die-set", cost=cost), changes(MEASURES, s, after, [f"tiles:{seat}", f"turnable:{seat}"]))


class NoTile(OnTable, tag="no-tile", frozen=True):
    """Claim no bonus tile this time."""

    touched = "decline"

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What can still pay for rolls."""
        left = turnable(s, seat)
        return Preview(
            say("none-to-turn") if not left else say("one-to-turn") if left == 1 else say("some-to-turn", tulips=left)
        )


def _span(lines: tuple[int, ...]) -> str:
    """Rows or columns, from the first to the last."""
    return f"{lines[0]}–{lines[-1]}"


# Between the rounds of the solo game


class Carry(OnSpace, tag="carry", frozen=True):
    """Carry a tulip over to the next rounds: it becomes multicoloured."""

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """How long it stays."""
        stays = say("stays-for-last" if s.round == ROUNDS - 2 else "stays-for-both")
        return Preview(stays, changes(MEASURES, s, state_after(s, apply, seat, number), ["multicoloured"]))

    @classmethod
    def why_not(cls, s: Any, seat: int) -> dict[str, Phrase]:
        """Only one row's tulips are carried over."""
        if _phase(s, seat) != CARRY:
            return {}
        row = carried_row(s.round)
        only = say("why-not.other-row", row=row + 1)
        return {handle: only for space, handle in enumerate(SPACE_HANDLES) if space // COLUMNS != row}


class CarryNone(OnTable, tag="carry-none", frozen=True):
    """Carry no tulip over."""

    touched = "decline"

    def preview(self, s: Any, seat: int, number: int) -> Preview:
        """What stays all the same."""
        if s.round and s.multicoloured[0] != NOWHERE:
            return Preview(say("only-one-stays", row=carried_row(0) + 1))
        return Preview(say("nothing-stays"))


MOVES = kinds_of(__name__, Move, rules.MOVES.kinds)
move = move_reader(rules.MOVES, MOVES)


@functools.cache
def _faces(number: int) -> tuple[Face, ...]:
    """The faces of a handful."""
    return tuple(faces(int(PACKED[number])))


@functools.cache
def _keep(number: int, dice: int) -> Keep:
    """Keeping a handful of so many dice."""
    return Keep(_faces(number), dice - int(SIZE[number]))


@functools.cache
def _tile(place: int) -> LayTile:
    """A tile by its place, which is called by the rows and the columns that it covers."""
    spans = [map(int, span.split("–")) for span in TILE_NAMES[place].split("/")]
    return LayTile(*(tuple(range(first, last + 1)) for first, last in spans))


def parse(s: State, seat: int, words: str, texts: Mapping[str, str] | None) -> int | None:
    """A move that is written a little otherwise: dice in any order, an ordinary hyphen."""
    if _phase(s, seat) == NOWHERE:
        return None
    words = words.replace("-", "–")
    text = say("set" if s.phase == SET else "keep").told(texts)
    if found := read_gaps(text, words):
        words = text.format_map(found | {"dice": " ".join(sorted(found["dice"].split()))})
    listed = [0] * rules.MOST_MOVES
    legal = listed[: legal_moves(s, seat, listed)]
    return next((number for number in legal if same_words(words, move(s, seat, number).phrase().told(texts))), None)


def move_seen(s: State, now: State, seat: int, number: int, viewer: int) -> Move:
    """A move as everyone sees it."""
    return _made(s, seat, number)


@memoized
def _made(s: State, seat: int, number: int) -> Move:
    """A move with what the tulip planted brings about."""
    made = move(s, seat, number)
    if not isinstance(made, Plant):
        return made
    grown = state_after(s, grow, seat, SPACE_NAMES.index(made.space))
    won, dice = victory(grown.covered[seat]), dice_of(grown.covered[seat])
    if won == NOT_WON:
        return Plant(made.space, dice) if dice > dice_of(s.covered[seat]) else made
    if s.seats > 1:
        return Plant(made.space, won=WAYS[won - 1])
    return Plant(made.space, won=WAYS[won - 1], round=s.round + 1, tulips=grown.tulips[seat])


# What chance decides


class FirstSeat(Outcome, tag="first seat", frozen=True):
    """The seat that starts."""

    seat: Seat

    @classmethod
    def read(cls, s: Any, number: int) -> "FirstSeat":
        """By seat."""
        return cls(number)


class DiceShown(Outcome, tag="dice", frozen=True):
    """What the dice that are rolled show, one by one."""

    dice: tuple[Face, ...]

    @classmethod
    def read(cls, s: Any, number: int) -> "DiceShown":
        """By roll."""
        return cls(_rolled(s, number))

    def notation(self) -> str:
        """The faces; none are rolled where all are set."""
        return shown(self.dice) or NO_DICE


OUTCOMES = kinds_of(__name__, Outcome, rules.CHANCES)
NO_DICE = "no dice"
ROLLED_FACES = [str(face + 1) for face in range(FACES)]


def _rolled(s: State, number: int) -> tuple[Face, ...]:
    """The faces of an outcome."""
    return tuple(roll_faces(_rolling_dice(s), number))


def _rolling_dice(s: State) -> int:
    """How many dice are about to be rolled."""
    return s.number - int(SIZE[handful(s.dice)])


outcome = outcome_reader(OUTCOMES)


def find_outcome(s: State, notation: str) -> int | None:
    """The outcome of the pending chance by its notation, or None."""
    parts = notation.casefold().split()
    if s.chance != DICE:
        return next((p for p in range(s.seats) if parts == ["seat", str(p + 1)]), None)
    rolling = _rolling_dice(s)
    if not rolling:
        return 0 if parts == NO_DICE.split() else None
    if len(parts) != rolling or not all(part in ROLLED_FACES for part in parts):
        return None
    return roll_of_faces([int(part) for part in parts])


def distinct_outcomes(s: State) -> list[tuple[int, int]]:
    """Rolls without regard to the order of the dice, or the seats that may start."""
    return distinct_rolls(_rolling_dice(s)) if s.chance == DICE else [(seat, 1) for seat in range(s.seats)]


# What is told of it


class Starts(Happening, tag="starts", frozen=True):
    """The seat that starts, and takes field 1."""

    seat: Seat


class Rolled(Happening, tag="rolled", frozen=True):
    """A roll of the turn, counted from 1: what it shows, and the dice kept beside it."""

    roll: int
    dice: tuple[Face, ...]
    kept: tuple[Face, ...] | None = None


class AllSet(Happening, tag="all-set", frozen=True):
    """No die was left to roll: all are bonus dice."""

    kept: tuple[Face, ...]


HAPPENINGS = kinds_of(__name__, Happening)

SHOWN: dict[str, Shown] = {"space": space_phrase, "dice": shown, "kept": shown, "rows": _span, "columns": _span, "won": say}
give_words(say, SHOWN, *MOVES, *OUTCOMES, *HAPPENINGS)


def outcome_seen(s: State, number: int, viewer: int) -> Happening | None:
    """An outcome as a viewer knows it: everyone sees all."""
    return _decided(s, number)


@memoized
def _decided(s: State, number: int) -> Happening:
    if s.chance != DICE:
        return Starts(number)
    kept, dice = tuple(faces(s.dice)), _rolled(s, number)
    return Rolled(s.rolls + 1, dice, kept or None) if dice else AllSet(kept)


def turn_of(s: State) -> int | None:
    """Whose turn the pending chance belongs to: the dice are rolled in somebody's turn."""
    return s.turn if s.chance == DICE else None


def deals(s: State) -> bool:
    """No cards are dealt."""
    return False


def results(s: State, after: State, seat: int | None, number: int) -> list[LogLine]:
    """A move's own words say all that comes of it."""
    return []
