"""Tables and games as the page sees them: state, made into the structs of `messages` and `api`."""

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

import msgspec

import tulips
from tulips import bots, games
from tulips.engine.phrase import ENGLISH, catalogue
from tulips.engine.viewers import SPECTATOR
from tulips.table.state import NO_SEAT, SeatState, TableState, settings_of, usual_name
from tulips.web.messages import ChatLine, HelpInfo, HelpUsedInfo, NoticeInfo, SeatInfo, TableInfo, UndoInfo

if TYPE_CHECKING:
    from tulips.engine.phrase import Phrase
    from tulips.table.room import Room
    from tulips.table.state import Said


class OptionInfo(TypedDict):
    """An option of a game, as its `game.toml` declares it. Its text and its choices are told in the language asked for."""

    text: str
    kind: Literal["flag", "seat", "data", "number", "choice"]
    default: str | int | bool
    choices: NotRequired[dict[str, str]]


class FlowerInfo(msgspec.Struct, frozen=True):
    """A tulip of a bouquet."""

    colour: str
    variety: Literal["plain", "feathered", "flamed"]
    seed: int


class PortraitInfo(msgspec.Struct, frozen=True):
    """How a game is shown: how heavy it is to learn and play, from 1 to 5, and its bouquet."""

    weight: int = 2
    tulips: tuple[FlowerInfo, ...] = (FlowerInfo("red", "plain", 1),)


class GameInfo(msgspec.Struct, frozen=True):
    """A game for the home page."""

    name: str
    title: str
    designer: str
    publisher: str
    year: int | None
    seats: tuple[int, int]
    minutes: int
    summary: str
    options: dict[str, OptionInfo]
    bots: list[str]
    reconstructed: list[str]
    portrait: PortraitInfo
    compiled: str  # "ready", "compiling" or "cold"


@functools.cache
def game_info(name: str, language: str = ENGLISH) -> GameInfo:
    """Return what a page in a language shows of a game, but for whether it is compiled."""
    about = tulips.game(name).about
    facts, texts = games.facts(name, language), catalogue(games.folder(name), language)
    for key, option in facts["options"].items():
        if "choices" in option:
            option["choices"] = {choice: texts[f"option.{key}.{choice}"] for choice in option["choices"]}
    return GameInfo(
        name=name,
        title=about.title,
        designer=about.designer,
        publisher=about.publisher,
        year=about.year,
        seats=about.seats,
        minutes=about.minutes,
        summary=facts["summary"],
        options={key: option for key, option in facts["options"].items() if not about.options[key].legacy},
        bots=bots.names(tulips.game(name)),
        reconstructed=facts["reconstructed"],
        portrait=msgspec.convert(facts.get("portrait", {}), PortraitInfo),
        compiled="cold",
    )


def room_info(room: "Room", seats: Iterable[int], host: bool) -> TableInfo:
    """Return a live table for somebody who holds some seats."""
    held = frozenset(seats)
    viewer = next(iter(held), SPECTATOR)
    late = room.is_late(viewer)  # then clock and questions would tell when somebody has moved
    asked = None if late else room.undo_asked
    return _info(
        room.id,
        room.state,
        held,
        host=host,
        connected=[room.is_connected(p) for p in range(len(room.state.seats))],
        clocks=[(None, False) if late else (room.deadline(p), room.is_clock_stopped(p)) for p in range(len(room.state.seats))],
        spectators=sum(not holds for holds in room.people.values()),
        undo=UndoInfo(asked.seat, asked.moves, asked.waiting_for) if asked else None,
        can_undo=room.can_undo(held),
        undo_reveals=not room.undo_is_free(held),
        peeks=room.peeks_shown_to(viewer),
        broken=room.broken,
        compiling=room.compiling,
        seen=room.shown_to(viewer),
    )


def listed_info(id: str, state: TableState, seats: Iterable[int] = ()) -> TableInfo:
    """Return a table for somebody who looks in from the lobby, or by a link; they may hold seats there."""
    nobody = [False] * len(state.seats)
    return _info(
        id,
        state,
        frozenset(seats),
        host=False,
        connected=nobody,
        clocks=[(None, False)] * len(state.seats),
        spectators=0,
        undo=None,
        can_undo=False,
        undo_reveals=False,
        peeks=0,
        broken=None,
        compiling=None,
        seen=0,
    )


def _info(
    id: str,
    state: TableState,
    held: frozenset[int],
    *,
    host: bool,
    connected: list[bool],
    clocks: list[tuple[float | None, bool]],
    spectators: int,
    undo: UndoInfo | None,
    can_undo: bool,
    undo_reveals: bool,
    peeks: int,
    broken: "Phrase | None",
    compiling: int | None,
    seen: int,
) -> TableInfo:
    return TableInfo(
        **settings_of(state),
        id=id,
        game=state.game,
        title=game_info(state.game).title,
        rules=state.rules,
        rules_are_current=state.rules == tulips.game(state.game).about.rules_version,
        phase=state.phase,
        seats=[
            SeatInfo(
                name=_shown_name(p, seat),
                kind=seat.kind,
                level=seat.level,
                connected=connected[p],
                yours=p in held,
                standing_in=seat.standing_in,
                shares_screen=seat.shares_screen,
                awaited=seat.awaited,
                browsers=seat.browsers if p in held else None,
                deadline=clocks[p][0],
                clock_stopped=clocks[p][1],
            )
            for p, seat in enumerate(state.seats)
        ],
        deadline=min((left for left, _ in clocks if left is not None), default=None),
        host=host,
        secrets=tulips.game(state.game).secret_options is not None,
        spectators=spectators,
        commitment=state.commitment,
        seed=state.seed if state.phase == "over" else None,
        nonces=list(state.nonces.values()),
        undo=undo,
        can_undo=can_undo,
        undo_reveals=undo_reveals,
        peeks=peeks,
        notices=[
            NoticeInfo(notice.number, notice.kind, notice.seat, notice.name)
            for notice in state.notices
            if notice.kind != "device" or notice.seat in held
        ],
        rematch=state.rematch,
        rematch_commitment=state.next.commitment if state.next else None,
        rematch_nonces=list(state.next.nonces.values()) if state.next else [],
        broken=broken,
        compiling=compiling,
        helps=state.helps,
        help_asked=HelpInfo(state.help_asked.help, state.help_asked.waiting_for) if state.help_asked else None,
        help_used=[HelpUsedInfo(note.moves, note.seat, note.warning) for note in state.help_used if note.number <= seen],
    )


def _shown_name(p: int, seat: SeatState) -> str:
    """Return a seat's own name. Older tables and record files also hold what a seat without one is called in English."""
    return "" if seat.name in (usual_name(p, "open"), usual_name(p, "bot")) else seat.name


def chat_line(said: "Said") -> ChatLine:
    """Return a line of the chat."""
    return ChatLine(said.number, None if said.seat == NO_SEAT else said.seat, said.name, said.text, said.channel)
