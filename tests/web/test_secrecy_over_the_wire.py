"""What a seat or a spectator is sent tells nothing that it cannot know, not even by its size; and a leak would be seen."""

import asyncio
import functools
import itertools
import zlib
from collections.abc import Callable, Iterator
from typing import Any, cast

import msgspec
import pytest

import tulips
from support.client import Guest, Page, browsing, until
from support.redeal_checks import CHANCE, hidden_part, viewers
from support.server_thread import Inside, served
from support.soak import times
from support.twin_worlds import Twins, starts, twins
from tulips.engine.game import Game
from tulips.engine.kinds import Move
from tulips.engine.phrase import Phrase
from tulips.engine.preview import Preview
from tulips.engine.state.state import States
from tulips.engine.viewers import ALL_SEEING, SPECTATOR
from tulips.review import hints
from tulips.table import broadcast, live_match, room
from tulips.table.refusal import Refused
from tulips.web import app
from tulips.web.socket import Connection, encoded

pytestmark = [pytest.mark.slow, pytest.mark.repeats]

POSITIONS = {"few": times(6, 40), "most": times(3, 20)}
"""How many positions of a game are looked at, with three seats and with as many as it has."""

SECRETIVE = [name for name in tulips.game_names() if tulips.game(name).secret_options is not None]
"""The games with secrets."""

STRANGE_MOVES: list[int | str] = [-1, -9999, "dance on the table", ""]


class TwinServers:
    """Two servers, one for each world; a match begins with the record that is planted."""

    def __init__(self, servers: tuple[Inside, Inside]) -> None:
        self.servers = servers
        self._names = (f"twin{i}" for i in itertools.count())

    def transcripts(self, pair: Twins) -> list[list[str]]:
        """All that the viewer is sent in both worlds: at tables of one name, with one seed, at the same place."""
        name = next(self._names)
        both = []
        for world, server in enumerate(self.servers):
            record = pair.records[world]
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(app, "fresh_id", lambda: name)
                patch.setattr(live_match, "initial_states", lambda *_, record=record: record.copy())
                patch.setattr(live_match, "key_of_seed", lambda *_, record=record: record["key"][0])
                patch.setattr(hints, "hint_effort", lambda _game: hints.HintEffort(iterations=60, worlds=6))
                both.append(asyncio.run(watched(server, pair, world)))
        return both


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwinServers]:
    folder = tmp_path_factory.mktemp("worlds")
    with served(f"sqlite:///{folder}/one.db") as one, served(f"sqlite:///{folder}/other.db") as other:
        yield TwinServers((one, other))


async def watched(server: Inside, pair: Twins, world: int) -> list[str]:
    """Play the twins' moves in one world; every frame and every answer that the viewer got."""
    game, viewer = pair.game, pair.viewer
    seats = int(pair.records[0]["seats"][0])
    async with browsing() as http:
        others, watcher = Guest(http, server.address), Guest(http, server.address)
        kinds = ["open" if seat == viewer else "you" for seat in range(seats)]
        made = await others.make(game.name, kinds, seed="twins", options=dict(game.secret_options or {}), help="hints")
        await watcher.join(made["links"]["spectator"] if viewer == SPECTATOR else made["links"]["seats"][viewer])
        hands = await others.sit(made["table"])
        await hands.ready()
        await until(
            lambda: not server.web.registry.rooms[made["table"]]._tasks
        )  # or some would be shown their first position twice
        page = await watcher.sit(made["table"])
        await try_what_can_not_be(page, seats)
        hinted = await page.ask("hint", number=page.told.number)
        assert hinted["type"] == "hint" or viewer not in game.actors(pair.records[world]), hinted
        for number, step in enumerate(pair.steps):
            mover, more = (page, {}) if step.seat == viewer else (hands, {"seat": step.seat})
            done = await mover.ask("move", number=number, move=step.moves[world], **more)
            assert done["type"] == "done", done
            await page.reach(number + 1)
            await page.flush()
        await try_what_can_not_be(page, seats)
        answers = [await answer_of(watcher, f"/tables/{made['table']}{path}") for path in paths(seats, len(pair.steps))]
        before = len(page.texts)
        await page.ask("undo", number=len(pair.steps))
        if not any('"type":"state"' in text for text in page.texts[before:]):
            await page.flush()  # those who have to agree are asked
        await page.close()
        await hands.close()
        return page.texts + answers


async def try_what_can_not_be(page: Page, seats: int) -> None:
    """Ask for what is refused: the sentences and the views that come with them must not tell either."""
    number = page.told.number
    for move in STRANGE_MOVES:
        await page.ask("move", number=number, move=move)
    await page.ask("move", number=number + 1, move=0)
    for seat in range(seats + 1):
        if page.told.position and seat != page.told.position["viewer"]:
            await page.ask("move", number=number, move=0, seat=seat)
    await page.ask("ask", move="what lies on top of the deck?")
    await page.ask("consent", agree=True)
    await page.flush()


async def answer_of(guest: Guest, path: str) -> str:
    """All of an answer but its date."""
    answer = await guest.get(path)
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return f"{path} {answer.status_code} {headers} {answer.text}"


def paths(seats: int, moves: int) -> list[str]:
    """What can be asked over HTTP about a running match, and what can't."""
    past = [f"/positions/{at}" for at in range(moves + 2)]
    return ["", *past, *(f"/positions/{moves}?as={seat}" for seat in [*range(seats), "all"]), "/record"]


def compare(wire: TwinServers, pair: Twins) -> None:
    first, second = wire.transcripts(pair)
    for one, other in itertools.zip_longest(first, second):
        assert one == other, f"viewer {pair.viewer} of {pair.game.name} can tell two worlds apart"


def pairs(game: Game, seats: int, positions: int) -> Iterator[Twins]:
    for noise, states in enumerate(starts(game, seats, seats, positions)):
        for viewer in viewers(seats):
            yield twins(game, states, viewer, noise)


@pytest.mark.parametrize("people", POSITIONS)
@pytest.mark.parametrize("name", tulips.game_names())
def test_worlds_that_a_viewer_cannot_tell_apart_give_the_same_frames(wire: TwinServers, name: str, people: str) -> None:
    game = tulips.game(name)
    hints.warm_up(game)
    seats = max(game.seat_counts) if people == "most" else 3
    played = different = sealed = at_once = 0
    for pair in pairs(game, seats, POSITIONS[people]):
        compare(wire, pair)
        played += len(pair.steps)
        different += hidden_part(pair.records[0]) != hidden_part(pair.records[1])
        at_once += len(game.actors(pair.records[0])) > 1
        sealed += sum(step.moves[0] != step.moves[1] for step in pair.steps)
    if game.secret_options is None:
        return  # nothing but the chance to come is hidden, and dice show it soon
    assert played >= 20 and different >= 5, "the twins were told apart too soon, or did not differ"
    assert sealed or not at_once, "nobody chose differently in secret"


# What a delayed spectator has not been shown yet

BEHIND = 3


async def watched_late(server: Inside, world: int, name: str) -> list[str]:
    """Play some moves, the last of them different in each world; everything that a delayed spectator is told."""
    game = tulips.game(name)
    async with browsing() as http:
        hands, spectator = Guest(http, server.address), Guest(http, server.address)
        seats = max(game.seat_counts)
        made = await hands.make(game.name, ["you"] * seats, seed="late", watching="delayed", delay=BEHIND)
        await spectator.join(made["links"]["spectator"])
        page = await hands.sit(made["table"])
        await page.ready()
        room = server.web.registry.rooms[made["table"]]
        await until(lambda: not room._tasks)
        watching = await spectator.sit(made["table"])
        for number in range(4 * BEHIND):
            assert room.live is not None and room.behind is not None
            await try_what_can_not_be(watching, seats)
            seat = room.live.actors[0]
            offered = game.moves(room.live.states, seat)
            differs = world and number >= 3 * BEHIND
            done = await page.ask("move", number=number, move=offered[-1 if differs else 0], seat=seat)
            assert done["type"] == "done", done
            await watching.reach(number + 1 - BEHIND)
            await watching.flush()
        answers = [await answer_of(spectator, f"/tables/{made['table']}{path}") for path in paths(seats, 4 * BEHIND)]
        await watching.close()
        await page.close()
        return watching.texts + answers


@pytest.mark.parametrize("name", tulips.game_names())
def test_a_delayed_spectator_cannot_tell_what_was_done_since(wire: TwinServers, name: str) -> None:
    both = []
    for world, server in enumerate(wire.servers):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(app, "fresh_id", lambda: f"late{tulips.game_names().index(name)}")
            both.append(asyncio.run(watched_late(server, world, name)))
    for one, other in itertools.zip_longest(*both):
        assert one == other, f"a delayed spectator of {name} can tell what was done since"


# A leak would be seen


def secret(states: Any) -> int:
    """A number that tells one world from another."""
    return zlib.crc32(hidden_part(states))


@functools.cache
def hidden_field(game: Game) -> str:
    """The field of the state that differs most often between worlds which a viewer cannot tell apart."""
    fields = [field for field in game.state_type.dtype.names or () if field not in CHANCE]
    often = {field: sum(str(one[field]) != str(other[field]) for one, other in of_pairs(game)) for field in fields}
    found = max(often, key=lambda field: often[field])
    assert often[found], f"{game.name} says that it has secrets, and nothing of its state is ever hidden"
    return found


def of_pairs(game: Game) -> list[tuple[States, States]]:
    return [pair.records for pair in planned(game.name)]


def hidden(game: Game, s: Any) -> str:
    """Something of a record that was read out which its viewers must not know."""
    return repr(getattr(s, hidden_field(game)))


def leak_in_view(patch: pytest.MonkeyPatch, game: Game) -> None:
    view = game.views.view
    patch.setattr(game.views, "view", lambda s, seat: {"view": view(s, seat), "more": hidden(game, s)})


def leak_in_preview(patch: pytest.MonkeyPatch, game: Game) -> None:
    for kind in game.kinds.MOVES:

        def leaky(self: Move, s: Any, seat: int, number: int, preview: Any = kind.preview) -> Preview:
            told: Preview = preview(self, s, seat, number)
            return msgspec.structs.replace(told, summary=leaking(told.summary, game, s))

        patch.setattr(kind, "preview", leaky)


def leak_in_phrase(patch: pytest.MonkeyPatch, game: Game) -> None:
    seen = game.kinds.move_seen
    latest: list[Any] = []

    def remembering(s: Any, now: Any, seat: int, number: int, viewer: int) -> Move:
        latest[:] = [now]
        return seen(s, now, seat, number, viewer)

    patch.setattr(game.kinds, "move_seen", remembering)
    for kind in game.kinds.MOVES:
        leaky = lambda self, phrase=kind.phrase: leaking(phrase(self), game, latest[0]) if latest else phrase(self)  # noqa: E731
        patch.setattr(kind, "phrase", leaky)


def leaking(phrase: Phrase, game: Game, s: Any) -> Phrase:
    """The same words, with a gap's value more."""
    return msgspec.structs.replace(phrase, values={**phrase.values, "more": hidden(game, s)})


def leak_in_log(patch: pytest.MonkeyPatch, game: Game) -> None:
    seen = game.kinds.move_seen
    patch.setattr(game.kinds, "move_seen", lambda s, now, seat, move, viewer: seen(s, now, seat, move, ALL_SEEING))


def leak_in_drawn_cards(patch: pytest.MonkeyPatch, game: Game) -> None:
    seen = game.kinds.outcome_seen
    patch.setattr(game.kinds, "outcome_seen", lambda s, outcome, viewer: seen(s, outcome, ALL_SEEING))


def leak_in_offers(patch: pytest.MonkeyPatch, game: Game) -> None:
    for kind in game.kinds.MOVES:
        leaky = lambda self, s, seat, handles=kind.handles: (*handles(self, s, seat), hidden(game, s))  # noqa: E731
        patch.setattr(kind, "handles", leaky)


def leak_in_refusals(patch: pytest.MonkeyPatch, game: Game) -> None:
    def leaky(self: room.Room, live: live_match.LiveMatch, seat: int, move: int | str) -> int:
        raise Refused("illegal", "Not while the deck is {deck}.", deck=str(secret(live.states)))

    legal = room.Room.legal
    patch.setattr(room.Room, "legal", lambda *a: leaky(*a) if a[3] in STRANGE_MOVES else legal(*a))


def leak_in_size(patch: pytest.MonkeyPatch, game: Game) -> None:
    look = Connection._look

    async def padded(self: Connection) -> tuple[int, Any]:
        number, position = await look(self)
        spaces = secret(self.room.live.states) % 50 if self.room.live else 0
        return number, position and encoded(bytes(cast("msgspec.Raw", position)) + b" " * spaces)

    patch.setattr(Connection, "_look", padded)


def leak_in_past_positions(patch: pytest.MonkeyPatch, game: Game) -> None:
    whole = broadcast.replay_position
    patch.setattr(room, "replay_position", lambda game, header, made, viewer: whole(game, header, made, ALL_SEEING))


Leak = Callable[[pytest.MonkeyPatch, Game], None]

LEAKS: list[Leak] = [
    leak_in_view,
    leak_in_preview,
    leak_in_phrase,
    leak_in_offers,
    leak_in_refusals,
    leak_in_size,
    leak_in_past_positions,
]
LEAKS_OF_CARDS: list[Leak] = [leak_in_log, leak_in_drawn_cards]
"""Those that take cards in hands which words tell."""

PLANTED = [*itertools.product(SECRETIVE, LEAKS), *(("gift-of-tulips", leak) for leak in LEAKS_OF_CARDS)]


@functools.cache
def planned(name: str) -> list[Twins]:
    return list(pairs(tulips.game(name), 3, POSITIONS["few"]))


@pytest.mark.parametrize(("name", "leak"), PLANTED, ids=[f"{name}-{leak.__name__}" for name, leak in PLANTED])
def test_a_planted_leak_is_caught(wire: TwinServers, name: str, leak: Leak) -> None:
    game, along = tulips.game(name), planned(name)
    with pytest.MonkeyPatch.context() as patch, pytest.raises(AssertionError, match="can tell two worlds apart"):
        leak(patch, game)
        for pair in along:
            compare(wire, pair)
