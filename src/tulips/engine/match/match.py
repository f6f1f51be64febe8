"""A match: a header and its moves. The state at any point is a replay of them.

Seats are counted from 0 here; people, words and record files count them from 1.
"""

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from tulips.engine.errors import BadChance, BadSeats, IllegalMove, WrongSeat
from tulips.engine.income import Income, Step, incomes
from tulips.engine.kinds import TAG, Kind, Move, Outcome
from tulips.engine.match.log import lines
from tulips.engine.phrase import Phrase, Value, join_phrases, say
from tulips.engine.state.chance import commitment, fresh_seed, key_of_seed
from tulips.engine.state.snapshot import snapshot
from tulips.engine.viewers import ALL_SEEING, SPECTATOR

if TYPE_CHECKING:
    from pathlib import Path

    from tulips.engine.game import Game
    from tulips.engine.offer import Offer
    from tulips.engine.state.state import States

LONGEST_NAME = 40

AnyMove = str | int | Move | Mapping[str, Any]
"""A move in words, by its number, or as data: `{"kind": "give", "card": "pink 3", "to": 1}`, seats counted from 0."""

MOVES_NAMED = 12
"""How many legal moves, or possible outcomes, an error names at the most."""

OUTCOMES_TRIED = 1000
"""How many outcomes an error looks at to name some."""


class MoveEvent(msgspec.Struct, frozen=True):
    """A seat's move that was made."""

    seat: int
    move: int
    what: Move

    @property
    def words(self) -> str:
        """The move in words, in English."""
        return str(self.what)


class OutcomeEvent(msgspec.Struct, frozen=True):
    """Something that chance decided; `given` if it came from data and not from the seed."""

    chance: str
    outcome: int
    what: Outcome
    given: bool

    @property
    def words(self) -> str:
        """The outcome's notation."""
        return self.what.notation()


class UndoEvent(msgspec.Struct, frozen=True):
    """Moves taken back: how many, each with the chance that followed it; and whether they had revealed something.

    The same chance comes again, so whoever takes back a draw, a roll or others' choices chooses anew with that knowledge.
    """

    moves: int
    revealed: bool


class Entry(msgspec.Struct, frozen=True):
    """A line of the log as somebody may read it: after how many moves, who has moved (None for chance, and for what came of a
    move), whose turn it stands under, whether it tells of dealing, what it tells as data, and the words."""

    at: int
    seat: int | None
    turn: int | None
    dealt: bool
    what: Kind
    words: str

    @property
    def phrase(self) -> Phrase:
        """The line as a phrase, for any language."""
        return self.what.phrase()


class HelpUsed(NamedTuple):
    """A seat was given a hint, or a tutor has warned it, after so many moves and takings back."""

    at: int
    seat: int
    warning: bool = False


class Match:
    """A game being played, or played; `game.match(...)` starts one and `tulips.load(path)` reads one.

    >>> match = tulips.game("gift-of-tulips").match(seats=3, names=["Ada", "Ben", "Cy"], seed=1)
    >>> match.actors  # in this game the first choice is made by all at once
    (0, 1, 2)
    >>> [offer.what for offer in match.offers(0)]
    [Choose(keep='blue 3', hide='pink 4'), Choose(keep='pink 4', hide='blue 3')]
    >>> match.play(0, {"kind": "choose", "keep": "blue 3", "hide": "pink 4"})
    >>> match.actors
    (1, 2)
    >>> match.play(0, {"kind": "choose", "keep": "blue 3", "hide": "pink 4"})
    Traceback (most recent call last):
    tulips.engine.errors.WrongSeat: Ada has nothing to decide now; the next move is for Ben, Cy.
    """

    def __init__(
        self,
        game: "Game",
        seats: int,
        *,
        names: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        seed: str | int | None = None,
        nonces: Sequence[str] = (),
        given: Mapping[str, Sequence[str]] | None = None,
        committed: str | None = None,
        rules: str | None = None,
    ) -> None:
        """Start a match.

        Chance comes from the seed; without one, from a fresh seed that nobody can guess. `given` names outcomes as data, in
        words, by what they decide ("deck", "dice"): they come first, and when they are used up the seed takes over. With
        `given` and no seed nothing is left to chance: the match waits for `give` whenever it needs an outcome.
        `committed` is the commitment of a seed that is not known yet. `rules` is the version of the rules, if not the current
        one: options that are not named have the defaults of that version.

        A game from a real table, where the cards are told as they come:

        >>> match = tulips.game("gift-of-tulips").match(seats=2, given={})
        >>> match.awaits
        'first seat'
        >>> match.give("first seat", "seat 2")
        >>> match.awaits
        'deck'
        """
        game.check_seats(seats)
        self.game = game
        self.names = _checked_names(names, seats)
        self.rules = game.about.rules_version if rules is None else rules
        self.options = game.options(seats, options, self.rules)
        self.seed = fresh_seed() if seed is None and given is None else None if seed is None else str(seed)
        self.nonces = list(nonces)
        self.given = {chance: self._checked_outcomes(chance, outcomes) for chance, outcomes in (given or {}).items()}
        self.commitment = commitment(self.seed) if self.seed is not None else committed
        self.states: States = game.set_up(seats, self.options)
        if self.seed is not None:
            self.states["key"][0] = key_of_seed(self.seed, self.nonces)
        self.line: list[MoveEvent | OutcomeEvent] = []
        self.history: list[MoveEvent | OutcomeEvent | UndoEvent] = []
        self._before: list[bytes] = []  # the state before each event of the line
        self._moves_at: list[int] = []  # the places of the line's moves, so that nobody has to look for them
        self._used: Counter[str] = Counter()  # how many given outcomes of each chance the line has taken
        self._undone: list[MoveEvent] = []
        self.help: list[HelpUsed] = []  # hints and warnings that seats were given, where somebody tells of them
        self._let_chance_decide()

    # Asking

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.names)

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have a decision to make now; several if they choose at once."""
        return self.game.actors(self.states)

    @property
    def awaits(self) -> str | None:
        """What chance must decide before play goes on and neither seed nor data says; None if nothing is missing."""
        return self.game.chance(self.states)

    @property
    def end(self) -> str | None:
        """Why the match is over; None while it goes on."""
        return self.game.end(self.states)

    @property
    def scores(self) -> list[int]:
        """Every seat's score."""
        return self.game.scores(self.states)

    @property
    def winners(self) -> list[int]:
        """The seats that have won, once it is over."""
        return self.game.winners(self.states)

    @property
    def moves_made(self) -> int:
        """How many moves have been made and not taken back."""
        return len(self._moves_at)

    def moves(self, seat: int) -> list[str]:
        """The words of each move that the seat may make now."""
        s = snapshot(self.states)
        return [str(self.game.kinds.move(s, seat, move)) for move in self.game.moves(self.states, self._seat(seat))]

    def offers(self, seat: int) -> "list[Offer]":
        """Each move that the seat may make now, with its words and what it would do, as far as the seat can know.

        >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
        >>> offer = match.offers(0)[0]
        >>> offer.what
        Choose(keep='blue 3', hide='pink 4')
        >>> offer.words == match.moves(0)[0]
        True
        >>> [(str(change.what), change.before, change.after) for change in offer.preview.changes]
        [('blue tulips of seat 1', 0, 1)]
        """
        return self.game.offers(self.states, self._seat(seat))

    def view(self, seat: int) -> Any:
        """What the seat may see (`tulips.SPECTATOR` for someone who only watches, `tulips.ALL_SEEING` for all there is).

        >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
        >>> match.view(0).hand, match.view(1).hand, match.view(tulips.SPECTATOR).hand
        (['blue 3', 'pink 4'], ['pink 3', 'blue 4'], [])
        """
        return self.game.view(self.states, self._viewer(seat))

    def log(self, viewer: int) -> list[Entry]:
        """What has happened, as the seat or a spectator may know it.

        >>> match = tulips.game("gift-of-tulips").match(seats=2, names=["Ada", "Ben"], seed=1)
        >>> [entry.what for entry in match.log(viewer=0)][-2:]
        [Dealt(seat=0, card='blue 3'), Dealt(seat=0, card='pink 4')]
        >>> [entry.what for entry in match.log(viewer=1)][-2:]
        [Dealt(seat=1, card='pink 3'), Dealt(seat=1, card='blue 4')]
        """
        self._viewer(viewer)
        entries, kinds = [], self.game.kinds
        steps = self.steps()
        now = snapshot(self.states)
        for step, after in zip(steps, [*(step.before for step in steps[1:]), now], strict=True):
            for line in lines(kinds, step.before, after, now, step.seat, step.what, viewer):
                entries.append(Entry(step.at, line.seat, line.turn, line.dealt, line.what, line.phrase.named(self.names)))
        return entries

    def steps(self) -> list[Step]:
        """Every move and outcome, with a snapshot of the state before it."""
        steps, at = [], 0
        for event, before in zip(self.line, self._before, strict=True):
            s = snapshot(np.frombuffer(before, self.states.dtype))
            if isinstance(event, MoveEvent):
                at += 1
                steps.append(Step(at, event.seat, event.move, s))
            else:
                steps.append(Step(at, None, event.outcome, s))
        return steps

    @property
    def income(self) -> list[Income]:
        """Where the scores came from, once it is over."""
        return incomes(self.game, self.steps(), snapshot(self.states)) if self.end else []

    def states_before(self) -> "Iterator[States]":
        """The state before each move and outcome of the line."""
        return (np.frombuffer(before, self.states.dtype) for before in self._before)

    def positions(self) -> "Iterator[States]":
        """The state at each point where a move was made, and as it is now."""
        for event, before in zip(self.line, self.states_before(), strict=True):
            if isinstance(event, MoveEvent):
                yield before
        yield self.states

    # Playing

    def play(self, seat: int, move: AnyMove, texts: Mapping[str, str] | None = None) -> None:
        """Make a move, given in words, as data or as a number, and let chance decide what follows.

        `texts` are the sentences that the words are written in, if not today's English.

        >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
        >>> match.play(0, match.moves(0)[0])  # words
        >>> match.play(1, match.offers(1)[0].what)  # data, as the engine has it
        >>> match.play(2, {"kind": "choose", "keep": "purple 3", "hide": "orange 2"})  # or as JSON has it
        """
        number = legal_move(self.game, self.states, self.names, self._seat(seat), move, texts)
        self._undone.clear()
        self._make(seat, number)

    def give(self, chance: str, *outcomes: str) -> None:
        """Say, in words, what chance has decided: at a real table, or in a puzzle."""
        checked = self._checked_outcomes(chance, outcomes)
        is_first = chance not in self.given
        given = self.given.setdefault(chance, [])
        before = len(given)
        given += checked
        try:
            with self._or_nothing():
                self._let_chance_decide()
        except BadChance:
            del given[before:]
            if is_first:
                del self.given[chance]
            raise

    def undo(self, moves: int = 1) -> None:
        """Take back the last move, or the last few, with the chance that followed each; `redo` makes them again.

        >>> match = tulips.game("tulip").match(seats=2, seed=1)
        >>> match.play(match.actors[0], match.moves(match.actors[0])[0])
        >>> match.undo()
        >>> match.moves_made
        0
        """
        made = self.moves_made
        if not 1 <= moves <= made:
            raise IllegalMove(say("error.undo-range", most=made, moves=moves) if made else say("error.undo-none"))
        first = self._moves_at[-moves]
        revealed = self._revealed(first)
        self._undone += reversed([event for event in self.line[first:] if isinstance(event, MoveEvent)])
        self._set(self._before[first])
        self._cut(first)
        self.history.append(UndoEvent(moves, revealed))

    def redo(self) -> None:
        """Make the move again that was taken back last."""
        if not self._undone:
            raise IllegalMove("No move has been taken back, so there is none to make again.")
        move = self._undone.pop()
        self._make(move.seat, move.move)

    def at(self, moves: int) -> "Match":
        """The match as it was after so many moves, as a match of its own, to look at or to play on from."""
        if not 0 <= moves <= self.moves_made:
            raise IllegalMove(f"There is no position after {moves} moves: this match has made {self.moves_made}.")
        earlier = Match(
            self.game,
            self.seats,
            names=self.names,
            options=self.options,
            seed=self.seed,
            nonces=self.nonces,
            given=self.given or (None if self.seed is not None else {}),
            committed=self.commitment,
            rules=self.rules,
        )
        for event in self.line:
            if isinstance(event, MoveEvent):
                if earlier.moves_made == moves:
                    break
                earlier._make(event.seat, event.move)
        return earlier

    def save(self, path: "str | Path") -> None:
        """Write the record file; `tulips.load` reads it."""
        from tulips.engine.match.record_file import save

        save(self, path)

    # Inside

    def _seat(self, seat: int) -> int:
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            if not isinstance(seat, int):
                raise BadSeats(f"A seat is a number from 0 to {self.seats - 1}, not {seat!r}.")
            raise BadSeats(say("error.no-such-seat", number=seat + 1, most=self.seats))
        return seat

    def _viewer(self, seat: int) -> int:
        return seat if seat in (SPECTATOR, ALL_SEEING) else self._seat(seat)

    def _make(self, seat: int, number: int) -> None:
        what = self.game.kinds.move(snapshot(self.states), seat, number)
        with self._or_nothing():
            self._happened(MoveEvent(seat, number, what))
            self.game.apply(self.states, seat, number)
            self._let_chance_decide()

    @contextmanager
    def _or_nothing(self) -> Iterator[None]:
        """If chance can't go on as given, nothing of the whole step has happened."""
        state, line, history = self.states.tobytes(), len(self.line), len(self.history)
        try:
            yield
        except BadChance:
            self._set(state)
            self._cut(line)
            del self.history[history:]
            raise

    def _happened(self, event: MoveEvent | OutcomeEvent) -> None:
        if isinstance(event, MoveEvent):
            self._moves_at.append(len(self.line))
        elif event.given:
            self._used[event.chance] += 1
        self._before.append(self.states.tobytes())
        self.line.append(event)
        self.history.append(event)

    def _cut(self, place: int) -> None:
        """Forget the line from a place on, with what was counted of it."""
        for event in self.line[place:]:
            if isinstance(event, MoveEvent):
                self._moves_at.pop()
            elif event.given:
                self._used[event.chance] -= 1
        del self.line[place:], self._before[place:]

    def _revealed(self, first: int) -> bool:
        """Whether the line from there on has shown somebody anything: chance, another's choice, sealed choices, or the end."""
        seats = {event.seat for event in self.line[first:] if isinstance(event, MoveEvent)}
        if self.end or len(seats) > 1 or any(isinstance(event, OutcomeEvent) for event in self.line[first:]):
            return True
        line = [np.frombuffer(before, self.states.dtype) for before in self._before[first:]]
        acting = [int(states["actors"][0]) for states in [*line, self.states]]
        mover = 1 << seats.pop()
        chosen_at_once = [(before, after) for before, after in itertools.pairwise(acting) if before & (before - 1)]
        return any(after != before & ~mover for before, after in chosen_at_once)  # the last of them opens all

    def _set(self, state: bytes) -> None:
        self.states[:] = np.frombuffer(state, self.states.dtype)

    def _let_chance_decide(self) -> None:
        """Settle what is pending from the given outcomes, then from the seed; stop where neither says."""
        used = self._used
        while (chance := self.game.chance(self.states)) is not None:
            outcomes = self.given.get(chance, [])
            given = used[chance] < len(outcomes)
            if given:
                words = outcomes[used[chance]]
                found = self.game.find_outcome(self.states, words)
                if found is None:
                    number, possible = used[chance] + 1, _named(self._possible_outcomes())
                    raise BadChance(say("error.outcome-given", number=number, chance=chance, outcome=words, possible=possible))
                outcome = found
            elif self.seed is not None:
                outcome = self.game.draw(self.states)
            else:
                return
            self._happened(OutcomeEvent(chance, outcome, self.game.outcome(self.states, outcome), given))
            self.game.settle(self.states, outcome)

    def _checked_outcomes(self, chance: str, outcomes: Sequence[str]) -> list[str]:
        if chance not in self.game.chances:
            raise BadChance(self.game.no_such_chance(str(chance)))
        if isinstance(outcomes, str) or not all(isinstance(words, str) for words in outcomes):
            raise BadChance(f"The outcomes of {chance!r} are a list of words, not {outcomes!r}.")
        return list(outcomes)

    def _possible_outcomes(self) -> list[str]:
        """Some outcomes of the pending chance, in words."""
        number = min(OUTCOMES_TRIED, self.game.count_outcomes(self.states))
        return list(dict.fromkeys(self.game.outcome_words(self.states, outcome) for outcome in range(number)))


def legal_move(
    game: "Game",
    states: "States",
    names: Sequence[str],
    seat: int,
    move: AnyMove,
    texts: Mapping[str, str] | None = None,
) -> int:
    """The number of a move given in words, as data or by number; an error that says what would be right if it is not allowed.

    `texts` are the sentences that the words are written in, if not today's English.
    """
    if not isinstance(move, str | int | Move | Mapping) or isinstance(move, bool):
        raise IllegalMove(f"A move is given in words, as data or by its number, not as {move!r}.")
    if end := game.end(states):
        raise IllegalMove(say("error.match-over", end=game.say(end)), names)
    if awaits := game.chance(states):
        raise BadChance(say("error.waits-for-chance", chance=awaits))
    actors = game.actors(states)
    if seat not in actors and not game.moves(states, seat):
        others = ", ".join(names[p] for p in actors)
        raise WrongSeat(say("error.not-your-turn", seat=seat, others=others), names)
    if isinstance(move, Mapping):
        fields = dict(move)
        move = game.read_move(str(fields.pop(TAG, "")), fields, len(names))
    if isinstance(move, str):
        number = game.parse(states, seat, move, texts)
    else:
        number = game.number(states, seat, move) if isinstance(move, Move) else move
    if number is None or abs(number) >= 2**31 or not game.is_legal(states, seat, number):
        raise IllegalMove(_why_illegal(game, states, seat, move, number), names)
    return number


def _why_illegal(game: "Game", states: "States", seat: int, move: str | int | Move, number: int | None) -> Phrase:
    """What is wrong with a move, and what would be right; words that are a move elsewhere can be told in any language."""
    s = snapshot(states)
    moves = [say("quoted", move=game.kinds.move(s, seat, legal).phrase()) for legal in game.moves(states, seat)]
    named = join_phrases(moves[:MOVES_NAMED])
    if len(moves) > MOVES_NAMED:
        named = say("error.and-more", moves=named)
    tried_move: Value = move if isinstance(move, str) else say("error.move-number", number=0 if number is None else number)
    if isinstance(move, Move):
        tried_move = move.phrase()
    elif isinstance(move, str) and number is not None and abs(number) < 2**31:
        tried_move = game.kinds.move(s, seat, number).phrase()
    if game.has_unlisted_moves:
        return say("error.illegal-some-moves", seat=seat, move=tried_move, moves=named)
    if len(moves) == 1:
        return say("error.illegal-only-move", seat=seat, move=tried_move, moves=named)
    return say("error.illegal-moves", seat=seat, move=tried_move, moves=named)


def _named(words: Sequence[str]) -> Phrase:
    """A list in words, not too long."""
    named = join_phrases(say("quoted", move=word) for word in words[:MOVES_NAMED])
    return say("error.and-more", moves=named) if len(words) > MOVES_NAMED else named


def _checked_names(names: Sequence[str] | None, seats: int) -> list[str]:
    """The seats' names: one each, of visible characters."""
    given = list(names or [f"Seat {p + 1}" for p in range(seats)])
    if len(given) != seats:
        raise BadSeats(f"{len(given)} names were given for {seats} seats.")
    for name in given:
        if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise BadSeats(say("error.seat-name", most=LONGEST_NAME, value=repr(str(name)[:60])))
    return given
