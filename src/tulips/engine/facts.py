"""A game's facts: its `game.toml`, with who made it, its options and its components."""

import tomllib
from pathlib import Path
from typing import Any


def read_facts(folder: Path) -> dict[str, Any]:
    """What the game's `game.toml` says."""
    return tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
