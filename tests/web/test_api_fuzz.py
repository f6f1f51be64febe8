"""Whatever is asked over HTTP, the answer is one that the OpenAPI document tells of. `make soak` asks for much longer."""

from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import Phase, settings

from support.api_fuzzer import GAME, Fuzzer
from support.server_thread import serving

A_FEW = settings(max_examples=25, phases=[Phase.generate])
"""The same ones every time that the same modules are loaded: Hypothesis takes constants from them."""


@pytest.mark.slow
def test_every_answer_is_as_the_document_says(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address:
        fuzzer = Fuzzer(address)
        for operation in fuzzer.operations():
            fuzzer.ask(operation, A_FEW)
    assert {operation for operation, _ in fuzzer.answers} == {operation.label for operation in fuzzer.operations()}


@pytest.mark.slow
def test_what_is_granted_is_as_the_document_says(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite", review_effort=0.02) as address:
        fuzzer = Fuzzer(address)
        waiting, _, over = (f"/tables/{table}" for table in fuzzer.tables)
        fuzzer.browser.review(fuzzer.tables[2])
        seats = [{"kind": "you"}, {"kind": "bot"}]
        asked: list[tuple[str, str, str, Any]] = [
            ("GET", "/games", "/games", None),
            ("GET", "/games/{game}/rules", f"/games/{GAME}/rules?language=de", None),
            ("POST", "/tables", "/tables", {"game": GAME, "seats": seats}),
            ("POST", "/join", "/join", {"secret": fuzzer.secrets[0], "look": True}),
            ("GET", "/tables", "/tables", None),
            ("GET", "/tables/{table}", waiting, None),
            ("POST", "/tables/{table}/seats/{seat}", f"{waiting}/seats/0", {"action": "name", "name": "Anna"}),
            ("POST", "/tables/{table}/settings", f"{waiting}/settings", {"spectators_talk": False}),
            ("POST", "/tables/{table}/nonce", f"{waiting}/nonce", {"nonce": "abc", "seat": 0}),
            ("POST", "/tables/{table}/start", f"{waiting}/start", None),
            ("GET", "/tables/{table}/positions/{moves}", f"{over}/positions/3?as=all", None),
            ("GET", "/tables/{table}/record", f"{over}/record", None),
            ("POST", "/tables/{table}/review", f"{over}/review", None),
            ("GET", "/tables/{table}/review", f"{over}/review", None),
            ("POST", "/tables/{table}/review/link", f"{over}/review/link", None),
            ("POST", "/tables/{table}/fork", f"{over}/fork", {"at": 3, "seats": seats}),
            ("POST", "/tables/{table}/rematch", f"{over}/rematch", None),
            ("POST", "/records", "/records", fuzzer.record),
            ("GET", "/reach", "/reach", None),
            ("GET", "/health", "/health", None),
            ("GET", "/metrics", "/metrics", None),
            ("GET", "/openapi.json", "/openapi.json", None),
        ]
        for method, operation, path, body in asked:
            answer = fuzzer.browser.http.request(method, path, json=body)
            assert answer.status_code == 200, f"{method} {path}: {answer.text}"
            fuzzer.schema[f"/api/v1{operation}"][method].validate_response(answer)
    known = {operation.label for operation in fuzzer.operations()} - {"POST /api/v1/reach"}  # which would let others in
    assert {f"{method} /api/v1{operation}" for method, operation, _, _ in asked} == known


def test_what_is_at_no_address_is_refused_like_all_else_whatever_the_method(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address, httpx.Client(trust_env=False) as http:
        for method, path in (("DELETE", "/tables"), ("POST", "/tables/abc/seats/-1"), ("PUT", "/nowhere"), ("POST", "/games")):
            answer = http.request(method, f"{address}/api/v1{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown"), f"{method} {path}"
