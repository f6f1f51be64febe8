"""The page's types are those of the server and of the games."""

import msgspec
import pytest

from support.paths import PAGE
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
