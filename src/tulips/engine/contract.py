"""What a game must answer. Whoever writes a game reads this once; `tulips new-game` writes a small one that answers it all.

A game is a folder in `tulips/games/` with these files, found by their names:

    __init__.py      `GAME = Game(__name__)` and nothing else
    game.toml        facts: title, designer, publisher, seats, minutes, rules_version, options, levels, components
    components.py    those facts as numbers, and the names of cards and the like as types
    state.py         `State`, the data of one game at one moment (`tulips.engine.state.state`)
    rules.py         the rules on that state: see `Rules`
    moves.py         moves, outcomes and happenings as data, with their handles and previews: see `Moves`
    words.py         what is waited for, and the view as text: see `Words`
    view.py          what people see: see `Views`
    income.py        where scores come from: see `Incomes`
    observation.py   `OBSERVATION`, what a seat knows as numbers for learners (`tulips.engine.observation`)
    greedy.py        `POLICIES`, the bots that choose at once, by name, weakest first: see `Policy`
    catalogue        a folder with en.json, fr.json and de.json: every sentence of the game and of its board, by name
    report.toml      what `tulips report` calls its moves
    rules.md         how to play, for people, in English
    rules.fr.md      the same in French
    rules.de.md      the same in German
    record.md        the game's page on record files: its moves, what chance decides in which order, and its options

Optional, found by their names too:

    insight.py       rules that tell searches and reviews more (`tulips.bots.search`, `tulips.review.continuations`)
    review.toml      how much a review works (`tulips.review.facts`)
    hints.toml       how much a hint works (`tulips.review.hints`)
    train.py         learns weights anew, for `tulips train` (`tulips.engine.trainer`)
    prior.py         what `tulips train` makes of a prior (`tulips.lab.train_prior`)
    record_1.json    the sentences of the record file's first version, which a game has only if it was there then

`greedy.py` may have `SCRATCH`, the type of the state that policies think in, where a copy of the game's own is not enough.
Whatever else lies in the folder is the game's own affair: modules that those above import, such as `previews.py`, and files
that they read, such as `value.toml`.

`tests/project/test_contract.py` holds every folder to this list, and `tests/games/test_every_game.py` every game to what stands
below.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from tulips.engine.income import Gain
from tulips.engine.kinds import Happening, Move, Outcome
from tulips.engine.match.log import LogLine
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Measure
from tulips.engine.state.chance import Noise
from tulips.engine.state.numbering import Numbering

LOST = -(1 << 31)
"""The standing of a seat that has lost whatever the others have: alone at the table it wins nothing."""


class Rules(Protocol):
    """A game's `rules.py`: functions on its state that are compiled, each called only where its question makes sense.

    Optional, with what holds without them:
    - `RACE = True`: the game is over when somebody has won, and ranks nobody else.
    - `SECRET_OPTIONS`: options under which a seat has secrets; none where any game has some (the default), None where no game
      ever has.
    - `is_legal(s, seat, move)`: whether a move may be made, where more moves are legal than `legal_moves` lists.
    - `out_of_turn(s, seat, moves)`: moves that a seat may make while others decide; play never waits for them.
    - `action_of(s, move)`, `move_of(s, action)`: the number by which learners know a move, where the move's own depends on the
      state.
    - `forget(s, seat)`: make what the seat cannot know the same in all worlds that it cannot tell apart.
    """

    CHANCES: Sequence[str]
    """What the state's `chance` counts from 1, by name: "deck", "dice". The constants come from `numbered(CHANCES)`."""
    ENDS: Sequence[str]
    """What the state's `end` counts from 1: why the game is over, in stable words, each the name of its sentence too."""
    MOVES: Numbering
    """Every kind of move by its name, and how many numbers it has: the one list; see `tulips.engine.state.numbering`."""
    MOST_MOVES: int
    """The most moves that `legal_moves` ever writes."""
    ACTIONS: int
    """How many different actions a learner is offered, numbered like moves."""

    def set_up(self, s: Any, seats: int, options: dict[str, Any]) -> None:
        """Lay out the table before chance has decided anything (this one is not compiled)."""

    def legal_moves(self, s: Any, seat: int, moves: Any) -> int:
        """Write all moves of a seat that acts, and return how many; at least one."""

    def apply(self, s: Any, seat: int, move: int) -> None:
        """Carry out a legal move, up to the next decision, chance or end."""

    def outcomes(self, s: Any) -> int:
        """How many equally likely outcomes the pending chance has, at most 2**24."""

    def settle(self, s: Any, outcome: int) -> None:
        """Carry out an outcome of chance, up to the next decision, chance or end."""

    def score(self, s: Any, seat: int) -> int:
        """The seat's points, money or the like, so far or at the end."""

    def standing(self, s: Any, seat: int) -> int:
        """What seats are ranked by at the end, ties broken as the rules say; equal ones share; `LOST` never wins."""

    def redeal(self, s: Any, seat: int, noise: Noise) -> None:
        """Deal anew all that the seat cannot know and the game has forgotten, keeping all that it knows; the key of chance is
        not the game's care."""


class Moves(Protocol):
    """A game's `moves.py`: what its integers mean. Kinds are told in `tulips.engine.kinds`.

    Optional, with what holds without them:
    - `number(s, seat, move)`: the number of a legal move that is not listed, such as any raise of a bid, or None.
    - `parse(s, seat, words, texts)`: the number of a move that was written in another way than its sentence, or None; `texts`
      are the sentences of an older notation, None for those of today.
    - `find_outcome(s, notation)`: an outcome by its notation, where trying all would be slow.
    - `distinct_outcomes(s)`: outcomes that differ, one of each with its weight, where comparing all would be slow.
    """

    MOVES: Sequence[type[Move]]
    """Every kind of move, in the order of the rules' `MOVES`, with its name: `kinds_of` of `tulips.engine.numbered_kinds`."""
    OUTCOMES: Sequence[type[Outcome]]
    """Every kind of outcome, one for each of the rules' `CHANCES`, with its name."""
    HAPPENINGS: Sequence[type[Happening]]
    """Every other kind that the log may hold."""
    HANDLES: Sequence[str]
    """The forms of handles: "festival", "seat:{int}", "hand:{Card}" with a type of names in `components.py`, "tile:{str}"."""
    MEASURES: Mapping[str, Measure]
    """What previews may say to change, by handle."""

    def move(self, s: Any, seat: int, number: int) -> Move:
        """A move as data, its optional fields left out; no two legal moves of a seat are equal. `move_reader` of
        `tulips.engine.numbered_kinds` makes it from the kinds' `read`; a game that writes its own needs no `read`."""

    def move_seen(self, s: Any, now: Any, seat: int, number: int, viewer: int) -> Move:
        """The move as a viewer may know it: made in `s`, told when the match has come to `now`."""

    def outcome(self, s: Any, number: int) -> Outcome:
        """An outcome of the pending chance as data; equal outcomes are equal. `outcome_reader` makes it in the same way."""

    def outcome_seen(self, s: Any, number: int, viewer: int) -> Happening | None:
        """The outcome as a viewer may know it; None if the viewer does not notice."""

    def turn_of(self, s: Any) -> int | None:
        """The seat whose turn the pending chance belongs to; None if it is nobody's."""

    def deals(self, s: Any) -> bool:
        """Whether the pending chance deals cards to seats or rows: the page folds such lines into one."""

    def results(self, s: Any, after: Any, seat: int | None, number: int) -> list[LogLine]:
        """What came of a move, or of an outcome (seat None), that everybody sees and that is a line of its own, such as who
        has won an auction, or a burst."""


class Words(Protocol):
    """A game's `words.py`."""

    def status(self, s: Any) -> Phrase:
        """What is being waited for, in a line: whose turn it is, what for, and what ends the round or the game."""

    def text(self, view: Any, names: Sequence[str]) -> str:
        """A view as plain English text for the terminal."""


class Views(Protocol):
    """A game's `view.py`: what people see."""

    FIGURES: Sequence[str]
    """The forms of figures, like those of handles: "price:{Colour}", "score:{int}"."""

    def view(self, s: Any, seat: int) -> msgspec.Struct:
        """What the seat, or a spectator, may see: built field by field from what is theirs to know."""

    def figures(self, s: Any, viewer: int) -> dict[str, int]:
        """Numbers worth a curve, as far as the viewer knows them, such as "price:pink" or "score:2"."""


class Incomes(Protocol):
    """A game's `income.py`. Optional: `short(s, seat)`, a list of phrases that say what a seat lacks to win a race."""

    def income(self, s: Any, after: Any, seat: int | None, number: int) -> list[Gain]:
        """What a move or an outcome (seat None) that led from `s` to `after` brought to whom. All gains and the score of the
        first state add up to each seat's score."""


class Policy(Protocol):
    """A bot that chooses at once, as a rule. It may read of the state only what the seat knows."""

    def __call__(self, s: Any, seat: int, moves: Any, n: int, scratch: Any, noise: Noise) -> int:
        """One of the `n` moves. `scratch` holds a state to try moves on; `noise` decides between equal ones."""
