"""Tulipmania 1637, by Scott Nicholson (JKLM Games, 2009), for three to five players."""

from tulips.engine.game import Game

GAME = Game(__name__)
