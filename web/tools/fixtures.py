"""Positions of real games as state frames, for working on boards without a server: web/fixtures/GAME/middle.json and others.

Run `python web/tools/fixtures.py [GAME ...]`, then `npm run dev` and open /fixture/GAME/middle. A name ending in "-watch"
is the same position as a spectator sees it, one ending in "-wait" as a seat that does not act.
"""

import sys
from pathlib import Path

import msgspec

import tulips
from tulips import bots
from tulips.table.position import position_of
from tulips.web.messages import PROTOCOL, SeatInfo, StateFrame, TableInfo

FOLDER = Path(__file__).parent.parent / "fixtures"
PARTS = {"start": 0.0, "early": 0.2, "middle": 0.5, "late": 0.85, "end": 1.0}


def table_info(game: "tulips.engine.game.Game", names: list[str], over: bool) -> TableInfo:
    """A table like those that the server tells of."""
    seats = [
        SeatInfo(name, "human" if p == 0 else "bot", None if p == 0 else "greedy", True, p == 0, False)
        for p, name in enumerate(names)
    ]
    return TableInfo(
        "fixture", game.name, game.about.title, "over" if over else "playing", seats, {}, False, "at once", 0, None, None, True,
        False, game.secret_options is not None, 0, "0" * 64, None, [], None, False, None, None,
    )  # fmt: skip


def write(name: str) -> None:
    """Play one game by bots, and write it at several points."""
    game = tulips.game(name)
    seats = min(4, game.about.seats[1])
    names = ["Eva", "Ada", "Ben", "Cleo", "Dora"][:seats]
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
            frame = StateFrame(0, PROTOCOL, len(at.history), table_info(game, names, bool(at.end)), position_of(at, viewer), [])
            path = FOLDER / name / f"{part}{suffix}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.format(msgspec.json.encode(frame), indent=1))
    print(f"{name}: {match.moves_made} moves")


if __name__ == "__main__":
    for name in sys.argv[1:] or tulips.game_names():
        write(name)
