"""How others get to the server: the addresses it listens at, and letting the local network in while it runs.

A server that was started without options listens at the loopback address alone, where nobody else reaches it. Whoever sits at
its machine can let the local network in: uvicorn is given more sockets, with the protocol and the state that the first one has.
What we need of uvicorn's insides is listed in `uvicorn_private`.
"""

import asyncio
import contextlib
import ipaddress
import logging
import os
import socket
from typing import TYPE_CHECKING

from tulips.table.refusal import Refused
from tulips.web.api import ReachInfo
from tulips.web.security import asked_host

if TYPE_CHECKING:
    from collections.abc import Iterator

    import uvicorn
    from starlette.requests import HTTPConnection

LOG = logging.getLogger("tulips.web")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

ELSEWHERE = ("198.51.100.1", "192.168.254.254", "10.254.254.254", "172.31.254.254", "2001:db8::1")
"""Where packets would be sent to see from which address they would go: one for the usual way out, some for private networks."""

NAMED = "TULIPS_ADDRESSES"
"""A variable that names the machine's addresses for others, for a machine that has more of them than should be offered."""

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""What a proxy adds to a request."""

NOT_HERE = "error.not-at-the-server"
NO_NETWORK = "error.no-network"
NOT_LISTENING = "error.not-listening"


class Reach:
    """Where one server listens."""

    def __init__(self) -> None:
        self.server: uvicorn.Server | None = None  # none if something else serves the application
        self._let_in: list[asyncio.AbstractServer] = []

    def info(self, request: "HTTPConnection") -> ReachInfo:
        """Return how others get here, to a browser at this machine; to anybody else, nothing."""
        if not from_here(request):
            return ReachInfo(here=False)
        return ReachInfo(True, self.addresses(), bool(self._let_in) if self._can_switch() else None)

    def addresses(self) -> list[str]:
        """Return where others find the page, the likeliest address first."""
        return list(dict.fromkeys(url for there, port in self._listening() for url in others_find(there, port)))

    async def let_in(self, request: "HTTPConnection", others: bool) -> ReachInfo:
        """Listen in the local network too, or no more; for somebody at this machine."""
        if not from_here(request) or not self._can_switch():
            raise Refused("forbidden", NOT_HERE)
        if others and not self._let_in:
            await self._open()
        elif not others:
            self._close()
        return self.info(request)

    def _can_switch(self) -> bool:
        """Return whether the server was started for this machine alone."""
        given = [server for server in self.server.servers if server not in self._let_in] if self.server else []
        return bool(given) and all(there.is_loopback for there, _ in self._listening(given))

    def _listening(self, servers: "list[asyncio.Server] | None" = None) -> "Iterator[tuple[Address, int]]":
        """Yield where the server listens now."""
        if self.server is None:
            return
        for listener in self.server.servers if servers is None else servers:
            for one in listener.sockets:
                if one.family in (socket.AF_INET, socket.AF_INET6):
                    host, port = one.getsockname()[:2]
                    yield _address(host), port

    async def _open(self) -> None:
        server = self.server
        assert server is not None
        config, port = server.config, next(port for _, port in self._listening())
        problem = Refused("waiting", NO_NETWORK)
        loop = asyncio.get_running_loop()

        def protocol() -> asyncio.Protocol:  # as uvicorn's own `startup` makes it
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=server.server_state, app_state=server.lifespan.state, _loop=loop
            )

        for address in own_addresses(4) or own_addresses(6):
            if address.is_global:  # the whole world is not "others in your network"
                continue
            try:
                listener = await loop.create_server(protocol, str(address), port, backlog=config.backlog)
            except OSError as refusal:
                problem = Refused("waiting", NOT_LISTENING, address=str(address), why=refusal.strerror or str(refusal))
                continue
            self._let_in.append(listener)
            server.servers.append(listener)  # so that it ends with the server
            LOG.info("listening too", extra={"host": str(address), "port": port})
        if not self._let_in:
            raise problem

    def _close(self) -> None:
        """Stop listening there, and close the connections of those who came that way."""
        server = self.server
        assert server is not None
        left = {there for there, _ in self._listening([one for one in server.servers if one in self._let_in])}
        for listener in self._let_in:
            server.servers.remove(listener)  # type: ignore[arg-type]
            listener.close()
        self._let_in.clear()
        for connection in list(server.server_state.connections):
            with contextlib.suppress(AttributeError, TypeError):  # one that is being closed already
                if _address(connection.transport.get_extra_info("sockname")[0]) in left:
                    connection.shutdown()


def others_find(there: Address, port: int) -> list[str]:
    """Return where others find a server that listens there."""
    addresses = own_addresses(there.version) if there.is_unspecified else [there]
    return [_url(address, port) for address in addresses if _is_for_others(address)]


def page_addresses(host: str, port: int) -> tuple[str, list[str]]:
    """Return where whoever starts a server finds its page, and where others do."""
    try:
        there = _address(host)
    except ValueError:
        return f"http://{host}:{port}", []  # a name, which is as good as an address
    own = ipaddress.ip_address("127.0.0.1" if there.version == 4 else "::1") if there.is_unspecified else there
    return _url(own, port), others_find(there, port) if there.is_unspecified else []


def own_addresses(version: int) -> list[Address]:
    """Return the machine's addresses in its networks, or those that were named. Nothing is sent over the network."""
    if named := os.environ.get(NAMED):
        return [address for address in map(ipaddress.ip_address, named.split()) if address.version == version]
    found: dict[Address, None] = {}
    for target in ELSEWHERE:
        if ipaddress.ip_address(target).version != version:
            continue
        with contextlib.suppress(OSError), socket.socket(_family(version), socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))  # for datagrams this only chooses the way
            address = _address(probe.getsockname()[0])
            if not (address.is_loopback or address.is_link_local or address.is_unspecified):
                found[address] = None
    return sorted(found, key=lambda address: address.is_global)  # one in a local network first


def from_here(request: "HTTPConnection") -> bool:
    """Return whether a browser on this machine asks, and not a proxy for somebody else."""
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    name, _ = asked_host(request) or ("", "")
    return _is_of_this_machine(request.client.host) and (name == "localhost" or _is_of_this_machine(name))


def _is_of_this_machine(host: str) -> bool:
    """Return whether the address belongs to this machine alone."""
    try:
        return not _is_for_others(_address(host))
    except ValueError:
        return False


def _is_for_others(address: Address) -> bool:
    return not address.is_loopback or address in own_addresses(address.version)


def _address(host: str) -> Address:
    address = ipaddress.ip_address(host.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def _family(version: int) -> socket.AddressFamily:
    return socket.AF_INET if version == 4 else socket.AF_INET6


def _url(address: Address, port: int) -> str:
    return f"http://{address}:{port}" if address.version == 4 else f"http://[{address}]:{port}"
