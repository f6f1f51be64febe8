"""Previews: what a move would cost, pay and change, for whoever is about to make it."""

import msgspec

from tulips.engine.phrase import Phrase, Value


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that would change: "points" from 12 to 17, "purple" from "3rd" to "1st".

    `handle` names what on the table it stands beside, if it has a place there.
    """

    what: Phrase
    before: Value
    after: Value
    handle: str = ""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a move would do, as far as the seat can know: one line of words, and each change."""

    summary: Phrase
    changes: list[Change] = []
