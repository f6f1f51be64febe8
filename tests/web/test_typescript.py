"""The page's types are those of the server and of the games."""

from support.paths import PAGE
from tulips.web.typescript import files

GENERATED = PAGE / "src" / "generated"


def test_the_types_of_the_page_are_written_from_the_types_here() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in GENERATED.glob("*.ts")}
    assert found == files(), "run `python -m tulips.web.typescript web/src/generated`"
