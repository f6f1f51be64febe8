"""A database that an older server has left is brought up to date, and the matches in it are played on."""

import json
from typing import Any

import sqlalchemy as sa

import tulips
from support.blocking_client import Browser, Page, until
from support.server_thread import serving
from tulips.engine.match.match import Match
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.state.chance import commitment
from tulips.table.database.schema_upgrade import newest, upgrade
from tulips.table.database.storage import Storage
from tulips.table.links import digest

GAME, TABLE, SEED = "gift-of-tulips", "oldtable22", "an old seed"
COOKIE, LINK = "cookie-of-the-first-seats-browser", "secret-of-the-second-seats-link"
BENS_COOKIE = "cookie-of-the-second-seats-browser"
MOVES = 6


def begun() -> Match:
    """The match as far as it had come."""
    match = tulips.game(GAME).match(2, seed=SEED, names=["Ada", "Ben"])
    for _ in range(MOVES):
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    return match


def rows_of_the_first_version(match: Match) -> dict[str, list[dict[str, Any]]]:
    """What the first version of the schema kept of it, by table."""
    seat = {"kind": "human", "level": None, "standing_in": False}
    state = {
        "game": GAME,
        "rules": match.game.about.rules_version,
        "seats": [{"name": "Ada", **seat}, {"name": "Ben", **seat}],
        "options": match.options,
        "phase": "playing",
        "seed": SEED,
        "commitment": commitment(SEED),
        "started": 1.0,
    }
    moves = [step for step in match.line if isinstance(step, Move)]
    return {
        "tables": [
            {
                "id": TABLE,
                "game": GAME,
                "phase": "playing",
                "listed": False,
                "created": 1.0,
                "version": 3,
                "state": json.dumps(state),
            }
        ],
        "events": [
            {
                "match": TABLE,
                "number": number,
                "seat": move.seat,
                "move": move.move,
                "undone": None,
                "message": f"{move.seat}:{number}",
                "player": "human",
                "made": 1.0,
            }
            for number, move in enumerate(moves, 1)
        ],
        "chat": [
            {"match": TABLE, "number": number, "seat": 0, "name": "Ada", "text": text, "said": 1.0}
            for number, text in enumerate(["hello", "hello"], 1)
        ],
        "links": [{"digest": digest(LINK), "match": TABLE, "role": "seat", "seat": 1}],
        "grants": [
            {"holder": digest(COOKIE), "match": TABLE, "role": "host", "seat": -1},
            {"holder": digest(COOKIE), "match": TABLE, "role": "seat", "seat": 0},
            {"holder": digest(BENS_COOKIE), "match": TABLE, "role": "seat", "seat": 1},
        ],
    }


def leave_an_old_database(database: str, match: Match) -> None:
    storage = Storage(database)
    with storage.engine.begin() as connection:
        upgrade(connection, "0001")
        for name, rows in rows_of_the_first_version(match).items():
            connection.execute(sa.table(name, *map(sa.column, rows[0])).insert(), rows)
    storage.engine.dispose()


def version(database: str) -> str:
    storage = Storage(database)
    with storage.engine.connect() as connection:
        found: str = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one()
    storage.engine.dispose()
    return found


def test_a_match_of_the_first_version_is_played_on(database: str) -> None:
    match = begun()
    leave_an_old_database(database, match)
    assert version(database) == "0001" != newest()
    with serving(database) as address:
        assert version(database) == newest()
        stranger = Browser(address)
        assert stranger.get(f"/tables/{TABLE}").status_code == 404, "anybody may come"
        assert stranger.post("/join", {"secret": LINK}).status_code == 409, "that seat was taken when links could be used again"
        pages = [Page(address, TABLE, COOKIE), Page(address, TABLE, BENS_COOKIE)]
        for seat, page in enumerate(pages):
            assert page.hear_position()["viewer"] == seat and page.number == MOVES
            assert [entry["phrase"]["name"] for entry in page.log] == [entry.phrase.name for entry in match.log(viewer=seat)]
            assert [line["text"] for line in page.chat] == ["hello", "hello"]
        assert pages[0].table["host"] and pages[0].table["commitment"] == commitment(SEED)
        for _ in range(2):
            assert pages[1].ask("chat", id="same", text="still here")["type"] == "done"
        pages[0].hear_until(lambda: len(pages[0].chat) == 3)
        play_to_the_end(pages)
    with serving(database, review_effort=0.02) as address:
        page = Page(address, TABLE, COOKIE)
        page.hear_position()
        assert page.table["phase"] == "over" and page.table["seed"] == SEED
        assert [line["text"] for line in page.chat] == ["hello", "hello", "still here"]
        ada = Browser(address)
        ada.http.cookies.set("tulips", COOKIE)
        path = f"/tables/{TABLE}/review"
        assert ada.get(path).json()["state"] == "none"
        ada.post(path)
        review = until(lambda: (told := ada.get(path).json())["state"] == "ready" and told["reviewed"]["review"])
        assert [seat["name"] for seat in review["seats"]] == ["Ada", "Ben"]


def play_to_the_end(pages: list[Page]) -> None:
    """Whoever's turn it is, moves."""
    while not all(page.position and page.position["end"] for page in pages):
        number = max(page.number for page in pages)
        for page in pages:
            page.hear_number(number)
        acting = [page for page in pages if page.position and page.position["viewer"] in page.position["acting"]]
        for page in acting[:1]:
            page.play()
    pages[0].hear_until(lambda: pages[0].table["phase"] == "over")
