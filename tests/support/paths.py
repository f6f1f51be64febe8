"""Where the tests find files of the project."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = ROOT / "web"
TESTS = ROOT / "tests"
GOLDEN = TESTS / "golden"
RECORDS = TESTS / "records"
