"""Tulip Bubble, by Kouyou (Moaideas Game Design, 2017), for three to five players."""

from tulips.engine.game import Game

GAME = Game(__name__)
