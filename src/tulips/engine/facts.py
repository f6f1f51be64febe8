"""A game's facts: its `game.toml`, with who made it, its options and its components, and what its catalogue says of them."""

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tulips.engine.phrase import ENGLISH, catalogue


def read_facts(folder: Path, language: str = ENGLISH) -> dict[str, Any]:
    """What the game's `game.toml` says, with its texts in a language: the summary, the options, and what is reconstructed."""
    facts = tomllib.loads((folder / "game.toml").read_text(encoding="utf-8"))
    texts = {**catalogue(folder), **catalogue(folder, language)}
    facts["summary"] = texts["summary"]
    facts["options"] = {name: {"text": texts[f"option.{name}"], **option} for name, option in facts.get("options", {}).items()}
    facts["reconstructed"] = list(_reconstructed(texts))
    return facts


def setting_up_names(facts: Mapping[str, Any]) -> list[str]:
    """The names of what is said of a game where a table is set up."""
    options = facts["options"].items()
    choices = [f"option.{name}.{choice}" for name, option in options for choice in option.get("choices", [])]
    reconstructed = [f"reconstructed.{n}" for n in range(1, len(facts["reconstructed"]) + 1)]
    return ["summary", *(f"option.{name}" for name, _ in options), *choices, *reconstructed]


def _reconstructed(texts: Mapping[str, str]) -> Iterator[str]:
    """What is reconstructed, told one by one: "reconstructed.1" and so on."""
    return itertools.takewhile(bool, (texts.get(f"reconstructed.{n}", "") for n in itertools.count(1)))
