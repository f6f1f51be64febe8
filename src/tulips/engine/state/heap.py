"""Heaps: cards in a field of the state whose order means nothing."""

from typing import TYPE_CHECKING

from tulips.engine.state.rule import rule_apart

if TYPE_CHECKING:
    from tulips.engine.state.state import Cells


@rule_apart
def tidy(heap: "Cells", first: int, end: int) -> None:
    """Sort the cards from place `first` to `end` - 1 and clear all places after them: what the heap was tells no more."""
    for i in range(first + 1, end):
        card = heap[i]
        j = i
        while j > first and heap[j - 1] > card:
            heap[j] = heap[j - 1]
            j -= 1
        heap[j] = card
    for i in range(end, len(heap)):  # type: ignore[arg-type]
        heap[i] = 0
