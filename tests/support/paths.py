"""Where the tests find files of the project."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGE = ROOT / "web"
GOLDEN = ROOT / "tests" / "golden"
RECORDS = ROOT / "tests" / "records"
