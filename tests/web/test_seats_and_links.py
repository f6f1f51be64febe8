"""Rights to a seat: a link seats one person, whoever loses a seat loses it at once, and the table is told."""

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from support.blocking_client import Browser, Page
from tulips.table import seating
from tulips.table.joining import TABLE_FULL
from tulips.table.making import Making
from tulips.table.registry import Registry
from tulips.table.seating import LINK_USED
from tulips.table.server_settings import ServerSettings
from tulips.table.wishes import SeatWish, TableWish

GAME = "gift-of-tulips"


def secret_of(link: str) -> str:
    return link.split("#")[1]


def kinds(page: Page) -> list[tuple[str, int]]:
    """What the table was told about its seats."""
    return [(notice["kind"], notice["seat"]) for notice in page.table["notices"]]


def hear_kind(page: Page, kind: str, seat: int) -> None:
    page.hear_until(lambda: (kind, seat) in kinds(page))


def thrown_out(page: Page) -> int:
    """The code with which the page's socket is closed."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            page.hear()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def friends(browser: Browser, address: str, **more: Any) -> tuple[Browser, dict[str, Any]]:
    """A table of two at which a friend has taken the second seat by its link."""
    made = browser.make(GAME, "you", "open", **more)
    friend = Browser(address)
    friend.join(made["links"]["seats"][1], name="Bea")
    return friend, made


# A link seats one person


def test_a_seats_link_is_used_up_and_who_tries_it_again_sees_nothing_and_is_told_of(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    link, path = made["links"]["seats"][1], f"/tables/{made['table']}"
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs:
        for who in (browser, Browser(address)):  # the host, who made the link, and a stranger
            answer = who.post("/join", {"secret": secret_of(link)})
            assert answer.status_code == 409 and answer.json()["why"]["name"] == LINK_USED
            looked = who.join(link, look=True)
            assert looked["invitation"]["why"]["name"] == LINK_USED
        assert [seat["yours"] for seat in browser.get(path).json()["seats"]] == [True, False]
        hear_kind(mine, "used again", 1)
        hear_kind(theirs, "used again", 1)
        assert kinds(mine).count(("used again", 1)) == 1, "tried four times, told once"


def test_whoever_came_by_a_link_may_open_it_again(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    assert friend.join(made["links"]["seats"][1], name="Cy")["seat"] == 1
    seats = browser.get(f"/tables/{made['table']}").json()
    assert seats["seats"][1]["name"] == "Bea" and ("used again", 1) not in [(n["kind"], n["seat"]) for n in seats["notices"]]


def test_two_who_open_one_link_at_once_do_not_both_sit_down(browser: Browser, address: str) -> None:
    for _ in range(5):
        made = browser.make(GAME, "you", "open", "open")
        both = [Browser(address), Browser(address)]
        codes: list[int] = []

        def come(who: Browser, link: str = made["links"]["seats"][1], codes: list[int] = codes) -> None:
            codes.append(who.post("/join", {"secret": secret_of(link)}).status_code)

        threads = [threading.Thread(target=come, args=(who,)) for who in both]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200, 409]
        seen = [who.get(f"/tables/{made['table']}").status_code for who in both]
        assert sorted(seen) == [200, 404]


def test_the_tables_link_seats_whoever_opens_it_in_the_next_free_seat(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open", "open", "open")
    link = made["links"]["table"]
    one, two, three, four = (Browser(address) for _ in range(4))
    looked = one.join(link, look=True)
    assert looked.pop("invitation")
    assert looked == {"table": made["table"], "role": "table", "seat": None, "commitment": made["commitment"]}
    assert one.join(link, name="Ada")["seat"] == 1
    assert one.join(link, name="Ada")["seat"] == 1, "who sits there already stays there"
    assert two.join(made["links"]["seats"][2])["seat"] == 2
    assert three.join(link)["seat"] == 3
    answer = four.post("/join", {"secret": secret_of(link)})
    assert answer.status_code == 409 and answer.json()["why"]["name"] == TABLE_FULL
    assert browser.get(f"/tables/{made['table']}").json()["phase"] == "playing"
    assert four.post("/join", {"secret": secret_of(made["links"]["seats"][1])}).status_code == 409, (
        "its own link is used up too"
    )


def test_who_comes_late_by_the_tables_link_plays_on_for_a_bot_that_kept_the_seat(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random", "open", "open")
    browser.post(f"/tables/{made['table']}/start")
    late = Browser(address)
    assert late.join(made["links"]["table"], name="Cy")["seat"] == 2, "the first bot is no friend's seat"
    seats = browser.get(f"/tables/{made['table']}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "bot", "human", "bot"] and seats[2]["name"] == "Cy"
    assert [seat["awaited"] for seat in seats] == [False, False, False, True]


def test_nobody_who_asks_for_a_rematch_gets_a_way_to_others_seats(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs:
        play_to_the_end(mine, theirs)
    again = friend.post(f"/tables/{made['table']}/rematch").json()
    assert again["links"]["seats"] == [None, None] and again["links"]["table"] is None
    seats = browser.get(f"/tables/{again['table']}").json()["seats"]
    assert [seat["yours"] for seat in seats] == [True, False]


def test_at_a_rematch_every_browser_that_holds_a_seat_is_counted(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    phone = Browser(address)
    phone.join(friend.post(f"/tables/{made['table']}/seats/1", {"action": "device"}).json()["link"])
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs:
        play_to_the_end(mine, theirs)
    again = browser.post(f"/tables/{made['table']}/rematch").json()["table"]
    for holder in (friend, phone):
        assert holder.get(f"/tables/{again}").json()["seats"][1]["browsers"] == 2
    assert browser.get(f"/tables/{again}").json()["seats"][0]["browsers"] == 1


def test_at_a_rematch_a_seat_that_nobody_holds_is_open(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "greedy")
    with browser.sit(made["table"]) as page:
        page.play_on()
    record = browser.get(f"/tables/{made['table']}/record").json()
    uploaded = browser.post("/records", record).json()["table"]
    again = browser.post(f"/tables/{uploaded}/rematch").json()
    told = browser.get(f"/tables/{again['table']}").json()
    assert told["phase"] == "waiting" and [seat["kind"] for seat in told["seats"]] == ["open", "open"]
    assert Browser(address).join(again["links"]["seats"][0])["seat"] == 0


def test_an_old_link_is_no_way_to_a_seat_after_the_match_either(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs:
        play_to_the_end(mine, theirs)
    assert browser.post("/join", {"secret": secret_of(made["links"]["seats"][1])}).status_code == 409


def play_to_the_end(*pages: Page) -> None:
    while True:
        for page in pages:
            page.hear_position()
            while page.position and page.position["viewer"] in page.position["acting"] and not page.position["end"]:
                number = page.play()
                for other in pages:
                    other.hear_number(number)
        if all(page.position and page.position["end"] for page in pages):
            break
    for page in pages:
        page.hear_until(lambda page=page: page.table["phase"] == "over")  # type: ignore[misc]


# Another device


def test_who_sits_there_gets_a_link_for_another_device_and_sees_how_many_hold_the_seat(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    path = f"/tables/{made['table']}/seats/1"
    assert browser.post(path, {"action": "device"}).status_code == 403, "the host has no right to it"
    link = friend.post(path, {"action": "device"}).json()["link"]
    phone = Browser(address)
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs:
        assert theirs.table["seats"][1]["browsers"] == 1
        assert phone.join(link)["seat"] == 1
        with phone.sit(made["table"]) as held:
            assert held.table["seats"][1]["yours"] and held.hear_position()["viewer"] == 1
        theirs.hear_until(lambda: theirs.table["seats"][1]["browsers"] == 2)
        assert ("device", 1) in kinds(theirs)
        assert mine.table["seats"][1]["browsers"] is None and ("device", 1) not in kinds(mine), "that is nobody else's business"
    assert Browser(address).post("/join", {"secret": secret_of(link)}).status_code == 409, "once"
    newer = friend.post(path, {"action": "device"}).json()["link"]
    friend.post(path, {"action": "device"})
    assert Browser(address).post("/join", {"secret": secret_of(newer)}).status_code == 404, "a newer link ends the older one"


def test_who_takes_a_seat_is_not_told_of_devices_of_the_one_before(browser: Browser, address: str) -> None:
    table = browser.make(GAME, "you", "open", "open", listed=True)["table"]
    path = f"/tables/{table}/seats/1"
    ann, bob = Browser(address), Browser(address)
    ann.post(path, {"action": "take", "name": "Ann"})
    Browser(address).join(ann.post(path, {"action": "device"}).json()["link"])
    assert "device" in [notice["kind"] for notice in ann.get(f"/tables/{table}").json()["notices"]]
    ann.post(path, {"action": "leave"})
    told = bob.post(path, {"action": "take", "name": "Bob"}).json()["table"]
    assert [notice["kind"] for notice in told["notices"]] == ["taken", "left", "taken"]


def test_who_sits_there_can_throw_out_other_devices(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    path = f"/tables/{made['table']}/seats/1"
    phone = Browser(address)
    phone.join(friend.post(path, {"action": "device"}).json()["link"])
    with phone.sit(made["table"]) as held:
        held.hear_position()
        assert friend.post(path, {"action": "only here"}).json()["table"]["seats"][1]["browsers"] == 1
        assert thrown_out(held) == 4403
    assert phone.get(f"/tables/{made['table']}").status_code == 404
    assert friend.get(f"/tables/{made['table']}").json()["seats"][1]["yours"]


# Whoever loses a seat loses it at once


def lose_by_leaving(host: Browser, path: str, holder: Browser) -> Any:
    return holder.post(path, {"action": "leave"})


def lose_by_revoking(host: Browser, path: str, holder: Browser) -> Any:
    return host.post(path, {"action": "revoke"})


def lose_by_opening(host: Browser, path: str, holder: Browser) -> Any:
    return host.post(path, {"action": "open"})


def lose_to_a_bot(host: Browser, path: str, holder: Browser) -> Any:
    return host.post(path, {"action": "bot"})


@pytest.mark.parametrize("lose", [lose_by_leaving, lose_by_revoking, lose_by_opening, lose_to_a_bot])
def test_a_seat_that_changes_hands_while_the_table_waits(
    browser: Browser, address: str, lose: Callable[[Browser, str, Browser], Any]
) -> None:
    made = browser.make(GAME, "you", "open", "open", listed=True)
    path = f"/tables/{made['table']}/seats/1"
    first, second = Browser(address), Browser(address)
    assert first.post(path, {"action": "take", "name": "Ada"}).status_code == 200
    with browser.sit(made["table"]) as host, first.sit(made["table"]) as old:
        assert lose(browser, path, first).status_code == 200
        assert thrown_out(old) == 4403
        if lose is lose_to_a_bot:
            browser.post(path, {"action": "open"})
        assert second.post(path, {"action": "take", "name": "Bea"}).json()["table"]["seats"][1]["yours"]
        hear_kind(host, "left" if lose is lose_by_leaving else "revoked", 1)
        host.hear_until(lambda: [notice["name"] for notice in host.table["notices"]][-1:] == ["Bea"])
        browser.post(f"/tables/{made['table']}/start")
        assert not first.get(f"/tables/{made['table']}").json()["seats"][1]["yours"]
        assert first.post(path, {"action": "name", "name": "Ada"}).status_code == 403
        with first.sit(made["table"]) as watching:
            assert watching.hear_position()["viewer"] == -1
            assert watching.ask("move", number=watching.number, move=0, seat=1)["code"] == "not yours"


def test_the_host_hands_a_seat_to_somebody_else_in_the_middle_of_a_match(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    path = f"/tables/{made['table']}/seats/1"
    with browser.sit(made["table"]) as host, friend.sit(made["table"]) as old:
        old.hear_position()
        link = browser.post(path, {"action": "revoke"}).json()["link"]
        assert thrown_out(old) == 4403
        hear_kind(host, "revoked", 1)
        assert friend.get(f"/tables/{made['table']}").status_code == 404
        assert friend.post("/join", {"secret": secret_of(made["links"]["seats"][1])}).status_code == 404
        other = Browser(address)
        assert other.join(link, name="Cy")["seat"] == 1
        host.hear_until(lambda: host.table["seats"][1]["name"] == "Cy")
        hear_kind(host, "taken", 1)
        with other.sit(made["table"]) as new:
            assert new.hear_position()["viewer"] == 1
        assert friend.post("/join", {"secret": secret_of(link)}).status_code == 409


def test_a_page_that_comes_while_its_seat_is_taken_away_does_not_get_in(tmp_path: Path) -> None:
    """Seen from inside, since no outsider could hit that moment."""
    thrown: list[str] = []

    class Comer:
        viewer = 0

        def dismissed(self) -> None:
            thrown.append("out")

    async def come() -> None:
        registry = Registry(ServerSettings(database=f"sqlite:///{tmp_path}/t.sqlite"))
        await registry.open()
        try:
            made = await Making(registry).make(TableWish(game=GAME, seats=[SeatWish("you"), SeatWish("open")]), "holder")
            room = await registry.room(made.id)
            before = room.rights()
            await room.change(lambda state: seating.revoke(state, 0), registry.storage.clear_seat(room.id, 0, None))
            room.come(Comer(), frozenset({0}), before)  # type: ignore[arg-type]
            assert not room.people
        finally:
            await registry.close()

    asyncio.run(come())
    assert thrown == ["out"]


@pytest.mark.parametrize("wish", ["revoke", "open", "bot"])
def test_who_was_thrown_out_does_not_come_back_by_the_tables_link(browser: Browser, address: str, wish: str) -> None:
    made = browser.make(GAME, "you", "open", "open")
    friend, link = Browser(address), made["links"]["table"]
    friend.join(link, name="Ada")
    answer = browser.post(f"/tables/{made['table']}/seats/1", {"action": wish}).json()
    assert friend.post("/join", {"secret": secret_of(link)}).status_code == 404
    assert Browser(address).join(answer["table_link"])["seat"] == (2 if wish == "bot" else 1)
    renewed = browser.post(f"/tables/{made['table']}/seats/2", {"action": "revoke"}).json()
    assert (renewed["table_link"] is None) == (wish != "bot"), "where nobody is thrown out, the table's link stays"


# Taking back


def test_a_person_is_asked_also_where_the_host_lets_a_bot_play(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs:
        while not any(entry["seat"] == 0 and entry["at"] > 2 for entry in mine.log):
            for page in (mine, theirs):
                page.hear_position()
                if page.position["viewer"] in page.position["acting"]:  # type: ignore[index]
                    number = page.play()
                    for other in (mine, theirs):
                        other.hear_number(number)
        browser.post(f"/tables/{made['table']}/seats/1", {"action": "bot", "level": "random"})
        mine.my_turn()
        moves = mine.position["moves"]  # type: ignore[index]
        mine.ask("undo", number=mine.number)
        mine.hear_until(lambda: mine.table["undo"])
        assert mine.table["undo"]["waiting_for"] == [1]
        mine.send("resync")
        assert mine.hear_type("state")["position"]["moves"] == moves, "nothing was taken back"


def test_who_plays_elsewhere_is_asked_at_a_table_of_one_screen_too(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "you", "open", one_screen=True)
    friend = Browser(address)
    friend.join(made["links"]["seats"][2])
    with browser.sit(made["table"]) as screen, friend.sit(made["table"]) as far:
        assert [seat["shares_screen"] for seat in screen.table["seats"]] == [True, True, False]
        for _ in range(4):
            last = max(screen.number, far.number)
            screen.hear_number(last)
            far.hear_number(last)
            for page in (screen, far):
                position = page.hear_position()
                if position["viewer"] in position["acting"]:
                    page.play()
        screen.hear_number(far.number)
        seat = next(entry["seat"] for entry in reversed(screen.log) if entry["seat"] in (0, 1))
        assert screen.ask("undo", number=screen.number, seat=seat)["type"] == "done"
        screen.hear_until(lambda: screen.table["undo"])
        assert screen.table["undo"]["waiting_for"] == [2], "not the other at the same screen"


def test_alone_one_may_take_back_what_was_revealed_and_result_and_record_say_so(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random", seed="peek")
    path = f"/tables/{made['table']}"
    with browser.sit(made["table"]) as page:
        page.my_turn()
        page.play()  # the first choice, made at once with the bot's
        page.my_turn()
        page.play()  # a card was drawn after it
        page.my_turn()
        page.hear_until(lambda: page.table["can_undo"] and page.table["undo_reveals"])
        assert page.table["peeks"] == 0
        page.ask("undo", number=page.number)
        page.hear_until(lambda: page.table["peeks"] == 1)
        page.my_turn()
        page.play_on()
        assert page.table["peeks"] == 1
    events = browser.get(f"{path}/record").json()["events"]
    assert [event for event in events if "undo" in event and event.get("revealed")]
    again = browser.http.post("/records", content=browser.get(f"{path}/record").content).json()["table"]
    with browser.sit(again) as seen:
        seen.hear_position()
        assert seen.table["peeks"] == 1


def test_what_showed_nobody_anything_is_taken_back_without_a_mark(browser: Browser, address: str) -> None:
    friend, made = friends(browser, address)
    with browser.sit(made["table"]) as mine, friend.sit(made["table"]):
        mine.my_turn()
        mine.play()
        mine.hear_until(lambda: mine.table["can_undo"])
        assert mine.table["undo_reveals"] is False
        mine.ask("undo", number=mine.number)
        mine.hear_until(lambda: mine.number == 2)
        assert mine.table["peeks"] == 0


def test_an_undo_under_the_id_of_a_move_is_refused(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        first = "first"
        page.play(id=first)
        page.my_turn()
        number = page.number
        answer = page.ask("undo", id=first, number=number)
        assert answer["type"] == "refused" and answer["code"] == "malformed"
        assert page.ask("undo", id=first, number=0)["code"] == "malformed", "nor is it answered as done when it comes late"
        taken_back = page.ask("undo", id="back", number=page.number)
        assert taken_back["type"] == "done" and page.ask("undo", id="back", number=number) == {
            **taken_back,
            "frame": page.frames,
        }, "the same message again is the same event"


def three_after_the_openings(browser: Browser, address: str, **more: Any) -> tuple[Page, Page, Page, str]:
    """Three people who have all chosen what to keep: whoever takes that back needs the others' consent."""
    made = browser.make(GAME, "you", "open", "open", **more)
    people = [browser, Browser(address), Browser(address)]
    for person, link in zip(people[1:], made["links"]["seats"][1:], strict=True):
        person.join(link)
    first, second, third = (person.sit(made["table"]) for person in people)
    for page in (first, second, third):
        page.my_turn()
        page.play(id="opening")
    for page in (first, second, third):
        page.hear_until(lambda: page.number == 3 and page.table["can_undo"])  # noqa: B023
    return first, second, third, made["table"]


def test_nobody_else_asks_while_a_question_stands(browser: Browser, address: str) -> None:
    first, second, third, _ = three_after_the_openings(browser, address)
    assert first.ask("undo", number=3)["type"] == "done"
    for page in (first, second, third):
        page.hear_until(lambda: page.table["undo"])  # noqa: B023
    for page in (third, first):
        refused = page.ask("undo", number=3)
        assert refused["code"] == "waiting" and refused["why"]["values"] == {"seat": 0}
    assert second.ask("consent", agree=True)["type"] == "done"
    first.hear_until(lambda: first.table["undo"]["waiting_for"] == [2])
    assert first.table["undo"]["seat"] == 0
    assert third.ask("consent", agree=False)["type"] == "done"
    assert second.ask("consent", agree=True)["code"] == "nothing to undo"
    assert third.ask("undo", number=3)["type"] == "done", "once it is answered, another may ask"


def test_two_who_ask_at_once_are_not_both_asking(browser: Browser, address: str) -> None:
    first, _, third, _ = three_after_the_openings(browser, address)
    for page in (first, third):
        page.send("undo", id="both", number=3)
    answers = []
    for page in (first, third):
        while (frame := page.hear())["type"] not in ("done", "refused"):
            pass
        answers.append(frame["type"])
    assert sorted(answers) == ["done", "refused"]


def test_a_question_that_is_sent_again_is_the_same_question(browser: Browser, address: str) -> None:
    first, second, third, _ = three_after_the_openings(browser, address)
    assert first.ask("undo", id="opening", number=3)["code"] == "malformed", "this is the id of a move"
    assert first.table.get("undo") is None
    asked = first.ask("undo", id="back", number=3)
    assert asked["type"] == "done"
    assert second.ask("consent", agree=True)["type"] == "done"
    again = first.ask("undo", id="back", number=3)
    assert again == {**asked, "frame": first.frames}
    assert first.table["undo"]["waiting_for"] == [2], "who has agreed is not asked again"
    assert third.ask("consent", agree=True)["type"] == "done"
    first.hear_until(lambda: first.number == 4)
    assert first.ask("undo", id="back", number=3)["type"] == "done"
    assert first.table["undo"] is None and first.table["peeks"] == 1, "and nothing is taken back twice"


def test_an_undo_that_is_sent_again_when_the_match_is_over_is_the_same_undo(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        page.play()
        page.my_turn()
        number = page.number
        done = page.ask("undo", id="back", number=number)
        assert done["type"] == "done"
        page.my_turn()
        page.play_on()
        assert page.ask("undo", id="back", number=number) == {**done, "frame": page.frames}
        assert page.ask("undo", id="another", number=page.number)["code"] == "over"


def test_a_delayed_spectator_hears_of_no_clock_and_no_question(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random", watching="delayed", delay=6, clock=600)
    watcher = Browser(address)
    watcher.join(made["links"]["spectator"])
    with browser.sit(made["table"]) as page, watcher.sit(made["table"]) as far:
        far.hear_position()
        before = len(far.texts)
        for _ in range(2):
            page.my_turn()
            page.play()
        assert page.table["deadline"] is not None and far.table["deadline"] is None
        far.send("ping")
        far.hear_type("pong")
        assert [text for text in far.texts[before:] if '"type":"table"' in text] == []


def test_a_delayed_spectator_hears_of_a_taking_back_no_sooner_than_of_a_move(browser: Browser, address: str) -> None:
    delay = 5
    made = browser.make(GAME, "you", "open", watching="delayed", delay=delay)
    friend, watcher = Browser(address), Browser(address)
    friend.join(made["links"]["seats"][1])
    watcher.join(made["links"]["spectator"])

    def peeks() -> int:
        told: int = watcher.get(f"/tables/{made['table']}").json()["peeks"]
        return told

    with browser.sit(made["table"]) as mine, friend.sit(made["table"]) as theirs, watcher.sit(made["table"]) as far:
        for page in (mine, theirs):
            page.my_turn()
            page.play()
        mine.hear_until(lambda: mine.number == 2 and mine.table["can_undo"])
        far.hear_position()
        far.send("ping")
        far.hear_type("pong")
        before = len(far.texts)
        for agree in (False, True):
            assert mine.ask("undo", number=2)["type"] == "done"
            theirs.hear_until(lambda: theirs.table["undo"])
            assert theirs.ask("consent", agree=agree)["type"] == "done"
            theirs.hear_until(lambda: theirs.table["undo"] is None)
        mine.hear_until(lambda: mine.table["peeks"] == 1)
        far.send("ping")
        far.hear_type("pong")
        assert [json.loads(text)["type"] for text in far.texts[before:]] == ["pong"]
        assert peeks() == 0
        number = 3
        for _ in range(delay):
            for page in (mine, theirs):
                page.hear_number(number)
            acting = mine if mine.position and 0 in mine.position["acting"] else theirs
            number = acting.play()
        far.hear_until(lambda: far.number == 3 and far.table["peeks"] == 1)
        assert peeks() == 1
