"""Coming to a table, by a link or a free seat, and whatever happens to a seat after that.

Each step is decided on the table's state (`seating`) and written together with the links and grants that it makes or voids.
"""

import contextlib
from typing import TYPE_CHECKING

import msgspec

from tulips.table import seating
from tulips.table.checks import checked_level
from tulips.table.links import digest, fresh_secret
from tulips.table.permissions import may_watch, need_host, need_invitation, need_seat
from tulips.table.refusal import Refused
from tulips.table.room import Room
from tulips.table.seating import LINK_USED, SeatGone
from tulips.table.state import NO_SEAT, Grant, Link, Role

if TYPE_CHECKING:
    from tulips.table.registry import Registry
    from tulips.table.wishes import SeatChange

NO_LINK = "error.no-link"
NOBODY_WATCHES = "error.nobody-watches"
TABLE_FULL = "error.table-full"
NO_SEAT_THERE = "error.no-seat"


class Joined(msgspec.Struct, frozen=True):
    """What somebody has got by a link, and whether what they mixed in counts for the chance."""

    role: Role
    seat: int = NO_SEAT
    mixed: bool = False


class OpenedLink(msgspec.Struct, frozen=True):
    """Where a link leads, which seats there whoever has opened it holds already, and why they can't sit down by it, if so."""

    room: Room
    link: Link
    own: list[int]
    why: str | None = None


class SeatChanged(msgspec.Struct, frozen=True):
    """What somebody may do after they have changed a seat, and the secrets of the links that were made for it."""

    grants: frozenset[Grant]
    secret: str | None = None  # of the seat's new link
    table_secret: str | None = None  # of the table's, where somebody has lost the seat


class Joining:
    """How people come to the tables of a registry."""

    def __init__(self, registry: "Registry") -> None:
        self._registry = registry
        self._storage = registry.storage

    async def open_link(self, secret: str, holder: str, address: str = "") -> OpenedLink:
        """Returns where a link leads. If it was used by somebody else, the table gets a notice."""
        found = await self._storage.link(digest(secret))
        if found is None:
            raise Refused("unknown", NO_LINK)
        id, link = found
        room = await self._registry.room(id, address)
        own = await self._seats_of(room, holder)
        if await self._is_used(room, link, holder):
            if not seating.has_fresh_notice(room.state, "used again", link.seat):
                await room.change(lambda state: seating.add_notice(state, "used again", link.seat))
            return OpenedLink(room, link, own, LINK_USED)
        if link.role == "table" and seating.next_free(room.state) is None and not own:
            return OpenedLink(room, link, own, TABLE_FULL)
        return OpenedLink(room, link, own)

    async def host_name(self, room: Room) -> str:
        """Returns what whoever invites to the table is called there; nothing if they do not sit at it or have no name."""
        holders = await self._storage.holders(room.id)
        hosts = {holder for holder, grant in holders if grant.role == "host"}
        seats = [grant.seat for holder, grant in holders if holder in hosts and grant.role == "seat"]
        return room.state.seats[min(seats)].name if seats else ""

    async def watch(self, room: Room, link: Link, holder: str) -> Joined:
        """Let somebody who was invited watch, whether or not there is a seat for them, if anybody may."""
        if not may_watch(room.state, link):
            raise Refused("forbidden", NOBODY_WATCHES)
        await self._storage.grant(holder, room.id, Grant("spectator"))
        return Joined("spectator")

    async def join(self, room: Room, link: Link, holder: str, name: str | None, nonce: str | None) -> Joined:
        """Give the holder what a link is for."""
        match link.role:
            case "host" | "spectator" | "review":
                await self._storage.grant(holder, room.id, Grant(link.role))
                return Joined(link.role)
            case "device":
                return await self._add_device(room, link.seat, holder)
            case "seat":
                return await self._come(room, link.seat, holder, name, nonce)
            case "table":
                return await self._come_first(room, holder, name, nonce)

    async def _come_first(self, room: Room, holder: str, name: str | None, nonce: str | None) -> Joined:
        """Somebody comes by the table's own link: they get the next free seat, or the one that they have."""
        if own := await self._seats_of(room, holder):
            return Joined("seat", min(own))
        while (seat := seating.next_free(room.state)) is not None:
            with contextlib.suppress(SeatGone):
                return await self._come(room, seat, holder, name, nonce)
        raise Refused("late", TABLE_FULL)

    async def _come(self, room: Room, seat: int, holder: str, name: str | None, nonce: str | None) -> Joined:
        """Somebody comes for a seat by a link; they may be there already."""
        if await self._holds(room, seat, holder):
            return Joined("seat", seat)
        return Joined("seat", seat, mixed=await self._sit(room, seat, holder, name, nonce))

    async def _sit(
        self, room: Room, seat: int, holder: str, name: str | None, nonce: str | None, *, only_open: bool = False
    ) -> bool:
        """Somebody sits down, if nobody else is quicker. Returns whether the nonce was mixed into the chance."""
        grant = self._storage.granting(holder, room.id, Grant("seat", seat))
        return await room.change(lambda state: seating.sit(state, seat, name, nonce, only_open=only_open), grant)

    async def _add_device(self, room: Room, seat: int, holder: str) -> Joined:
        """Whoever sits there comes from another browser."""
        if not await self._holds(room, seat, holder):
            grant = self._storage.granting(holder, room.id, Grant("seat", seat))
            await room.change(lambda state: seating.add_device(state, seat), grant)
        return Joined("seat", seat)

    async def _is_used(self, room: Room, link: Link, holder: str) -> bool:
        """Whether a link has brought somebody to a seat already. Whoever it brought may open it again."""
        if link.seat == NO_SEAT or link.role == "review":
            return False
        seat = room.state.seats[link.seat]
        if seat.device if link.role == "device" else seat.is_free:
            return False
        return not await self._holds(room, link.seat, holder)

    async def _holds(self, room: Room, seat: int, holder: str) -> bool:
        return Grant("seat", seat) in await self._storage.grants(holder, room.id)

    async def _seats_of(self, room: Room, holder: str) -> list[int]:
        return [grant.seat for grant in await self._storage.grants(holder, room.id) if grant.role == "seat"]

    async def change_seat(
        self, room: Room, grants: frozenset[Grant], holder: str, seat: int, wish: "SeatChange"
    ) -> SeatChanged:
        """Open, take, leave or change a seat, for somebody who may."""
        if not 0 <= seat < len(room.state.seats):
            raise Refused("unknown", NO_SEAT_THERE)
        storage, mine = self._storage, Grant("seat", seat)
        level = checked_level(room.game, wish.level)
        waits = room.state.phase == "waiting"
        match wish.action:
            case "take":
                need_invitation(room.state, grants)
                await self._sit(room, seat, holder, wish.name, wish.nonce, only_open=True)
                return SeatChanged(grants | {mine})
            case "name":
                need_seat(grants, seat)
                await room.change(lambda state: seating.rename(state, seat, wish.name))
            case "leave":
                need_seat(grants, seat)
                void = storage.clear_seat(room.id, seat, None) if waits else None
                await room.change(lambda state: seating.leave(state, seat, level, room.game, waits=waits), void)
                return SeatChanged(grants - {mine} if waits else grants)
            case "return":
                need_seat(grants, seat)
                await room.change(lambda state: seating.come_back(state, seat))
            case "device":
                need_seat(grants, seat)
                secret = fresh_secret()
                link_out = storage.replacing_link(room.id, Link("device", seat), digest(secret))
                await room.change(lambda state: seating.expect_device(state, seat), link_out)
                return SeatChanged(grants, secret)
            case "only here":
                need_seat(grants, seat)
                await room.change(lambda state: seating.only_here(state, seat), storage.keep_only(room.id, seat, holder))
            case "bot":
                need_host(grants)
                table_secret = _fresh_table_secret(room, seat) if waits else None
                void = storage.clear_seat(room.id, seat, None, table_secret and digest(table_secret)) if waits else None
                await room.change(lambda state: seating.give_to_bot(state, seat, level, room.game, waits=waits), void)
                return SeatChanged(grants, None, table_secret)
            case "open" | "revoke":
                need_host(grants)
                secret, table_secret = fresh_secret(), _fresh_table_secret(room, seat)
                how = seating.reopen if wish.action == "open" else seating.revoke
                void = storage.clear_seat(room.id, seat, digest(secret), table_secret and digest(table_secret))
                await room.change(lambda state: how(state, seat), void)
                return SeatChanged(grants, secret, table_secret)
        return SeatChanged(grants)


def _fresh_table_secret(room: Room, seat: int) -> str | None:
    """Returns a secret for a new link to the table, where somebody holds the seat who might come back by the old one."""
    there = room.state.seats[seat]
    return fresh_secret() if there.kind == "human" and not there.awaited else None
