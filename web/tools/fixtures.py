"""Positions of real games as state frames, for working on boards without a server: web/fixtures/GAME/middle.json and others.

Run `python web/tools/fixtures.py [GAME ...]`, then `npm run dev` and open /fixture/GAME/middle. A name ending in "-watch"
is the same position as a spectator sees it, one ending in "-wait" as a seat that does not act. "longest" is a position with
as many choices as were found in minutes of play. Tests in the browser ask for all of them with `--folder FOLDER`.
"""

import argparse
import random
from pathlib import Path

import msgspec

import tulips
from tulips import bots
from tulips.table.serialize import position_of
from tulips.web.messages import PROTOCOL, SeatInfo, StateFrame, TableInfo

FOLDER = Path(__file__).parent.parent / "fixtures"
GAMES = Path(__file__).parents[2] / "tests" / "games"
PARTS = {"start": 0.0, "early": 0.2, "middle": 0.5, "late": 0.85, "end": 1.0}
NAMES = ["Eva", "Ada", "Ben", "Cleo", "Dora", "Finn"]


class Longest(msgspec.Struct):
    """How to come to a long list of choices: play so many moves, this share of them as the greedy bot would.

    A game tells of it in tests/games/NAME/longest.json; without that, the list of its first move has to do.
    """

    seats: int
    seed: int = 1
    greedy: float = 0.5
    moves: int = 0
    choices: int | None = None  # how long the list is


def longest(game: "tulips.engine.game.Game") -> Longest:
    """The way to the longest list of choices that is known."""
    file = GAMES / game.folder.name / "longest.json"
    return msgspec.json.decode(file.read_bytes(), type=Longest) if file.exists() else Longest(seats=game.about.seats[1])


def table_info(game: "tulips.engine.game.Game", names: list[str], yours: int, over: bool) -> TableInfo:
    """A table like those that the server tells of."""
    seats = [
        SeatInfo(
            name=name,
            kind="human" if p == yours else "bot",
            level=None if p == yours else "greedy",
            connected=True,
            yours=p == yours,
            standing_in=False,
            shares_screen=False,
            awaited=False,
            browsers=None,
            deadline=None,
            clock_stopped=False,
        )
        for p, name in enumerate(names)
    ]
    return TableInfo(
        id="fixture",
        game=game.name,
        title=game.about.title,
        rules=game.about.rules_version,
        rules_are_current=True,
        phase="over" if over else "playing",
        seats=seats,
        options={},
        listed=False,
        watching="at once",
        delay=0,
        clock=None,
        deadline=None,
        host=True,
        one_screen=False,
        secrets=game.secret_options is not None,
        spectators=0,
        spectators_talk=True,
        commitment="0" * 64,
        seed=None,
        nonces=[],
        undo=None,
        can_undo=False,
        undo_reveals=False,
        peeks=0,
        notices=[],
        rematch=None,
        rematch_commitment=None,
        rematch_nonces=[],
        help="none",
        helps="none",
        help_asked=None,
        help_used=[],
        broken=None,
        compiling=None,
    )


def keep(match: "tulips.engine.match.match.Match", names: list[str], viewer: int, path: Path) -> None:
    """Write a position as the viewer sees it."""
    info = table_info(match.game, names, max(viewer, 0), bool(match.end))
    frame = StateFrame(0, PROTOCOL, len(match.history), info, position_of(match, viewer), [])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(frame), indent=1))


def write(name: str, folder: Path) -> None:
    """Play one game by bots, and write it at several points."""
    game = tulips.game(name)
    seats = min(4, game.about.seats[1])
    names = NAMES[:seats]
    best = bots.names(game)[1]
    match = game.match(seats, names=names, seed=7)
    while not match.end:
        seat = match.actors[0]
        match.play(seat, bots.choose(game, match.states, seat, best, match.moves_made))
    for part, share in PARTS.items():
        at = match.at(int(match.moves_made * share)) if share < 1 else match
        while not at.end and 0 not in at.actors:
            seat = at.actors[0]
            at.play(seat, bots.choose(game, at.states, seat, best, at.moves_made))
        viewers = {"": 0, "-watch": tulips.SPECTATOR, "-wait": 1} if not at.end else {"": 0, "-all": tulips.ALL_SEEING}
        for suffix, viewer in viewers.items():
            keep(at, names, viewer, folder / name / f"{part}{suffix}.json")
    print(f"{name}: {match.moves_made} moves")


def write_longest(name: str, folder: Path) -> None:
    """Write the position with the longest list of choices that is known, as whoever has them sees it."""
    game = tulips.game(name)
    way = longest(game)
    names = NAMES[: way.seats]
    chooser = random.Random(way.seed)
    match = game.match(way.seats, names=names, seed=way.seed)
    while match.moves_made < way.moves:
        seat = chooser.choice(match.actors)
        if chooser.random() < way.greedy:
            match.play(seat, bots.choose(game, match.states, seat, bots.names(game)[1], chooser.getrandbits(63)))
        else:
            match.play(seat, chooser.choice(game.moves(match.states, seat)))
    seat = max(match.actors, key=lambda p: len(game.moves(match.states, p)))
    keep(match, names, seat, folder / name / "longest.json")
    print(f"{name}: {len(game.moves(match.states, seat))} choices")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=tulips.game_names())
    parser.add_argument("--folder", type=Path, default=FOLDER)
    wish = parser.parse_args()
    for name in wish.games:
        write(name, wish.folder)
        write_longest(name, wish.folder)
