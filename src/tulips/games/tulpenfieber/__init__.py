"""Tulpenfieber, by Uwe Rosenberg (AMIGO 2021), for one to four players."""

from tulips.engine.game import Game

GAME = Game(__name__)
