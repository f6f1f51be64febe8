"""What happens around a game: links, seats, undo, clocks, spectators, rematches, records, chance."""

import hashlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import tulips
from support.blocking_client import Browser, Page, until
from support.postgres import Postgres
from support.server_process import Process
from support.server_thread import served, serving
from tulips.engine.errors import BadRecord
from tulips.engine.match import record_file
from tulips.table.seating import MOST_NONCES
from tulips.table.thinking import Thinking
from tulips.web.limits import PerAddress

GAME = "gift-of-tulips"


def two_people(browser: Browser, address: str, **more: object) -> tuple[Page, Page, dict[str, object]]:
    """Two people at a table of two."""
    made = browser.make(GAME, "you", "open", **more)
    other = Browser(address)
    other.join(made["links"]["seats"][1], name="Bea")
    pages = browser.sit(made["table"]), other.sit(made["table"])
    for page in pages:
        page.hear_position()
    return *pages, made


def actor(*pages: Page) -> Page:
    """The page of whoever acts, once all have heard of the last event."""
    last = max(page.number for page in pages)
    for page in pages:
        page.hear_number(last)
    return next(page for page in pages if page.position and page.position["viewer"] in page.position["acting"])


def play(pages: tuple[Page, ...], moves: int) -> None:
    for _ in range(moves):
        number = actor(*pages).play()
        for page in pages:
            page.hear_number(number)


# Links and seats


def test_a_table_begins_when_the_last_seat_is_taken(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open", "random")
    with browser.sit(made["table"]) as page:
        assert page.table["phase"] == "waiting" and page.position is None
        assert page.ask("move", number=0, move=0)["code"] == "waiting"
        Browser(address).join(made["links"]["seats"][1], name="Bea")
        page.hear_until(lambda: page.position)
        assert [seat["name"] for seat in page.table["seats"]][1] == "Bea"


def test_a_seat_without_a_name_has_none_until_it_stands_in_a_record(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    path = f"/tables/{made['table']}"
    assert [seat["name"] for seat in browser.get(path).json()["seats"]] == ["", ""]
    with browser.sit(made["table"]) as page:
        page.play_on()
    record = browser.get(f"{path}/record").content
    assert json.loads(record)["seats"] == ["Seat 1", "Bot 2"]
    seen = browser.http.post("/records", content=record).json()["table"]
    assert [seat["name"] for seat in browser.get(f"/tables/{seen}").json()["seats"]] == ["", ""]
    assert browser.get(f"/tables/{seen}/record").content == record


def test_the_secret_of_a_link_has_many_bits_and_is_not_in_the_database(browser: Browser, database: str) -> None:
    made = browser.make(GAME, "you", "open")
    links = made["links"]
    assert links["seats"][0] is None, "whoever sits there needs none"
    secrets = [link.split("#")[1] for link in (links["host"], links["table"], links["seats"][1], links["spectator"])]
    assert len(set(secrets)) == 4 and all(len(secret) >= 32 for secret in secrets)  # six bits a letter
    cookie = browser.http.cookies["tulips"]
    kept = _everything(database)
    assert hashlib.sha256(secrets[0].encode()).hexdigest() in kept
    assert not any(secret in kept for secret in [*secrets, cookie])


def _everything(database: str) -> str:
    import sqlalchemy as sa

    from tulips.table.database.schema import METADATA
    from tulips.table.database.storage import Storage

    engine = Storage(database).engine
    with engine.connect() as connection:
        kept = repr([list(connection.execute(sa.select(table))) for table in METADATA.tables.values()])
    engine.dispose()
    return kept


def test_the_cookie_is_out_of_reach_of_scripts(browser: Browser) -> None:
    answer = browser.post("/tables", {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}]})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie


def test_a_revoked_link_no_longer_leads_to_the_seat_and_whoever_sat_there_is_out(browser: Browser, address: str) -> None:
    _, theirs, made = two_people(browser, address)
    answer = browser.post(f"/tables/{made['table']}/seats/1", {"action": "revoke"})
    link = answer.json()["link"]
    with pytest.raises(ConnectionClosed):
        while True:
            theirs.hear()
    old = made["links"]["seats"][1].split("#")[1]  # type: ignore[index]
    assert Browser(address).post("/join", {"secret": old}).status_code == 404
    assert Browser(address).join(link)["seat"] == 1


def test_only_the_host_manages_and_only_the_seat_leaves(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open")
    other = Browser(address)
    other.join(made["links"]["seats"][1])
    path = f"/tables/{made['table']}"
    assert other.post(f"{path}/seats/0", {"action": "revoke"}).status_code == 403
    assert other.post(f"{path}/start").status_code == 403
    assert other.post(f"{path}/seats/0", {"action": "leave"}).status_code == 403
    assert other.post(f"{path}/seats/7", {"action": "leave"}).status_code == 404


def test_a_human_who_leaves_is_replaced_by_a_bot_and_can_come_back(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    path = f"/tables/{made['table']}/seats/0"
    with browser.sit(made["table"]) as page:
        page.my_turn()
        assert browser.post(path, {"action": "leave", "level": "random"}).status_code == 200
        page.hear_until(lambda: page.table["seats"][0]["standing_in"])
        page.hear_until(lambda: page.position and page.position["moves"] >= 6)
        assert browser.post(path, {"action": "return"}).json()["table"]["seats"][0]["standing_in"] is False


def test_the_host_can_start_with_bots_on_open_seats(browser: Browser) -> None:
    made = browser.make(GAME, "you", "open", "open")
    with browser.sit(made["table"]) as page:
        assert browser.post(f"/tables/{made['table']}/start?level=wizard").status_code == 400
        started = browser.post(f"/tables/{made['table']}/start?level=greedy").json()
        assert started["seats"][1]["level"] == "greedy"
        page.my_turn()
        assert [seat["kind"] for seat in page.table["seats"]] == ["human", "bot", "bot"]


def test_a_friend_who_comes_when_bots_have_begun_plays_on_for_the_bot(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open", "open")
    assert browser.post(f"/tables/{made['table']}/start").status_code == 200
    friend = Browser(address)
    friend.join(made["links"]["seats"][1], name="Ada")
    with browser.sit(made["table"]) as page, friend.sit(made["table"]) as late:
        page.my_turn()
        assert [seat["kind"] for seat in page.table["seats"]] == ["human", "human", "bot"]
        assert page.table["seats"][1]["name"] == "Ada"
        while page.position and 1 not in page.position["acting"]:
            page.my_turn()
            page.play()
            page.hear_until(lambda: page.position and {0, 1} & {*page.position["acting"]})
        late.my_turn()
        late.play()


def test_a_listed_table_is_in_the_lobby_and_its_open_seat_is_for_one(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open", "open", listed=True)
    private = browser.make(GAME, "you", "open")
    first, second = Browser(address), Browser(address)
    listed = [table["id"] for table in first.get("/tables").json()["tables"]]
    assert made["table"] in listed and private["table"] not in listed
    path = f"/tables/{made['table']}/seats/1"
    assert first.post(path, {"action": "take", "name": "Bea"}).json()["table"]["seats"][1]["yours"]
    assert second.post(path, {"action": "take"}).status_code == 409
    assert second.post(f"/tables/{private['table']}/seats/1", {"action": "take"}).status_code == 404
    second.join(private["links"]["spectator"])
    assert second.post(f"/tables/{private['table']}/seats/1", {"action": "take"}).status_code == 403


# Undo


def test_a_sealed_choice_can_be_taken_back_freely(browser: Browser, address: str) -> None:
    mine, _, _ = two_people(browser, address)
    mine.play()
    mine.hear_until(lambda: mine.table["can_undo"])
    done = mine.ask("undo", number=mine.number)
    assert done["type"] == "done" and done["number"] == 2
    mine.hear_until(lambda: mine.number == 2)
    assert mine.position is not None and mine.position["moves"] == 0 and 0 in mine.position["acting"]


def test_a_page_is_told_when_its_choice_can_no_longer_be_taken_back_freely(browser: Browser, address: str) -> None:
    mine, theirs, _ = two_people(browser, address)
    mine.play()
    mine.hear_until(lambda: mine.table["can_undo"] and not mine.table["undo_reveals"])
    theirs.play()
    mine.hear_until(lambda: mine.table["undo_reveals"])


def test_what_was_revealed_is_taken_back_only_by_consent(browser: Browser, address: str) -> None:
    mine, theirs, _ = two_people(browser, address)
    play((mine, theirs), 3)  # both openings, and the first card of a turn: another was drawn after it
    asker = next(page for page in (mine, theirs) if page.log[-1]["seat"] in (None, page.hear_position()["viewer"]))
    other = theirs if asker is mine else mine
    assert asker.ask("undo", number=asker.number)["type"] == "done"
    other.hear_until(lambda: other.table["undo"])
    assert asker.position is not None and asker.position["moves"] == 3
    assert other.table["undo"]["waiting_for"] == [other.position["viewer"]]  # type: ignore[index]
    assert other.ask("consent", agree=False)["type"] == "done"
    asker.hear_until(lambda: asker.table["undo"] is None)
    asker.ask("undo", number=asker.number)
    other.hear_until(lambda: other.table["undo"])
    assert other.ask("consent", agree=True)["type"] == "done"
    for page in (asker, other):
        while page.hear_position()["moves"] >= 3:
            page.hear()
    assert other.ask("consent", agree=True)["code"] == "nothing to undo"


def test_against_bots_a_move_is_taken_back_with_what_followed(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random", seed="undo")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        page.play()
        page.my_turn()
        page.play()
        page.my_turn()
        view_number = page.number
        assert page.ask("undo", number=view_number)["type"] == "done"
        page.my_turn()
        page.play_on()
    record = json.loads(browser.get(f"/tables/{made['table']}/record").content)
    assert any("undo" in event for event in record["events"])
    assert record_file.verify(json.dumps(record).encode(), tulips.game).complete


def test_there_is_nothing_to_take_back_before_the_first_move(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        assert page.ask("undo", number=page.number)["code"] in ("nothing to undo", "late")


# Clocks, spectators


def test_when_the_clock_runs_out_a_bot_moves(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tulips.table.making.CLOCKS", (0, 10))
    with serving(f"sqlite:///{tmp_path_factory.mktemp('clock') / 'tables.sqlite'}") as address:
        browser = Browser(address)
        made = browser.make(GAME, "you", "random", clock=1)
        with browser.sit(made["table"]) as page:
            page.my_turn()
            assert page.table["clock"] == 1 and page.table["deadline"] <= 1
            page.hear_until(lambda: any(entry["seat"] == 0 for entry in page.log))
            assert next(entry for entry in page.log if entry["seat"] == 0)["player"] == "clock"


def test_a_delayed_spectator_is_behind_until_the_end(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random", watching="delayed", delay=4)
    watcher = Browser(address)
    watcher.join(made["links"]["spectator"])
    with browser.sit(made["table"]) as page, watcher.sit(made["table"]) as far:
        for _ in range(4):
            page.my_turn()
            page.play()
        page.my_turn()
        moves = page.position["moves"]  # type: ignore[index]
        far.hear_until(lambda: far.position and far.position["moves"] == moves - 4)
        answer = watcher.get(f"/tables/{made['table']}/positions/{moves - 3}")
        assert answer.status_code == 404
        page.play_on()
        far.hear_until(lambda: far.position and far.position["end"])
        seen = [json.loads(text)["position"]["moves"] for text in far.texts if json.loads(text).get("position")]
        assert seen == list(range(seen[0], seen[-1] + 1))  # each by itself, those that were held back until the end too


def test_bots_move_one_by_one_while_somebody_looks_and_the_strongest_has_time_to_think(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float] = []
    choose = Thinking.choose

    async def asked(self: Thinking, game: Any, states: Any, seat: int, level: Any, seed: int, seconds: float, turn: Any) -> int:
        given.append(seconds)
        return await choose(self, game, states, seat, level, seed, seconds, turn)

    monkeypatch.setattr(Thinking, "choose", asked)
    with serving(f"sqlite:///{tmp_path_factory.mktemp('pace') / 'tables.sqlite'}", pace=0.05, thought=0.3) as address:
        browser = Browser(address)
        made = browser.make(GAME, "you", "random", "random", "random")
        with browser.sit(made["table"]) as page:
            while page.my_turn()["view"]["phase"] == "opening":  # all choose at once then, and are told of it together
                page.play()
            heard = len(page.texts)
            given.clear()  # before, nobody looked
            for _ in range(2):  # a turn, and then the others
                page.play()
                page.my_turn()
            told = [json.loads(text).get("position") for text in page.texts[heard:]]
            seen = [position["moves"] for position in told if position]
    assert len(seen) == 8 and seen == list(range(seen[0], seen[0] + 8))
    assert set(given) == {0.3}


def test_where_nobody_may_watch_nobody_does(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random", watching="nobody", listed=True)
    watcher = Browser(address)
    watcher.join(made["links"]["spectator"])
    assert watcher.get(f"/tables/{made['table']}").status_code == 404
    assert made["table"] not in [table["id"] for table in watcher.get("/tables").json()["tables"]]


# Chance


def test_the_seed_is_committed_to_and_every_nonce_counts(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open", nonce="mine1")
    path = f"/tables/{made['table']}"
    before = browser.get(path).json()
    assert before["commitment"] and before["seed"] is None and before["nonces"] == ["mine1"]
    assert browser.post(f"{path}/nonce", {"nonce": "two\nlines"}).status_code == 400
    assert browser.post(f"{path}/nonce", {"nonce": "mine2", "seat": 0}).json()["nonces"] == ["mine1", "mine2"]
    other = Browser(address)
    other.join(made["links"]["seats"][1], nonce="theirs")
    assert browser.post(f"{path}/nonce", {"nonce": "late"}).status_code == 409
    with browser.sit(made["table"]) as mine, other.sit(made["table"]) as theirs:
        pages = (mine, theirs)
        for page in pages:
            page.hear_position()
        while not actor_or_end(*pages):
            play(pages, 1)
        mine.hear_until(lambda: mine.table["phase"] == "over")
        assert hashlib.sha256(mine.table["seed"].encode()).hexdigest() == before["commitment"]
    record = json.loads(browser.get(f"{path}/record").content)
    assert record["chance"]["nonces"] == ["mine1", "mine2", "theirs"]
    assert record_file.verify(json.dumps(record).encode(), tulips.game).complete
    record["chance"]["nonces"][2] = "other"
    with pytest.raises(BadRecord):
        record_file.verify(json.dumps(record).encode(), tulips.game)


def test_whoever_plays_alone_mixes_in_once_the_seed_is_committed_to(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random", wait=True)
    path = f"/tables/{made['table']}"
    assert browser.get(path).json()["phase"] == "waiting"
    assert browser.post(f"{path}/nonce", {"nonce": "mine", "seat": 0}).json()["nonces"] == ["mine"]
    assert browser.post(f"{path}/start").json()["phase"] == "playing"
    with browser.sit(made["table"]) as page:
        page.play_on()
    chance = json.loads(browser.get(f"{path}/record").content)["chance"]
    assert chance["nonces"] == ["mine"] and hashlib.sha256(chance["seed"].encode()).hexdigest() == made["commitment"]


def test_a_link_tells_the_commitment_before_anybody_mixes_in(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open")
    link, other = made["links"]["seats"][1], Browser(address)
    assert other.join(link, look=True)["commitment"] == made["commitment"]
    assert browser.get(f"/tables/{made['table']}").json()["phase"] == "waiting", "to look is not to join"
    assert other.get(f"/tables/{made['table']}").status_code == 404
    assert other.join(link, nonce="theirs")["commitment"] == made["commitment"]
    assert other.join(link, nonce="late")["commitment"] is None, "it was not mixed in"
    assert browser.get(f"/tables/{made['table']}").json()["nonces"] == ["theirs"]


def test_nothing_that_was_mixed_in_is_lost(browser: Browser) -> None:
    made = browser.make(GAME, "you", "open")
    path = f"/tables/{made['table']}/nonce"
    for number in range(MOST_NONCES):
        nonces = browser.post(path, {"nonce": f"n{number}", "seat": 0}).json()["nonces"]
    assert nonces == [f"n{number}" for number in range(MOST_NONCES)]
    assert browser.post(path, {"nonce": "more", "seat": 0}).status_code == 409
    assert browser.post(path, {"nonce": "more"}).status_code == 200, "the host has not mixed in anything"


def test_the_seed_of_a_rematch_is_committed_to_at_the_end_and_what_seats_mix_in_counts(browser: Browser, address: str) -> None:
    mine, theirs, made = two_people(browser, address)
    path, pages = f"/tables/{made['table']}", (mine, theirs)
    while not actor_or_end(*pages):
        play(pages, 1)
    for page in pages:
        page.hear_until(lambda page=page: page.table["phase"] == "over")  # type: ignore[misc]
    committed = mine.table["rematch_commitment"]
    assert committed and committed == theirs.table["rematch_commitment"] != mine.table["commitment"]
    assert browser.post(f"{path}/nonce", {"nonce": "again", "seat": 0}).json()["rematch_nonces"] == ["again"]
    assert browser.post(f"{path}/nonce", {"nonce": "not mine", "seat": 1}).status_code == 403
    before = json.loads(browser.get(f"{path}/record").content)
    new = browser.post(f"{path}/rematch").json()["table"]
    assert browser.post(f"{path}/nonce", {"nonce": "late", "seat": 0}).status_code == 409
    table = browser.get(f"/tables/{new}").json()
    assert (table["commitment"], table["nonces"], table["seed"]) == (committed, ["again"], None)
    told = [*mine.texts, *theirs.texts, json.dumps(before), browser.get(path).text]
    with browser.sit(new) as one, Page(address, new, theirs.headers["Cookie"].split("=")[1]) as two:
        for page in (one, two):
            page.hear_position()
        while not actor_or_end(one, two):
            play((one, two), 1)
        one.hear_until(lambda: one.table["phase"] == "over")
        assert hashlib.sha256(one.table["seed"].encode()).hexdigest() == committed
        assert not any(one.table["seed"] in text for text in told)
    assert json.loads(browser.get(f"/tables/{new}/record").content)["chance"]["nonces"] == ["again"]
    assert record_file.verify(browser.get(f"/tables/{new}/record").content, tulips.game).complete


def actor_or_end(*pages: Page) -> bool:
    last = max(page.number for page in pages)
    for page in pages:
        page.hear_number(last)
    return bool(pages[0].position and pages[0].position["end"])


def test_nobody_chooses_the_seed_of_an_ordinary_server(tmp_path_factory: pytest.TempPathFactory) -> None:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('seeds') / 'tables.sqlite'}", seeds=False) as address:
        wish = {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "seed": "1"}
        assert Browser(address).post("/tables", wish).status_code == 403


# After the match


def test_a_rematch_brings_the_same_people_to_one_new_table(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    path = f"/tables/{made['table']}"
    assert browser.post(f"{path}/rematch").status_code == 409
    with browser.sit(made["table"]) as page:
        page.play_on()
        with ThreadPoolExecutor(4) as pool:
            answers = [pool.submit(browser.post, f"{path}/rematch") for _ in range(4)]
        first, *others = sorted((answer.result().json() for answer in answers), key=lambda answer: answer["links"] is None)
        new = first["table"]
        assert first["links"]["spectator"].startswith(f"/t/{new}#")
        assert not any(first["links"]["seats"]), "nobody but who sits there has a way to a seat"
        assert all(other == {"table": new, "links": None} for other in others), "only one is made, and only its host gets links"
        page.hear_until(lambda: page.table["rematch"] == new)
    with browser.sit(new) as page:
        page.my_turn()
        assert page.table["seats"][0]["yours"] and page.table["commitment"] != browser.get(path).json()["commitment"]


def _words(position: dict[str, Any]) -> list[Any]:
    """The log without who has moved: others may play where it goes on."""
    return [{name: told for name, told in entry.items() if name != "player"} for entry in position["log"]["entries"]]


def test_a_finished_match_can_be_played_on_from_any_position(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random", seed="fork")
    path = f"/tables/{made['table']}"
    seats = [{"kind": "you"}, {"kind": "bot", "level": "random"}]
    assert browser.post(f"{path}/fork", {"at": 1, "seats": seats}).status_code == 409
    with browser.sit(made["table"]) as page:
        page.play_on()
    then = browser.get(f"{path}/positions/6?as=0").json()
    assert browser.post(f"{path}/fork", {"at": 9999, "seats": seats}).status_code == 400
    fork = browser.post(f"{path}/fork", {"at": 6, "seats": seats, "wait": True}).json()["table"]
    assert browser.post(f"/tables/{fork}/nonce", {"nonce": "mine", "seat": 0}).json()["nonces"] == ["mine"]
    assert browser.post(f"/tables/{fork}/start").json()["phase"] == "playing"
    assert browser.get(f"/tables/{fork}/positions/6?as=0").status_code in (200, 409)
    with browser.sit(fork) as page:
        page.my_turn()
        now = browser.get(f"/tables/{fork}/positions/6?as=0").json()
        assert now["view"] == then["view"] and _words(now) == _words(then)
        page.play_on()
    record = browser.get(f"/tables/{fork}/record").content
    assert record_file.verify(record, tulips.game).given > 0


def test_an_uploaded_record_becomes_a_table_to_look_at(browser: Browser) -> None:
    match = tulips.game(GAME).match(3, seed=5, names=["Ada", "Bea", "Cid"])
    while not match.end:
        match.play(match.actors[0], match.moves(match.actors[0])[0])
    match.undo(2)
    text = record_file.encode(match)
    made = browser.http.post("/records", content=text)
    assert made.status_code == 200, made.text
    table = made.json()["table"]
    with browser.sit(table) as page:
        page.hear_until(lambda: page.position)
        assert page.table["phase"] == "over" and [seat["name"] for seat in page.table["seats"]] == ["Ada", "Bea", "Cid"]
        assert page.ask("move", number=page.number, move=0)["code"] == "not yours"
    assert browser.get(f"/tables/{table}/record").content == text
    assert browser.get(f"/tables/{table}/positions/3?as=all").status_code == 200


@pytest.mark.parametrize("spoil", ["", "[]", "{}", "events", "option"])
def test_a_record_that_is_none_is_refused_in_a_sentence(browser: Browser, spoil: str) -> None:
    record = json.loads(record_file.encode(tulips.game(GAME).match(2, seed=5)))
    if spoil == "events":
        record["events"][0]["outcome"] = "nonsense"
    if spoil == "option":
        record["options"] = {"first": " /etc/secret.toml "}
    answer = browser.http.post("/records", content=json.dumps(record) if spoil in ("events", "option") else spoil)
    assert answer.status_code == 400 and answer.json()["why"]["name"]


# The edge


def test_other_sites_are_refused(browser: Browser, address: str) -> None:
    wish = {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}]}
    evil = {"Origin": "http://evil.example"}
    assert browser.http.post("/tables", json=wish, headers=evil).status_code == 403
    assert browser.http.post("/tables", json=wish, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert browser.http.post("/tables", json=wish, headers={"Origin": address}).status_code == 200
    made = browser.make(GAME, "you", "random")
    with pytest.raises(InvalidStatus):
        browser.sit(made["table"], Origin="http://evil.example")


def test_nobody_starts_or_mixes_in_too_often(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/tables.sqlite") as server:
        server.web.joining = PerAddress(0.0, 2)
        browser = Browser(server.address)
        for status in (404, 429):
            assert browser.post("/tables/none/start").status_code == status
            assert browser.post("/tables/none/nonce", {"nonce": "mine"}).status_code == status


def test_a_name_that_no_table_has_is_unknown(browser: Browser) -> None:
    for name in ("none", "%00", "x" * 500, "..%2f", "ä"):
        assert browser.get(f"/tables/{name}").status_code == 404
        assert browser.get(f"/tables/{name}/positions/{'9' * 30}").status_code == 404


def test_answers_carry_strict_headers_and_large_bodies_are_refused(browser: Browser) -> None:
    answer = browser.get("/games")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe-inline" not in answer.headers["content-security-policy"].split("style-src")[0]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert browser.http.post("/tables", content=b"x" * 100_000).status_code == 400


def test_the_openapi_document_describes_every_endpoint(browser: Browser) -> None:
    document = browser.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert {"/api/v1/tables", "/api/v1/join", "/api/v1/tables/{table}/positions/{moves}"} <= set(document["paths"])
    references = json.dumps(document).split('"$ref": "#/components/schemas/')[1:]
    assert all(reference.split('"')[0] in document["components"]["schemas"] for reference in references)


def test_health_metrics_games_and_rules_answer(browser: Browser) -> None:
    assert browser.get("/health").json() == {"status": "ok", "why": None, "warnings": []}
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        page.play()
        metrics = browser.get("/metrics").text
    for name in ("tulips_move_seconds_bucket", "tulips_tables", "tulips_connections", "tulips_bot_seconds_count"):
        assert name in metrics
    games = {game["name"]: game for game in browser.get("/games").json()["games"]}
    assert set(games) == set(tulips.game_names()) and games[GAME]["bots"]
    rules = browser.get(f"/games/{GAME}/rules?language=xx").json()
    assert rules["language"] == "en" and all(f'id="{chapter["id"]}"' in rules["html"] for chapter in rules["chapters"])
    assert browser.get("/games/chess/rules").status_code == 404


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"game": "chess", "seats": [{"kind": "you"}]},
        {"game": GAME, "seats": []},
        {"game": GAME, "seats": [{"kind": "you"}] * 9},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "king"}]},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot", "level": "god"}]},
        {"game": GAME, "seats": [{"kind": "you", "name": "x" * 99}, {"kind": "bot"}]},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "options": {"first": "9"}},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "delay": 10**9},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "clock": 0},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "seed": "key:zz"},
        {"game": GAME, "seats": [{"kind": "you"}, {"kind": "bot"}], "nonce": "\n"},
        {"game": "tulipmania-1637", "seats": [{"kind": "you"}] + [{"kind": "bot"}] * 2, "options": {"board": "x.toml "}},
    ],
)
def test_a_table_that_can_not_be_is_refused_in_a_sentence(browser: Browser, wish: object) -> None:
    answer = browser.post("/tables", wish)
    assert answer.status_code == 400 and answer.json()["code"] == "malformed", answer.text


def test_tables_that_never_begin_are_forgotten(tmp_path_factory: pytest.TempPathFactory) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('old') / 'tables.sqlite'}"
    with serving(database, unstarted=0.0, idle=0.1) as address:
        browser = Browser(address)
        table = browser.make(GAME, "you", "open")["table"]
        until(lambda: browser.get(f"/tables/{table}").status_code == 404)


def test_the_page_is_served_or_a_sentence(address: str) -> None:
    with httpx.Client(base_url=address, trust_env=False) as client:
        answer = client.get("/t/abc")
        assert answer.status_code in (200, 404) and answer.text
        assert client.get("/assets/none.js").status_code == 404
        assert client.get("/%2e%2e/app.py").text == answer.text
        assert client.get("/api/v1/nothing").json()["code"] == "unknown"


def test_a_restarted_server_goes_on_where_it_was(database: str, tmp_path: Path) -> None:
    if database.startswith("sqlite"):  # which is one server's alone
        database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    with serving(database) as address:
        browser = Browser(address)
        made = browser.make(GAME, "you", "random")
        with browser.sit(made["table"]) as page:
            page.my_turn()
            page.play()
            page.my_turn()
            number, log, cookie = page.number, page.log, browser.http.cookies["tulips"]
    with serving(database) as address, Page(address, made["table"], cookie) as page:
        page.my_turn()
        assert (page.number, page.log) == (number, log)
        page.play_on()


def test_two_processes_on_one_postgresql_serve_one_match(postgres: Postgres, tmp_path: Path) -> None:
    options = ("--database", postgres.database(), "--pace", "0")
    with Process(tmp_path, *options) as here, Process(tmp_path, *options) as there:
        browser, other = Browser(here.address), Browser(there.address)
        made = browser.make(GAME, "you", "open", "random")
        other.join(made["links"]["seats"][1], name="Bea")
        with browser.sit(made["table"]) as mine, other.sit(made["table"]) as theirs:
            for page in (mine, theirs):
                page.hear_position()
            assert mine.ask("chat", text="hello")["type"] == "done"
            theirs.hear_until(lambda: theirs.chat)
            end = time.monotonic() + 120
            while time.monotonic() < end:
                for page in (mine, theirs):
                    _move_if_asked(page)
                if mine.position["end"] and theirs.position["end"]:  # type: ignore[index]
                    break
            mine.hear_until(lambda: mine.table["phase"] == "over")
            theirs.hear_until(lambda: theirs.table["phase"] == "over")
            assert mine.number == theirs.number and mine.table["seed"] == theirs.table["seed"]
        record = browser.get(f"/tables/{made['table']}/record").content
        assert record == other.get(f"/tables/{made['table']}/record").content
        assert record_file.verify(record, tulips.game).complete


def _move_if_asked(page: Page) -> None:
    try:
        while True:
            page.hear(timeout=0.02)
    except TimeoutError:
        pass
    position = page.position
    assert position is not None
    if position["viewer"] in position["acting"] and not position["end"]:
        answer = page.move()
        assert answer["type"] == "done" or answer["code"] == "late", answer
