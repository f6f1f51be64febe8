"""The HTTP API asked for hours, if need be, with new values every time."""

import time
from pathlib import Path

import pytest
from hypothesis import settings

from support.api_fuzzer import Fuzzer
from support.server_process import Process
from support.soak import SECONDS

pytestmark = pytest.mark.soak

A_ROUND = settings(max_examples=200, database=None, print_blob=True)


def test_every_answer_is_as_the_document_says_for_long(tmp_path: Path) -> None:
    end = time.monotonic() + SECONDS
    with Process(tmp_path, "--database", f"sqlite:///{tmp_path}/tables.sqlite", "--pace", "0") as server:
        while time.monotonic() < end:
            fuzzer = Fuzzer(server.address)  # new tables: the last round has used up the old ones
            for operation in fuzzer.operations():
                if time.monotonic() < end:
                    fuzzer.ask(operation, A_ROUND)
            fuzzer.browser.close()
        assert server.answers()
    assert "Traceback" not in server.log.read_text()
