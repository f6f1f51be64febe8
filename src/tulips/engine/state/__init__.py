"""The state of a game, and what rules are written with: marks for the compiler, chance, heaps, sets of seats, snapshots."""
