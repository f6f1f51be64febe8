"""Matches of older versions of the rules are shown, verified, saved and played on as what they were."""

import json
from pathlib import Path
from typing import Any

import pytest

import tulips
from support.old_records import AT_120, BLOCKED_FALL, FILES, UNFINISHED, blocked_falls, parsed, the_fall
from tulips import bots
from tulips.engine.errors import BadOption, BadRecord
from tulips.engine.game import Game
from tulips.engine.match.match import MoveEvent as Move
from tulips.engine.match.record_file import decode, encode, verify
from tulips.games.tulip_bubble.components import Moved
from tulips.games.tulip_bubble.moves import Answer, MarketResponse


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_older_rules_is_read_verified_and_written_as_what_it_was(path: Path) -> None:
    text, record = path.read_bytes(), parsed(path)
    match = decode(text, tulips.game)
    assert match.rules == record["rules"] != match.game.about.rules_version
    assert verify(text, tulips.game).complete == ("result" in record)
    written = json.loads(encode(match))
    assert written["options"].items() >= record["options"].items()
    kept = {**written, "options": record["options"], "version": record["version"], "events": record["events"]}
    assert kept == record and len(written["events"]) == len(record["events"])
    assert verify(encode(match), tulips.game) == verify(text, tulips.game)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_match_of_older_rules_is_played_on_by_them(path: Path) -> None:
    match = tulips.load(path)
    earlier = match.at(match.moves_made // 2)
    assert (earlier.rules, earlier.options) == (match.rules, match.options)
    while not earlier.end:
        seat = earlier.actors[0]
        earlier.play(seat, bots.choose(earlier.game, earlier.states, seat, "greedy", earlier.moves_made))
    again = decode(encode(earlier), tulips.game)
    assert again.rules == match.rules and again.scores == earlier.scores


def under(path: Path, rules: str) -> bytes:
    """The file, with another version of the rules."""
    return json.dumps({**parsed(path), "rules": rules}).encode()


def test_120_guilders_were_enough_in_version_1_of_tulip_bubble() -> None:
    match = tulips.load(AT_120)
    assert match.scores[match.winners[0]] == 120 and match.view(0).black_tulip == 120
    with pytest.raises(BadRecord, match=f"has nothing to decide now|can't “{Answer('buy')}” now"):
        decode(under(AT_120, "2"), tulips.game)


def test_a_blocked_fall_moved_the_third_marker_in_version_1_of_tulip_bubble() -> None:
    match = tulips.load(BLOCKED_FALL)
    at, _ = the_fall()
    told = [entry.what for entry in match.log(0) if entry.at == at + 1]
    assert MarketResponse((Moved("yellow", "I", "IV"),)) in told
    assert list(blocked_falls(tulips.load(UNFINISHED))) == []
    now = match.game.match(match.seats, seed=match.seed)
    for event in [event for event in match.line if isinstance(event, Move)][: at + 1]:
        now.play(event.seat, event.move)
    assert now.rules == "2"
    assert not any(isinstance(entry.what, MarketResponse) for entry in now.log(0) if entry.at == at + 1)


def test_versions_of_the_rules_name_options_that_there_are(game: Game) -> None:
    about = game.about
    assert about.known_versions == [str(n) for n in range(1, len(about.known_versions) + 1)]
    for version, defaults in about.versions.items():
        options = game.options(about.seats[0], rules=version)
        assert options.items() >= defaults.items()
        assert options != game.options(about.seats[0])
    for option in (option for option in about.options.values() if option.legacy):
        assert any(about.options[name] is option for defaults in about.versions.values() for name in defaults)


def test_what_is_asked_for_comes_before_what_a_version_had() -> None:
    game = tulips.game("tulip-bubble")
    match = game.match(3, seed=1, rules="1", options={"black_tulip_at_120": False})
    assert match.view(0).black_tulip == 121
    assert match.options["blocked_fall_moves_others"] is True


@pytest.mark.parametrize("rules", ["0", "99", "", "1.0"])
def test_a_version_that_nobody_knows_is_refused(rules: str) -> None:
    with pytest.raises(BadOption, match="Tulip Bubble has no version .* of its rules here; it has 1, 2"):
        tulips.game("tulip-bubble").match(3, rules=rules)
    with pytest.raises(BadRecord, match=r"played by rules version .* this program has version '1', '2'"):
        decode(under(UNFINISHED, rules), tulips.game)


def test_options_that_only_older_rules_need_are_not_offered(capsys: pytest.CaptureFixture[str]) -> None:
    from tulips.cli import main
    from tulips.lab.report.sample import alternatives
    from tulips.web.infos import game_info

    game = tulips.game("tulip-bubble")
    assert "black_tulip_at_120" in game_info("tulip-bubble").options
    assert "blocked_fall_moves_others" not in game_info("tulip-bubble").options
    others: list[Any] = [name for name, _ in alternatives(game, game.options(3))]
    assert "black_tulip_at_120" in others and "blocked_fall_moves_others" not in others
    main(["games"])
    told = capsys.readouterr().out
    assert "--option black_tulip_at_120" in told and "blocked_fall" not in told
