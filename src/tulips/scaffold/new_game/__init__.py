"""New Game, for two to five players."""

from tulips.engine.game import Game

GAME = Game(__name__)
