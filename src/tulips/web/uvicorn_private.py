"""Everything of uvicorn's insides that we build on, and what for.

Our websocket and HTTP protocols extend uvicorn's, which it does not promise to keep as they are; so its version is pinned. Each
symbol is looked for when this module is imported: if one is missing, a sentence says which, instead of a table that stalls.
"""

import importlib
import inspect
from collections.abc import Iterator
from typing import NamedTuple

import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

__all__ = ["H11Protocol", "ProxyHeadersMiddleware", "WebSocketsSansIOProtocol"]


class Symbol(NamedTuple):
    """A method or an attribute of one of uvicorn's classes."""

    where: str  # its module and class
    names: str  # one or several, with spaces between
    use: str  # what it is for here


SOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol"
HTTP = "uvicorn.protocols.http.h11_impl:H11Protocol"
CYCLE = "uvicorn.protocols.http.h11_impl:RequestResponseCycle"
PROXIES = "uvicorn.middleware.proxy_headers:ProxyHeadersMiddleware"
SERVER, STATE, CONFIG = "uvicorn.server:Server", "uvicorn.server:ServerState", "uvicorn.config:Config"

SYMBOLS = (
    Symbol(SOCKET, "conn transport loop writable", "a ping is answered only where the answer is read"),
    Symbol(SOCKET, "close_sent disconnected handshake_initiated", "whether a frame is still to be read"),
    Symbol(SOCKET, "data_received send_receive_event_to_app receive queue read_paused", "no more is read than is carried out"),
    Symbol(SOCKET, "handle_ping handle_pong handle_cont", "frames that are no whole messages are counted"),
    Symbol(SOCKET, "pause_writing resume_writing keepalive_timeout run_asgi send", "a page that does not read is cut off"),
    Symbol(SOCKET, "connection_made connection_lost", "writes leave together; connections are counted"),
    Symbol(HTTP, "connection_made connection_lost client handle_websocket_upgrade", "connections are counted"),
    Symbol(HTTP, "data_received on_response_complete timeout_keep_alive_handler cycle loop", "a request must come in time"),
    Symbol(HTTP, "pause_writing resume_writing transport", "an answer must be read in time"),
    Symbol(CYCLE, "response_complete", "whether a connection waits for its next request"),
    Symbol(PROXIES, "trusted_hosts", "which peers are proxies"),
    Symbol(SERVER, "servers server_state lifespan", "the local network is let in while the server runs"),
    Symbol(CONFIG, "http_protocol_class backlog", "whom we let in is served like the others"),
    Symbol(STATE, "connections", "those who came by the local network are sent away"),
)


def missing(symbols: tuple[Symbol, ...] = SYMBOLS) -> Iterator[str]:
    """Yield a sentence for each symbol that this uvicorn does not have."""
    for where, names, use in symbols:
        module, _, name = where.partition(":")
        cls = getattr(importlib.import_module(module), name, None)
        for symbol in names.split():
            if cls is None or not _has(cls, symbol):
                yield f"uvicorn {uvicorn.__version__} has no {name}.{symbol}: {use}."


def _has(cls: type, name: str) -> bool:
    """Return whether a class has a member, or one of its methods names it as an attribute."""
    functions = (value for value in vars(cls).values() if inspect.isfunction(value))
    return hasattr(cls, name) or any(name in function.__code__.co_names for function in functions)


for _sentence in missing():
    raise ImportError(f"{_sentence} Install the version that pyproject.toml names.")
