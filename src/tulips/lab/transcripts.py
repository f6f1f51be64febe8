"""Golden transcripts: for each game and each way it can end, a match told from beginning to end, kept in the repository.

`python -m tulips.lab.transcripts tests/transcripts` writes them anew when a rule is meant to change; a test plays each one
again and compares.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import tulips
from tulips import bots
from tulips.engine.chance import key_of_seed
from tulips.engine.errors import TulipsError
from tulips.engine.match import Move
from tulips.engine.spectator import ALL_SEEING

if TYPE_CHECKING:
    from tulips.engine.game import Game
    from tulips.engine.match import Match

TABLE_EVERY = 25
"""After so many moves the whole table is shown."""

SEEDS_TRIED = 400
"""How many matches are tried to find one that ends in a given way."""


def play(game: "Game", seats: int, bot: str, seed: str) -> "Match":
    """A match by bots that the seed alone decides."""
    match = game.match(seats, seed=seed)
    while not match.end:
        seat = match.actors[0]
        match.play(seat, bots.choose(game, match.states, seat, bot, key_of_seed(f"bot {match.moves_made} {seed}")[0]))
    return match


def tell(match: "Match", bot: str) -> str:
    """The match in words: its header, every event, the table now and then, and how it ended."""
    game = match.game
    lines = [
        f"{game.about.title}, rules {game.about.rules_version}, for {match.seats}; every seat played by {bot}; seed {match.seed}",
        "",
    ]
    replayed = match.at(0)
    table = game.words.table(replayed.view(ALL_SEEING), match.names)
    lines += [*(f"    {line}".rstrip() for line in table.split("\n")), ""]
    made = 0
    for event in match.line:
        if isinstance(event, Move):
            made += 1
            lines.append(f"{made:>4}  {match.names[event.seat]}: {event.words}")
            replayed.play(event.seat, event.move)
            if made % TABLE_EVERY == 0 or replayed.end:
                table = game.words.table(replayed.view(ALL_SEEING), match.names)
                lines += ["", *(f"    {line}".rstrip() for line in table.split("\n")), ""]
        else:
            lines.append(f"      {event.chance}: {event.words}")
    winners = " and ".join(match.names[p] for p in match.winners) or "nobody"
    lines += [f"The end: {match.end}. Scores: {', '.join(map(str, match.scores))}. Won by {winners}.", ""]
    return "\n".join(lines)


def find(game: "Game") -> Iterator[tuple[str, str]]:
    """For each end of the game the name of a transcript and its text."""
    missing = dict.fromkeys(game.ends)
    usual = min(3, game.about.seats[1])
    for number in range(SEEDS_TRIED):
        for seats in dict.fromkeys((usual, *game.seat_counts)):
            bot = bots.RANDOM if number % 4 == 3 and game.name != "tulpenfieber" else "greedy"
            match = play(game, seats, bot, f"transcript {number}")
            if match.end in missing:
                del missing[match.end]
                yield f"{game.ends.index(match.end) + 1}-{seats}-{bot}-{number}", tell(match, bot)
            if not missing:
                return
    raise TulipsError(f"{game.about.title}: no match was found that ends so: {', '.join(missing)}.")


def again(game: "Game", name: str) -> str:
    """The text of the transcript of that name, played now."""
    _, seats, bot, number = name.split("-")
    return tell(play(game, int(seats), bot, f"transcript {number}"), bot)


def main(folder: str) -> None:
    """Write all transcripts into the folder, one folder a game."""
    for game in map(tulips.game, tulips.game_names()):
        place = Path(folder) / game.name
        place.mkdir(parents=True, exist_ok=True)
        for old in place.glob("*.txt"):
            old.unlink()
        for name, text in find(game):
            (place / f"{name}.txt").write_text(text, encoding="utf-8")
            print(place / f"{name}.txt")


if __name__ == "__main__":
    main(sys.argv[1])
