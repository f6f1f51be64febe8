"""A game: what its folder says about it, its rules compiled, and everything that can be asked of it."""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import numpy.typing as npt

from tulips.engine.compile import templates
from tulips.engine.compile.kernel import Kernel, cache_folder
from tulips.engine.contract import LOST, Moves, Rules, Views, Words
from tulips.engine.errors import BadChance, BadOption, BadSeats, IllegalMove
from tulips.engine.facts import read_facts
from tulips.engine.fields import LONGEST_VALUE, wrong_fields
from tulips.engine.kinds import TAG, Move, Outcome, seats_from_0
from tulips.engine.offer import Offer, offer
from tulips.engine.options import NO_OPTIONS, Option, read_options
from tulips.engine.phrase import Phrase, same_words, say, speaker
from tulips.engine.prebuilt import prebuilt
from tulips.engine.preview import Preview
from tulips.engine.state.chance import key_of_seed, pick
from tulips.engine.state.rule import INTERPRETED, rebind, rule
from tulips.engine.state.seats import MOST_SEATS
from tulips.engine.state.snapshot import snapshot
from tulips.engine.state.state import GameState, States, row
from tulips.engine.viewers import SPECTATOR

PACKAGE = "tulips."

REPORT = "report.toml"
"""A game's words for its report."""

if TYPE_CHECKING:
    from tulips.engine.income import Gain
    from tulips.engine.match.batch import Batch
    from tulips.engine.match.match import Match
    from tulips.engine.observation import Observation


@prebuilt
class About(msgspec.Struct, frozen=True):
    """What a game's `game.toml` says about it."""

    title: str
    designer: str
    publisher: str
    seats: tuple[int, int]
    minutes: int
    summary: str
    rules_version: str
    longest: int  # moves of a match: as many as the rules let it have, or far more than any has; a table's limits follow
    year: int | None = None  # of publication, where it is known
    unit: str = ""  # what scores are counted in, where a bare number would puzzle
    colours: dict[str, str] = {}
    options: dict[str, Option] = {}
    reconstructed: list[str] = []
    versions: dict[str, dict[str, str | int | bool]] = {}  # older versions of the rules: what their defaults were

    @property
    def known_versions(self) -> list[str]:
        """The versions of the rules that matches can go by, the current one last."""
        return [*self.versions, self.rules_version]


def _game_of(package: str) -> "Game":
    """The game that a package holds: what a game is when another process unpacks it."""
    game: Game = importlib.import_module(package).GAME
    return game


class Game:
    """One of the games; `tulips.game(name)` gives it.

    `match` starts a game to be played move by move, `batch` many at once. `about` says what `game.toml` says: title, makers,
    numbers of players, options.

    >>> game = tulips.game("tulpenfieber")
    >>> game.about.seats, game.about.minutes
    ((1, 4), 30)
    >>> list(game.about.options)
    ['first', 'layout', 'flowers', 'may_decline']

    The other methods ask about one state, which is an array of length one, as in `Match.states`, and have moves and outcomes by
    their numbers:

    >>> match = game.match(seats=2, seed=1)
    >>> seat = game.actors(match.states)[0]
    >>> number = game.moves(match.states, seat)[0]
    >>> game.is_legal(match.states, seat, number)
    True
    """

    def __init__(self, package: str) -> None:
        """Put a game together from the modules of its package, by their names; see `tulips.engine.contract`."""

        def module(name: str) -> Any:
            return importlib.import_module(f"{package}.{name}")

        self.folder = Path(importlib.import_module(package).__path__[0])
        self.name = self.folder.name.replace("_", "-")
        self.say = speaker(self.folder)
        self.facts = read_facts(self.folder)
        self.about = msgspec.convert(self.facts, About)
        self.state_type: type[GameState] = module("state").State
        self.rules: Rules = module("rules")
        self.kinds: Moves = module("moves")
        self.words: Words = module("words")
        self.views: Views = module("view")
        self.observation: Observation = module("observation").OBSERVATION
        self.chances = tuple(self.rules.CHANCES)
        self.ends = tuple(self.rules.ENDS)
        self.max_moves = self.rules.MOST_MOVES
        self.actions_offered = self.rules.ACTIONS
        self.race: bool = getattr(self.rules, "RACE", False)
        self.secret_options: Mapping[str, Any] | None = getattr(self.rules, "SECRET_OPTIONS", NO_OPTIONS)
        income, greedy = module("income"), module("greedy")
        self.income: Callable[[Any, Any, int | None, int], list[Gain]] = income.income
        self.short: Callable[[Any, int], list[Phrase]] = getattr(income, "short", lambda s, seat: [])
        self.policies: dict[str, Callable[..., int]] = dict(greedy.POLICIES)
        self._scratch: np.dtype[np.void] = getattr(greedy, "SCRATCH", self.state_type.dtype)
        self.insight: Any = module("insight") if (self.folder / "insight.py").exists() else None

    def __deepcopy__(self, memo: object) -> "Game":
        return self  # a game never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (vars(self.rules)["__package__"],)

    @functools.cached_property
    def has_unlisted_moves(self) -> bool:
        """Whether more moves can be legal than are listed, such as any raise of a bid."""
        return hasattr(self.rules, "is_legal")

    @functools.cached_property
    def has_moves_out_of_turn(self) -> bool:
        """Whether seats can have moves out of turn."""
        return hasattr(self.rules, "out_of_turn")

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    @property
    def seat_counts(self) -> range:
        """The numbers of players it is for."""
        least, most = self.about.seats
        return range(least, most + 1)

    def rules_page(self) -> str:
        """How to play, in Markdown, in English."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")

    # Starting

    def check_seats(self, seats: int) -> None:
        """Refuse a number of players that the game is not for."""
        if not isinstance(seats, int) or seats not in self.seat_counts:
            least, most = self.about.seats
            raise BadSeats(say("error.seats-of-game", game=self.about.title, least=least, most=most, number=str(seats)))

    def check_viewer(self, seat: int, states: States) -> None:
        """Refuse a seat that is none of the states' and not a spectator either."""
        seats = int(states["seats"].min(initial=MOST_SEATS))
        if not SPECTATOR <= seat < seats:
            raise BadSeats(f"There is no seat {seat + 1}: the seats are 1 to {seats}.")

    def options(self, seats: int, asked: Mapping[str, Any] | None = None, rules: str | None = None) -> dict[str, Any]:
        """All options of a match: those asked for, checked; for the rest, the defaults of that version of the rules.

        >>> tulips.game("gift-of-tulips").options(seats=4, asked={"first": 2})
        {'first': 2}
        """
        about = self.about
        if rules not in (None, *about.known_versions):
            known = ", ".join(about.known_versions)
            raise BadOption(f"{about.title} has no version {str(rules)[:20]!r} of its rules here; it has {known}.")
        defaults = about.versions.get(rules or about.rules_version, NO_OPTIONS)
        return read_options(about.options, asked or NO_OPTIONS, seats, defaults)

    def set_up(self, seats: int, options: Mapping[str, Any] | None = None) -> States:
        """One state before chance has decided anything."""
        self.check_seats(seats)
        states: States = np.zeros(1, self.state_type.dtype)
        s = row(states)
        s.seats = seats
        self.rules.set_up(s, seats, self.options(seats, options))
        return states

    def match(self, seats: int, **settings: Any) -> "Match":
        """Start a match; see `Match` for names, options, seed and given outcomes.

        >>> match = tulips.game("tulip").match(seats=3, names=["Ada", "Ben", "Cy"], seed=1, options={"first": 2})
        >>> match.actors
        (1,)
        """
        from tulips.engine.match.match import Match

        return Match(self, seats, **settings)

    def batch(self, games: int, seats: int, seed: str | int = 0, options: Mapping[str, Any] | None = None) -> "Batch":
        """Start many games at once, the i-th with a key of its own drawn from the seed.

        >>> batch = tulips.game("tulip").batch(1000, seats=4, seed=1)
        >>> len(batch)
        1000
        """
        from tulips.engine.match.batch import Batch

        if games < 0:
            raise BadSeats(f"A batch has no or more games, not {games}.")
        states = np.repeat(self.set_up(seats, options), games)
        key0, key1 = key_of_seed(str(seed))
        self.kernel("start_games")(states, np.uint64(key0), np.uint64(key1), 0)
        return Batch(self, states)

    # Asking about one state: an array of length one

    def actors(self, states: States) -> tuple[int, ...]:
        """The seats that have a decision to make now."""
        s = row(states)
        return () if s.end or s.chance else tuple(p for p in range(s.seats) if s.actors >> p & 1)

    def moves(self, states: States, seat: int) -> list[int]:
        """The seat's moves as numbers; if it has no decision to make, those few that it may make out of turn."""
        moves = self.move_buffer()
        n = self.kernel("list_moves")(states, 0, seat, moves)
        return moves[:n].tolist()  # type: ignore[no-any-return]

    def move_buffer(self) -> npt.NDArray[np.int32]:
        """Room for the moves of any seat at any time."""
        return np.empty(self.max_moves, np.int32)

    def scratch(self) -> States:
        """Room for a bot to think in: all zeros at first, then as the bot has left it."""
        return np.zeros(1, self._scratch)

    def is_legal(self, states: States, seat: int, move: int) -> bool:
        """Whether the seat may make the move, listed or not."""
        return bool(self.kernel("is_legal_move")(states, 0, seat, move, self.move_buffer()))

    def parse(self, states: States, seat: int, words: str, texts: Mapping[str, str] | None = None) -> int | None:
        """The seat's move that the words stand for, or None: in the sentences given, such as an older record file's, else in
        today's English.

        >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
        >>> words = match.moves(0)[1]
        >>> match.game.parse(match.states, 0, words.upper())
        1
        >>> match.game.parse(match.states, 0, "keep everything") is None
        True
        """
        s = snapshot(states)
        for number in self.moves(states, seat):
            if same_words(words, self.kinds.move(s, seat, number).phrase().told(texts)):
                return number
        parse = getattr(self.kinds, "parse", None)
        return parse(s, seat, words, texts) if parse else None

    def number(self, states: States, seat: int, move: Move) -> int | None:
        """The number of a move that is given as data, or None if the seat can't make such a move now."""
        s = snapshot(states)
        for number in self.moves(states, seat):
            if self.kinds.move(s, seat, number) == move:
                return number
        unlisted = getattr(self.kinds, "number", None)
        return unlisted(s, seat, move) if unlisted else None

    @functools.cached_property
    def words_of_version_1(self) -> Mapping[str, str] | None:
        """The English sentences in which version 1 of the record file tells moves; None for a game that is younger."""
        file = self.folder / "record_1.json"
        return msgspec.json.decode(file.read_bytes(), type=dict[str, str]) if file.is_file() else None

    @functools.cached_property
    def _move_types(self) -> dict[str, type[Move]]:
        return {cls.kind(): cls for cls in self.kinds.MOVES}

    @functools.cached_property
    def _outcome_types(self) -> dict[str, type[Outcome]]:
        return {cls.kind(): cls for cls in self.kinds.OUTCOMES}

    def read_move(self, kind: str, fields: Mapping[str, Any], seats: int, seats_from: int = 0) -> Move:
        """A move from its kind and fields, at a table with so many seats; an `IllegalMove` says what is wrong with them.

        >>> tulips.game("gift-of-tulips").read_move("give", {"card": "pink 3", "to": 1}, seats=3)
        Give(card='pink 3', to=1, points=None)
        """
        cls = self._move_types.get(kind)
        if cls is None:
            known = ", ".join(self._move_types)
            raise IllegalMove(say("error.no-such-move", game=self.about.title, kind=kind[:LONGEST_VALUE], known=known))
        if why := wrong_fields(cls, fields, seats, seats_from):
            raise IllegalMove(why)
        try:
            return msgspec.convert({**seats_from_0(cls, fields, seats_from), TAG: kind}, cls)
        except msgspec.ValidationError as problem:  # a type of field that `wrong_fields` does not look into
            raise IllegalMove(say("error.fields", kind=kind, problem=str(problem))) from None

    def read_outcome(self, chance: str, fields: Mapping[str, Any], seats: int, seats_from: int = 0) -> Outcome:
        """An outcome from what chance decides and its fields; a `BadChance` says what is wrong with them."""
        cls = self._outcome_types.get(chance)
        if cls is None:
            raise BadChance(self.no_such_chance(chance))
        if why := wrong_fields(cls, fields, seats, seats_from):
            raise BadChance(why)
        try:
            return msgspec.convert({**seats_from_0(cls, fields, seats_from), TAG: chance}, cls)
        except msgspec.ValidationError as problem:
            raise BadChance(say("error.fields", kind=chance, problem=str(problem))) from None

    def no_such_chance(self, chance: str) -> Phrase:
        """The sentence against something that chance does not decide in this game."""
        return say("error.no-such-chance", chance=chance[:LONGEST_VALUE], known=", ".join(self.chances))

    def apply(self, states: States, seat: int, move: int) -> None:
        """Carry out a legal move."""
        self.kernel("apply_move")(states, 0, seat, move)

    def draw(self, states: States) -> int:
        """Draw an outcome of the pending chance from the state's own stream."""
        return self.kernel("draw_outcome")(states, 0)

    def count_outcomes(self, states: States) -> int:
        """How many equally likely outcomes the pending chance has."""
        return self.kernel("count_outcomes")(states, 0)

    def settle(self, states: States, outcome: int) -> None:
        """Carry out an outcome of the pending chance."""
        self.kernel("settle_outcome")(states, 0, outcome)

    def outcome(self, states: States, number: int) -> Outcome:
        """An outcome of the pending chance as data."""
        return self.kinds.outcome(snapshot(states), number)

    def outcome_words(self, states: States, outcome: int) -> str:
        """The notation of an outcome of the pending chance."""
        return self.outcome(states, outcome).notation()

    def find_outcome(self, states: States, notation: str) -> int | None:
        """An outcome of the pending chance by its notation, or None."""
        s = snapshot(states)
        if find := getattr(self.kinds, "find_outcome", None):
            return find(s, notation)  # type: ignore[no-any-return]
        for number in range(self.count_outcomes(states)):
            if same_words(notation, self.kinds.outcome(s, number).notation()):
                return number
        return None

    def distinct_outcomes(self, states: States) -> list[tuple[int, int]]:
        """Outcomes of the pending chance that differ, each with its weight."""
        s = snapshot(states)
        if distinct := getattr(self.kinds, "distinct_outcomes", None):
            return distinct(s)  # type: ignore[no-any-return]
        found: dict[Outcome, list[int]] = {}
        for number in range(self.count_outcomes(states)):
            found.setdefault(self.kinds.outcome(s, number), []).append(number)
        return [(same[0], len(same)) for same in found.values()]

    def chance(self, states: States) -> str | None:
        """What nature decides next, by name; None if it is not nature's turn."""
        pending = row(states).chance
        return self.chances[pending - 1] if pending else None

    def end(self, states: States) -> str | None:
        """Why the game is over; None while it goes on."""
        end = row(states).end
        return self.ends[end - 1] if end else None

    def scores(self, states: States) -> list[int]:
        """Every seat's score."""
        return self._results(states)[0]

    def winners(self, states: States) -> list[int]:
        """The seats with the best standing, once the game is over."""
        standings = self._results(states)[1]
        best = max(standings)
        return [p for p, standing in enumerate(standings) if standing == best != LOST] if self.end(states) else []

    def places(self, states: States) -> list[int] | None:
        """Every seat's place by its standing, counted from 1; equal standings share one. None in a race: it ranks nobody."""
        if self.race:
            return None
        standings = self._results(states)[1]
        return [1 + sum(other > standing for other in standings) for standing in standings]

    def _results(self, states: States) -> tuple[list[int], list[int]]:
        seats = row(states).seats
        scores, standings = np.empty((1, seats), np.int64), np.empty((1, seats), np.int64)
        self.kernel("read_scores")(states, scores, standings)
        return scores[0].tolist(), standings[0].tolist()

    def view(self, states: States, seat: int) -> Any:
        """What the seat, or a spectator, may see."""
        return self.views.view(snapshot(states), seat)

    def text(self, states: States, seat: int, names: Sequence[str]) -> str:
        """The same as plain English text, and what is being waited for, spoken to whoever sits on the seat."""
        s = snapshot(states)
        status = self.words.status(s)
        told = status.named(names) if seat < 0 else status.told_to(seat, names)
        return f"{self.words.text(self.views.view(s, seat), names)}\n\n{told[:1].upper()}{told[1:]}"

    def preview(self, states: States, seat: int, move: int) -> Preview:
        """What a legal move would do, as far as the seat can know."""
        s = snapshot(states)
        return self.kinds.move(s, seat, move).preview(s, seat, move)

    def why_not(self, s: Any, seat: int) -> dict[str, Phrase]:
        """Handles that a seat might reach for and can't use now, each with the reason in a sentence."""
        reasons: dict[str, Phrase] = {}
        for kind in self._kinds_with_reasons:
            reasons |= kind.why_not(s, seat)
        return reasons

    @functools.cached_property
    def _kinds_with_reasons(self) -> list[type[Move]]:
        """The kinds that can say why they can't be done now: few of them, and every frame asks."""
        return [kind for kind in self.kinds.MOVES if kind.why_not.__func__ is not Move.why_not.__func__]  # type: ignore[attr-defined]

    def offers(self, states: States, seat: int) -> list[Offer]:
        """Each move that the seat may make now, with its words and what it would do."""
        s = snapshot(states)
        return [offer(self.kinds.move(s, seat, number), s, seat, number) for number in self.moves(states, seat)]

    def redeal(self, states: States, seat: int, noise: int) -> States:
        """Copies of the states in which all that the seat cannot know is dealt anew, the chance to come included.

        The same noise gives the same world from all worlds that the seat cannot tell apart.

        >>> match = tulips.game("gift-of-tulips").match(seats=3, seed=1)
        >>> world = match.game.redeal(match.states, seat=0, noise=5)
        >>> match.game.view(world, 0) == match.view(0)
        True
        >>> match.game.view(world, 1) == match.view(1)
        False
        """
        self.check_viewer(seat, states)
        worlds = states.copy()
        luck = np.array([noise], np.uint64)
        self.kernel("redeal_all")(worlds, seat, luck)
        forgotten = worlds["actors"] & ~states["actors"]  # what those have chosen in secret, they choose anew
        for i in np.flatnonzero(forgotten):
            for p in [p for p in range(MOST_SEATS) if forgotten[i] >> p & 1]:
                moves = self.moves(worlds[i : i + 1], p)
                with np.errstate(over="ignore"):
                    self.apply(worlds[i : i + 1], p, moves[pick(luck, len(moves))])
        return worlds

    def observe(self, states: States, seat: int) -> npt.NDArray[np.float32]:
        """What the seat, or a spectator, knows, as numbers, a row a state; `observation.pieces` says which is which."""
        from tulips.engine.match.batch import Batch

        return Batch(self, states).observe(seat)

    # Compiling

    @functools.cached_property
    def cache(self) -> Path | None:
        """Where this game's machine code is kept."""
        if INTERPRETED:
            return None
        return cache_folder(self.name)

    @functools.cached_property
    def bindings(self) -> dict[str, Any]:
        """The game's rules, and what templates make of them, by the names that templates use."""
        r = self.rules
        names = ("legal_moves", "apply", "outcomes", "settle", "score", "standing", "redeal")
        bound: dict[str, Any] = {name: getattr(r, name) for name in names}
        bound["observe"] = self.observation.rule
        bound["is_legal"] = getattr(r, "is_legal", None) or rule(rebind(templates.is_listed, self.name, bound))
        bound["forget"] = getattr(r, "forget", None) or templates.forget_nothing
        bound["out_of_turn"] = getattr(r, "out_of_turn", None) or templates.nothing_out_of_turn
        bound["action_of"] = getattr(r, "action_of", None) or templates.same_number
        bound["move_of"] = getattr(r, "move_of", None) or templates.same_number
        bound["choose"] = templates.random_move
        bound["play_out"] = rule(rebind(templates.play_to_end, self.name, bound))
        return bound

    @functools.cache  # noqa: B019  games live as long as the program
    def kernel(self, name: str) -> Kernel:
        """A kernel of `tulips.engine.compile.templates` for this game."""
        return self.specialise(getattr(templates, name))

    def specialise(self, template: Callable[..., Any], label: str = "", **bindings: Any) -> Kernel:
        """Any template over the game's rules as a kernel of this game; the label tells apart kernels of one template.

        Machine code is kept only of our own templates: others may reach what its key does not know of.
        """
        name = f"{self.name}-{label}" if label else self.name
        ours = all(getattr(f, "__module__", PACKAGE).startswith(PACKAGE) for f in (template, *bindings.values()))
        return Kernel(rebind(template, name, {**self.bindings, **bindings}), self.cache if ours else None)
