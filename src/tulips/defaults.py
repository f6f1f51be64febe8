"""What is taken where nobody says otherwise, and commands tell in their help: to be imported without what works with it."""

MEGABYTES = 64.0
"""Memory for a search's trees."""

HINT_SECONDS = 1.0
"""How long a hint may take."""
