"""Types that are read in several threads.

msgspec finds out what a type is made of when it first reads one. If a second thread reads one of the same type meanwhile, it
meets what is only half found out, and the whole process crashes. So types that threads may read are found out about when their
module is imported, which one thread does.
"""

from typing import TypeVar

import msgspec

T = TypeVar("T", bound=type[msgspec.Struct])


def prebuilt(kind: T) -> T:
    """Find out now what a type is made of."""
    msgspec.json.Decoder(kind)
    return kind
