"""The page's types are those of the server and of the games."""

from pathlib import Path

from tulips.web.typescript import files

GENERATED = Path(__file__).parent.parent / "web" / "src" / "generated"


def test_the_types_of_the_page_are_written_from_the_types_here() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in GENERATED.glob("*.ts")}
    assert found == files(), "run `python -m tulips.web.typescript web/src/generated`"
