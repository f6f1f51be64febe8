"""uvicorn's insides that we build on are looked for, and one that is missing is named."""

from tulips.web.uvicorn_private import SOCKET, SYMBOLS, Symbol, missing


def test_this_uvicorn_has_all_that_we_build_on() -> None:
    assert list(missing()) == []


def test_a_symbol_that_is_missing_is_named_with_its_use() -> None:
    gone = Symbol(SOCKET, "conn connection_that_was_renamed", "pings are answered")
    (sentence,) = missing((*SYMBOLS, gone))
    assert "WebSocketsSansIOProtocol.connection_that_was_renamed: pings are answered." in sentence


def test_a_class_that_is_missing_is_named() -> None:
    (sentence,) = missing((Symbol("uvicorn.server:Waiter", "tables", "somebody serves"),))
    assert "Waiter.tables" in sentence
