"""The small game that `tulips new-game` writes, as files that run, are linted and are tested where they are.

`new_game/` becomes `src/tulips/games/NAME/` and `tests/` becomes `tests/games/NAME/`, with the name in its places.
"""
