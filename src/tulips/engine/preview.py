"""Previews: what a move would cost, pay and change, for whoever is about to make it."""

import msgspec

from tulips.engine.phrase import Phrase, Value


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that would change: "points" from 12 to 17, "purple" from "3rd" to "1st".

    `handle` names what on the table it stands beside, if it has a place there, and `to` where that would go, if it moves: a
    place as the view names it.
    """

    what: Phrase
    before: Value
    after: Value
    handle: str = ""
    to: str = ""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a move would do, as far as the seat can know: one line of words, and each change.

    `anyway` tells what is to come whether the move is made or not: nothing of it is the move's doing, so a move without
    changes, such as a pass, needs no second thought because of it.
    """

    summary: Phrase
    changes: list[Change] = []
    anyway: Phrase | None = None
