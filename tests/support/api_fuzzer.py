"""Asking a server for everything that its OpenAPI document tells, with values that fit it and values that do not."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import tulips
from support.blocking_client import Browser

Operation: TypeAlias = APIOperation[Any, Any, Any, Any]
AnyCase: TypeAlias = Case[Any]

GAME = "gift-of-tulips"
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FAILS = 500
"""From this status on the server is to blame."""


class Fuzzer:
    """Somebody who has been at tables of all kinds, and asks for anything there."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._session = requests.Session()
        self._session.trust_env = False
        self.answers: Counter[tuple[str, int]] = Counter()  # by operation and status
        self._addresses = (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))
        self._live()

    def _live(self) -> None:
        """Tables that wait, are played, and are over; their links, and a record."""
        browser = self.browser = Browser(self.address)
        self.schema = schemathesis.openapi.from_dict(browser.get("/openapi.json").json())
        waiting = browser.make(GAME, "you", "open", listed=True)
        playing = browser.make(GAME, "you", "random", clock=600)
        over = browser.make(GAME, "random", "random")
        with browser.sit(over["table"]) as page:  # bots play where somebody looks
            page.hear_until(lambda: page.table["phase"] == "over")
        self.record: dict[str, Any] = browser.get(f"/tables/{over['table']}/record").json()
        self.tables = [made["table"] for made in (waiting, playing, over)]
        links = [waiting["links"]["table"], waiting["links"]["seats"][1], *(m["links"]["spectator"] for m in (waiting, over))]
        self.secrets = [link.split("#")[1] for link in links]
        self._known: dict[str, list[Any]] = {
            "game": tulips.game_names(),
            "secret": self.secrets,
            "level": ["master", "random", None],
            "nonce": ["abc", None],
            "at": [0, 3],
            "options": [{}],
            "clock": [None, 600],
            "delay": [0, 3],
            "seat": [0, 1],
            "seats": [[{"kind": "you"}, {"kind": "bot"}], [{"kind": "open"}, {"kind": "you", "name": "Anna"}]],
        }
        self._known_in_paths = {"table": self.tables, "game": tulips.game_names(), "seat": [0, 1, 2], "moves": [0, 1, 5]}
        self._known_in_queries = {"as": ["0", "1", "all"], "level": ["master"], "language": ["de"]}
        cookie = browser.http.cookies.get("tulips")
        self.cookies = [cookie, cookie, cookie, None]

    def operations(self) -> Iterator[Operation]:
        """All that can be asked."""
        for found in self.schema.get_all_operations():
            assert isinstance(found, Ok), "the document is wrong"
            yield found.ok()

    def ask(self, operation: Operation, how: settings) -> None:
        """Ask for one thing in many ways; fails at an answer that is not as the document says."""
        cases = st.one_of(operation.as_strategy(GenerationMode.POSITIVE), operation.as_strategy(GenerationMode.NEGATIVE))

        @settings(how, deadline=None, suppress_health_check=list(HealthCheck))
        @given(case=cases, data=st.data())
        def ask_so(case: AnyCase, data: st.DataObject) -> None:
            self._make_likely(case, data.draw)
            cookie = data.draw(st.sampled_from(self.cookies))
            answer = case.call(
                self.address,
                self._session,
                headers={"X-Forwarded-For": next(self._addresses)},  # so that no limit of an address is met
                cookies={"tulips": cookie} if cookie else None,
                timeout=60,
            )
            self._session.cookies.clear()
            self.answers[operation.label, answer.status_code] += 1
            assert answer.status_code < FAILS, f"{answer.status_code}: {answer.content!r}"
            case.validate_response(answer, CHECKS)

        ask_so()

    def _make_likely(self, case: AnyCase, draw: Callable[[Any], Any]) -> None:
        """Put what exists in some places, or nearly all would end at the door."""
        self._replace(case.path_parameters, self._known_in_paths, draw)
        self._replace(case.query, self._known_in_queries, draw)
        if case.operation.path.endswith("/records") and draw(st.booleans()):
            given_fields = case.body if isinstance(case.body, dict) else {}
            case.body = {**self.record, **{name: given_fields[name] for name in list(given_fields)[:1]}}
        else:
            self._replace(case.body, self._known, draw)

    def _replace(self, values: Any, known: Mapping[str, list[Any]], draw: Callable[[Any], Any]) -> None:
        if isinstance(values, dict):
            for name in sorted(values.keys() & known.keys()):
                if draw(st.integers(0, 3)):
                    values[name] = draw(st.sampled_from(known[name]))
