"""Playing in the terminal: one person against bots."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.highlighter import RegexHighlighter
from rich.markdown import Markdown
from rich.table import Table as Grid
from rich.text import Text

import tulips
from tulips import bots as roster
from tulips.bots.levels import cheats
from tulips.engine.errors import BadRecord, BadSeats, IllegalMove, UnknownBot
from tulips.engine.state.chance import key_of_seed

if TYPE_CHECKING:
    from rich.console import Console

    from tulips.engine.game import Game
    from tulips.engine.match.match import Match
    from tulips.engine.offer import Offer
    from tulips.engine.phrase import Phrase

YOU = 0
USUAL_SEATS = 3
HELP = "Type a move's number or its words, or: u to take your last move back, r for the rules, q to leave."


class Session:
    """What a person sees and does: the table, the moves with what they would do, and the log."""

    def __init__(self, game: "Game", console: "Console") -> None:
        self.game = game
        self.console = console
        self.colour = _colours(game)
        self.told = 0  # how much of the log has been printed

    def play(
        self,
        seats: int | None = None,
        bots: Sequence[str] = (),
        seed: str | None = None,
        options: Mapping[str, Any] | None = None,
        record: Path | None = None,
    ) -> None:
        """Play a match from its start, or from where the record file left it."""
        resumed = record is not None and record.exists()
        if record is not None and resumed:
            if seats is not None or seed is not None or options:
                raise BadRecord(f"{record} is there already; leave out --seats, --seed and --option to go on with it.")
            match = self._resumed(record)
            players = self._players(match.seats, bots or self._bots_by(match.names[1:]))
        else:
            players = self._players(seats, bots)
            names = ["You", *(f"{bot[0].upper()}{bot[1:]} {p}" for p, bot in enumerate(players[1:], 2))]
            match = self.game.match(len(players), names=names, seed=seed, options=options)
        if record is not None:
            match.save(record)
        self._say(f"{self.game.about.title} for {match.seats} player{'' if match.seats == 1 else 's'}. {HELP}")
        if resumed:
            against = f" against {', '.join(players[1:])}" if players[1:] else ""
            self._say(f"Going on with {record} after {match.moves_made} moves{against}.")
            self.told = len(match.log(YOU))
        left = False
        while not match.end and not left:
            seat = YOU if YOU in match.actors else match.actors[0]
            if seat == YOU:
                left = not self._your_move(match)
            else:
                match.play(seat, roster.choose(self.game, match.states, seat, players[seat], _bot_seed(match)))
            if record is not None:
                match.save(record)
        if not left:
            self._show_end(match)
        if record is not None:
            self._say(f"The match is kept in {record}.")

    def _resumed(self, record: Path) -> "Match":
        """The match that a record file has left off."""
        match = tulips.load(record)
        name = match.game.name
        if match.game is not self.game:
            raise BadRecord(f"The record {record} is of {match.game.about.title}; play it with `tulips play {name}`.")
        if match.awaits:
            raise BadRecord(
                f"The record {record} has no seed and waits for chance ({match.awaits}): it can't be played on here."
            )
        return match

    def show_replay(self, match: "Match", at: int, moves: int) -> None:
        """Show a position of a recorded match as a spectator sees it, and how it came about."""
        self._tell(match, tulips.SPECTATOR)
        self._show_table(match, tulips.SPECTATOR)
        self._say(f"After move {at} of {moves}.")
        if match.end:
            self._say(_verdict(match))

    def _bots_by(self, names: Sequence[str]) -> list[str]:
        """The bots that these names were made of; none if some were not, or cheat."""
        bots = [f"{name[:1].lower()}{name[1:].rpartition(' ')[0]}" for name in names]
        try:
            roster.by_seat(self.game, bots, len(bots))
        except UnknownBot:
            return []
        return [] if any(cheats(self.game, bot) for bot in bots) else bots

    def _players(self, seats: int | None, bots: Sequence[str]) -> list[str]:
        """Who plays: the person first, then bots, the last one named taking all seats that are left."""
        least, most = self.game.about.seats
        number = seats if seats is not None else min(max(len(bots) + 1 if bots else USUAL_SEATS, least), most)
        self.game.check_seats(number)
        if len(bots) > number - 1:
            raise BadSeats(f"{len(bots)} bots were named for {number - 1} seats beside yours.")
        best = roster.instant(self.game)[-1]
        return ["", *roster.by_seat(self.game, bots or [best], number - 1)] if number > 1 else [""]

    # Asking

    def _your_move(self, match: "Match") -> bool:
        """Show the table and ask until a move is made or taken back; False to leave."""
        self._tell(match, YOU)
        self._show_table(match, YOU)
        offers = sorted(match.offers(YOU), key=lambda offer: offer.move)
        self._show_offers(match, offers)
        numbers = {str(i + 1) for i in range(len(offers))}
        while True:
            try:
                answer = self.console.input("[bold]Your move:[/] ").strip().lower()
            except EOFError:
                self.console.print()
                return False
            if answer in ("q", "quit", "exit"):
                return False
            if answer in ("u", "undo"):
                if self._take_back(match):
                    return True
            elif answer in ("r", "rules"):
                self.console.print(Markdown(self.game.rules_page()))
            elif answer in ("?", "h", "help"):
                self._say(HELP)
            elif answer in numbers:
                match.play(YOU, offers[int(answer) - 1].move)
                return True
            elif answer.isdecimal():
                self._say(f"There is no move {answer[:9]}: type a number from 1 to {len(offers)}.")
            elif answer:
                try:
                    match.play(YOU, answer)
                    return True
                except IllegalMove as problem:
                    self._say(f"That is no move here. {problem}")

    def _take_back(self, match: "Match") -> bool:
        """Take back moves up to and including your last one."""
        mine = [event for event in match.line if getattr(event, "seat", None) == YOU]
        if not mine:
            self._say("You have not moved yet, so there is nothing to take back.")
            return False
        before = sum(getattr(event, "seat", None) == YOU for event in match.line)
        told = len(match.history)
        while sum(getattr(event, "seat", None) == YOU for event in match.line) == before:
            match.undo()
        self.told = len(match.log(YOU))
        revealed = any(getattr(event, "revealed", False) for event in match.history[told:])
        self._say("Taken back. Something had been revealed: a record of this match says so." if revealed else "Taken back.")
        return True

    # Showing

    def _tell(self, match: "Match", viewer: int) -> None:
        """Print what has happened since the last time."""
        log = match.log(viewer)
        self.console.print()
        for entry in log[self.told :]:
            words = _words(entry.phrase, match, viewer)
            line = f"{words[:1].upper()}{words[1:]}" if entry.seat is None else f"{match.names[entry.seat]}: {words}"
            self.console.print(self.colour(Text(f"  {line}")))
        self.told = len(log)

    def _show_table(self, match: "Match", viewer: int) -> None:
        self.console.print()
        self.console.print(self.colour(Text(self.game.text(match.states, viewer, match.names))))
        self.console.print()

    def _show_offers(self, match: "Match", offers: "Sequence[Offer]") -> None:
        listed = Grid.grid(padding=(0, 2, 0, 0))
        for i, offer in enumerate(offers, 1):
            preview = offer.preview
            told = self.colour(Text(_words(preview.summary, match, YOU)))
            if preview.anyway is not None:
                told.append(f" (in any case: {_words(preview.anyway, match, YOU)})", "dim")
            listed.add_row(f"{i:>3}", self.colour(Text(_words(offer.phrase, match, YOU))), told)
        self.console.print(listed)

    def _show_end(self, match: "Match") -> None:
        self._tell(match, YOU)
        self._show_table(match, YOU)
        self._say(_verdict(match), "bold")

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))


def _words(phrase: "Phrase", match: "Match", viewer: int) -> str:
    """A phrase as the viewer reads it; it speaks to a person who plays, by the sentences that the catalogue has for that."""
    return phrase.named(match.names) if viewer == tulips.SPECTATOR else phrase.told_to(viewer, match.names)


def _bot_seed(match: "Match") -> int:
    """Noise for a bot's next choice: the match's own, so that the same seed and moves lead to the same match."""
    return key_of_seed(f"bot {match.moves_made} {match.seed}")[0]


def _verdict(match: "Match") -> str:
    """Who has won, in a sentence."""
    names = [match.names[p] for p in match.winners]
    unit = f" {match.game.about.unit}" if match.game.about.unit else ""
    if not names:
        return f"Nobody wins, with {' and '.join(map(str, match.scores))}{unit}; {match.end}."
    points = f"{match.scores[match.winners[0]]}{unit}"
    if len(names) == 1:
        return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} with {points}; {match.end}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory with {points}; {match.end}."


def _colours(game: "Game") -> RegexHighlighter:
    """What paints a game's colour words in their colours."""
    words = game.about.colours

    class Colours(RegexHighlighter):
        def highlight(self, text: Text) -> None:
            for word, style in words.items():
                text.highlight_regex(rf"\b{word}\b( \d+)?", style)

    return Colours()
