"""Tulip, by Quentin Lammerant (Les Tontons Joueurs, 2025), for two to six players."""

from tulips.engine.game import Game

GAME = Game(__name__)
