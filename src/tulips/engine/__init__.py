"""What a game is: record, rules, chance, moves, views, matches. Knows no game and no network."""
