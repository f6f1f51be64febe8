"""What a game is. Knows no game and no network.

`state` holds a game's data and what its rules are written with, `compile` makes machine code of rules, `match` plays: one match
with its record file, or many at once. The modules here say what a game must answer (`contract`) and put it together (`game`).
"""
