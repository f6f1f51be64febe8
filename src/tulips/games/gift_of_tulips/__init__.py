"""Gift of Tulips, by Sara Perry (Weird Giraffe Games, 2022), for two to six players."""

from tulips.engine.game import Game

GAME = Game(__name__)
