"""Previews: what a move would cost, pay and change, for whoever is about to make it."""

import msgspec


class Change(msgspec.Struct, frozen=True):
    """One thing that would change: "points" from 12 to 17, "purple" from "3rd" to "1st"."""

    what: str
    before: str | int
    after: str | int


class Preview(msgspec.Struct, frozen=True):
    """What a move would do, as far as the seat can know: one line of words, and each change."""

    summary: str
    changes: list[Change] = []
