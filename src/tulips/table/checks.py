"""Checks of what people send: each returns the value as it is used, or refuses it with a sentence."""

import re
from typing import TYPE_CHECKING

from tulips import bots
from tulips.engine.match.match import LONGEST_NAME
from tulips.table.refusal import Refused

if TYPE_CHECKING:
    from tulips.engine.game import Game

LONGEST_NONCE = 64
NONCE = re.compile(rf"[0-9A-Za-z_-]{{1,{LONGEST_NONCE}}}")


def checked_name(name: str | None, otherwise: str) -> str:
    """Returns a name that can stand in a log; without one, the other."""
    if name is None or not name.strip():
        return otherwise
    name = " ".join(name.split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise Refused("malformed", "error.bad-name", most=LONGEST_NAME)
    return name


def checked_nonce(nonce: str) -> str:
    """Returns what a player mixes into the chance."""
    if not NONCE.fullmatch(nonce):
        raise Refused("malformed", "error.bad-nonce", most=LONGEST_NONCE)
    return nonce


def checked_level(game: "Game", level: str | None) -> str | None:
    """Returns the level of a bot that the game has, or None where none was chosen."""
    if level is not None and level not in bots.names(game):
        known = ", ".join(bots.names(game))
        raise Refused("malformed", "error.bad-level", game=game.about.title, level=level, known=known)
    return level
