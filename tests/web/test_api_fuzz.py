"""Whatever is asked over HTTP, the answer is one that the OpenAPI document tells of. `make soak` asks for much longer."""

from pathlib import Path

import httpx
from hypothesis import Phase, settings

from table_server import serving
from web.fuzzing import Fuzzer

A_FEW = settings(max_examples=25, derandomize=True, database=None, phases=[Phase.generate])
"""The same ones every time."""


def test_every_answer_is_as_the_document_says(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address:
        fuzzer = Fuzzer(address)
        for operation in fuzzer.operations():
            fuzzer.ask(operation, A_FEW)
    granted = {operation for operation, status in fuzzer.answers if status == 200}
    asked = {operation for operation, _ in fuzzer.answers}
    assert asked == {operation.label for operation in fuzzer.operations()}
    assert asked - granted <= {"POST /api/v1/reach"}, (
        "nearly all of it must have been granted, or it was only asked at the door"
    )


def test_what_is_at_no_address_is_refused_like_all_else_whatever_the_method(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/tables.sqlite") as address, httpx.Client(trust_env=False) as http:
        for method, path in (("DELETE", "/tables"), ("POST", "/tables/abc/seats/-1"), ("PUT", "/nowhere"), ("POST", "/games")):
            answer = http.request(method, f"{address}/api/v1{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown"), f"{method} {path}"
