"""Playing at a table over HTTP and websockets."""

import json

import pytest
from websockets.exceptions import ConnectionClosed

import tulips
from support.blocking_client import Browser, Page, until
from tulips.engine.match import record_file
from tulips.table.refusal import LATE

GAME = "gift-of-tulips"


@pytest.mark.parametrize("game_name", tulips.game_names())
def test_a_whole_match_against_bots_can_be_played_and_its_record_verified(browser: Browser, game_name: str) -> None:
    seats = max(tulips.game(game_name).about.seats[0], 3)
    made = browser.make(game_name, "you", *["random"] * (seats - 1))
    with browser.sit(made["table"]) as page:
        page.play_on()
        assert page.position is not None and page.position["scores"] and page.table["seed"]
    text = browser.get(f"/tables/{made['table']}/record").content
    found = record_file.verify(text, tulips.game)
    assert found.complete and found.result and found.commitment == page.table["commitment"]


def test_an_acknowledged_move_is_in_the_database_of_a_server_that_comes_after(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        done = page.move()
        assert done["type"] == "done" and done["number"] >= 1


def test_a_repeated_move_is_answered_the_same_and_made_once(browser: Browser) -> None:
    table = browser.make(GAME, "you", "you", one_screen=True)["table"]
    with browser.sit(table) as page:
        position = page.my_turn()
        sent = {"number": page.number, "move": position["offers"][0]["move"], "seat": position["viewer"]}
        first = page.ask("move", id="mine", **sent)
        again = page.ask("move", id="mine", **sent)
        assert first["type"] == again["type"] == "done" and first["number"] == again["number"]
        page.send("resync")
        assert page.hear_type("state")["number"] == first["number"]


def test_a_new_move_under_an_old_name_is_refused(browser: Browser) -> None:
    table = browser.make(GAME, "you", "you", one_screen=True)["table"]
    with browser.sit(table) as page:
        seat = page.my_turn()["viewer"]
        page.play(id="mine")
        for _ in range(9):
            if page.my_turn()["viewer"] == seat:
                break
            page.play()
        assert page.move(id="mine")["code"] == "malformed"


def test_a_late_move_is_refused_with_the_fresh_position(browser: Browser) -> None:
    table = browser.make(GAME, "you", "you", one_screen=True)["table"]
    with browser.sit(table) as page:
        for _ in range(2):  # both opening choices, which are made at once
            page.my_turn()
            page.play()
        page.my_turn()
        refused = page.ask("move", number=0, move=page.position["offers"][0]["move"])  # type: ignore[index]
        assert refused["code"] == "late" and refused["position"]["moves"] == 2
        assert refused["why"]["name"] == LATE


def test_an_illegal_move_is_refused_and_changes_nothing(browser: Browser) -> None:
    table = browser.make(GAME, "you", "random", seed="x")["table"]
    with browser.sit(table) as page:
        page.my_turn()
        refused = page.move(99)
        assert refused["code"] == "illegal" and refused["number"] == page.number
        assert page.move("dance on the table")["code"] == "illegal"


def test_those_who_choose_at_once_need_not_wait_for_each_other(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open", "open")
    others = [Browser(address), Browser(address)]
    for other, link in zip(others, made["links"]["seats"][1:], strict=True):
        other.join(link)
    pages = [someone.sit(made["table"]) for someone in (browser, *others)]
    for page in pages:
        page.my_turn()
    numbers = [page.number for page in pages]
    assert len(set(numbers)) == 1
    for page, number in zip(pages, numbers, strict=True):
        assert page.position is not None
        assert page.ask("move", number=number, move=page.position["offers"][0]["move"])["type"] == "done"
    for page in pages:
        page.hear_number(numbers[0] + 3)
        page.close()


def test_nobody_is_told_a_score_or_the_seed_before_the_end(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.play_on()
        before = [frame for frame in map(json.loads, page.texts) if not (frame.get("position") or {}).get("end")]
        assert all((frame.get("position") or {"scores": None})["scores"] is None for frame in before)
        assert all(frame["table"]["seed"] is None for frame in before if "table" in frame and frame["table"]["phase"] != "over")


def test_who_comes_back_is_shown_everything(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random", seed="back")
    with browser.sit(made["table"]) as page:
        for _ in range(4):
            page.my_turn()
            page.play()
        page.my_turn()
        with browser.sit(made["table"]) as again:
            again.my_turn()
            assert (again.number, again.log, again.figures) == (page.number, page.log, page.figures)


def test_a_question_in_words_or_as_data_is_answered_with_what_the_move_would_do(browser: Browser) -> None:
    made = browser.make("tulip-bubble", "you", "random", "random")
    with browser.sit(made["table"]) as page:
        offer = page.my_turn()["offers"][0]
        kind, fields = offer["what"]["kind"], {name: value for name, value in offer["what"].items() if name != "kind"}
        words = str(tulips.game("tulip-bubble").read_move(kind, fields, 3))
        for move in (words, offer["what"]):
            assert page.ask("ask", move=move)["offer"]["move"] == offer["move"]
        assert page.ask("ask", move="fly")["code"] == "illegal"


def test_chat_reaches_everybody_and_those_who_come_later(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "open")
    other = Browser(address)
    other.join(made["links"]["seats"][1], name="Bea")
    with browser.sit(made["table"]) as mine, other.sit(made["table"]) as theirs:
        assert theirs.ask("chat", text="  hello \n there ")["type"] == "done"
        mine.hear_until(lambda: mine.chat)
        assert mine.chat == [{"number": 1, "seat": 1, "name": "Bea", "text": "hello there", "channel": "players"}]
        assert mine.ask("chat", text=" ")["code"] == "malformed"
        for _ in range(2):  # sent twice, said once
            assert mine.ask("chat", id="twice", text="again")["type"] == "done"
        mine.send("resync")
        assert len(mine.hear_type("state")["chat"]) == 2
        with browser.sit(made["table"]) as late:
            assert late.chat == mine.chat


def test_what_is_no_message_is_refused_and_the_talk_goes_on(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        for text in [
            "",
            "[]",
            "{",
            '{"type":"fly"}',
            '{"type":"move"}',
            '{"type":"move","id":"x","number":"y","move":1}',
            "9" * 5000,
            '{"type":"chat","id":"\\u0000","text":"x"}',
            '{"type":"chat","id":"x","text":"a\\u0000b"}',
        ]:
            page.send_text(text)
            assert page.hear_type("refused")["code"] == "malformed"
        page.send("ping")
        page.hear_type("pong")


def test_a_page_that_asks_too_much_is_told_so(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        for _ in range(600):
            page.send("ping")
        page.hear_until(lambda: '"code":"too fast"' in page.texts[-1])


def test_a_frame_that_is_too_large_ends_the_connection(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page, pytest.raises(ConnectionClosed):
        page.send_text("x" * 100_000)
        while True:
            page.hear()


def test_on_one_screen_the_page_looks_with_the_eyes_of_whoever_begins(browser: Browser) -> None:
    """Also if it came before the match had begun."""
    made = browser.make("tulpenfieber", "you", "you", one_screen=True, wait=True, options={"first": 2})
    with browser.sit(made["table"]) as page:
        assert browser.post(f"/tables/{made['table']}/start").status_code == 200
        page.hear_until(lambda: page.position is not None)
        assert page.position is not None and page.position["viewer"] == 1


def test_on_one_screen_the_page_looks_with_the_eyes_of_whoever_acts(browser: Browser) -> None:
    table = browser.make(GAME, "you", "you", one_screen=True)["table"]
    with browser.sit(table) as page:
        seen = []
        for _ in range(8):
            position = page.my_turn()
            seen.append(position["viewer"])
            page.play(seat=position["viewer"])
        assert set(seen) == {0, 1}
        page.send("look", seat=1)
        page.hear_until(lambda: page.position and page.position["viewer"] == 1)


def test_a_position_of_the_past_is_what_was_seen_then(browser: Browser) -> None:
    made = browser.make(GAME, "you", "random", seed="past")
    with browser.sit(made["table"]) as page:
        then = page.my_turn()
        moves = then["moves"]
        first = browser.get(f"/tables/{made['table']}/positions/{moves}?as=0").json()
        assert first["view"] == then["view"] and first["log"]["entries"] == page.log
        assert browser.get(f"/tables/{made['table']}/positions/0?as=all").status_code == 403
        assert browser.get(f"/tables/{made['table']}/positions/0?as=1").status_code == 403
        assert browser.get(f"/tables/{made['table']}/positions/999").status_code == 404
        page.play_on()
        assert browser.get(f"/tables/{made['table']}/positions/{moves}?as=0").json()["view"] == then["view"]
        every = browser.get(f"/tables/{made['table']}/positions/{moves}?as=all").json()
        assert every["viewer"] == -2 and every["scores"]


def test_the_seats_of_a_match_come_back_after_the_room_has_left_the_memory(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random")
    with browser.sit(made["table"]) as page:
        page.my_turn()
        number = page.number
    with browser.sit(made["table"]) as page:
        page.my_turn()
        assert page.number >= number and page.table["seats"][0]["yours"]


def test_a_stranger_sees_no_private_table(browser: Browser, address: str) -> None:
    made = browser.make(GAME, "you", "random")
    stranger = Browser(address)
    assert stranger.get(f"/tables/{made['table']}").status_code == 404
    with pytest.raises(ConnectionClosed):
        Page(address, made["table"], None)
    stranger.join(made["links"]["spectator"])
    with stranger.sit(made["table"]) as page:
        until(lambda: page.position or page.hear())
        assert page.position is not None and page.position["viewer"] == -1 and page.position["offers"] == []
        assert page.ask("move", number=0, move=0)["code"] == "not yours"
