"""The page's types are those of the server and of the games."""

from typing import Annotated

import msgspec
import pytest

from support.paths import PAGE
from tulips.engine.kinds import names_type
from tulips.table.position import Position
from tulips.web.messages import PositionFrame
from tulips.web.typescript import Module, files

GENERATED = PAGE / "src" / "generated"


def test_the_types_of_the_page_are_written_from_the_types_here() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in GENERATED.glob("*.ts")}
    assert found == files(), "run `python -m tulips.web.typescript web/src/generated`"


class Wish(msgspec.Struct):
    """What somebody wants."""

    name: str = ""


class Table(msgspec.Struct):
    """A table."""

    wish: Wish


def test_what_is_sent_may_leave_out_what_has_a_default_and_what_is_received_has_it() -> None:
    sent, received = Module("sent"), Module("received")
    sent.add(Wish, sent=True)
    received.add(Wish)
    assert "  name?: string;" in sent.text() and "  name: string;" in received.text()


def test_a_type_of_another_file_is_imported() -> None:
    messages = Module("messages")
    messages.add(Wish)
    http = Module("http", imported=messages)
    http.add(Table)
    assert 'import type { Wish } from "./messages";' in http.text() and "interface Wish" not in http.text()


def test_one_name_for_two_interfaces_is_an_error() -> None:
    other = msgspec.defstruct("Wish", [("seats", int)], namespace={"__doc__": "Another."})
    messages = Module("messages")
    messages.add(Wish)
    with pytest.raises(TypeError, match="Wish is two interfaces"):
        Module("http", imported=messages).add(other)
    with pytest.raises(TypeError, match="Wish is two interfaces"):
        messages.add(Wish, sent=True)


def test_what_holds_something_of_a_games_own_is_generic_in_the_game_and_so_is_what_holds_that() -> None:
    messages = Module("messages")
    messages.add(PositionFrame)
    text = messages.text()
    assert "export interface PositionFrame<G extends AnyGame = AnyGame> {" in text and "  position: Position<G>;" in text
    assert '  view: G["view"];' in text and '  why_not: Partial<Record<G["handle"], Phrase>>;' in text
    assert '  what: G["move"];' in text and '  what: G["what"];' in text
    assert '  rows: Partial<Record<G["figure"], number>>[];' in text
    assert "export interface Phrase {" in text, "a phrase has nothing of a game"
    http = Module("http", imported=messages)
    http.add(msgspec.defstruct("Answer", [("position", Position)], namespace={"__doc__": "An answer."}))
    assert 'import type { AnyGame, Position } from "./messages";' in http.text() and "  position: Position<G>;" in http.text()


Colour = Annotated[str, names_type("Colour", ["pink", "blue"])]


def test_a_handle_is_of_a_form_with_numbers_and_with_the_type_of_its_names() -> None:
    types = Module("game")
    types.add(msgspec.defstruct("View", [("colour", Colour)], namespace={"__doc__": "A view."}))
    measures = ["deck", "cash:0", "cash:1", "hand:0:pink", "hand:0:blue", "value:hand"]
    types.patterns("GameHandle", "A handle.", ["tile:{str}", "tulip:{Colour}", *types.forms(measures)])
    forms = "`tile:${string}` | `tulip:${Colour}` | `deck` | `cash:${number}` | `hand:${number}:${Colour}` | `value:hand`"
    assert f"export type GameHandle = {forms};" in types.text()
    with pytest.raises(TypeError, match="No field of this game has names of the type Card"):
        types.patterns("GameHandle", "A handle.", ["hand:{Card}"])
