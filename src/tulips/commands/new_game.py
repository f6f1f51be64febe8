"""The command `tulips new-game`: a small working game, to be changed into another."""

import argparse
import keyword
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

import tulips
from tulips.commands.arguments import Commands
from tulips.engine.errors import TulipsError

PACKAGE = Path(tulips.__file__).parent
SCAFFOLD = PACKAGE / "scaffold"
GAMES, TESTS = Path("src/tulips/games"), Path("tests/games")

TAKEN = ("http", "messages")
"""Names that files of the page's generated types have, beside the games'."""

LONGEST_NAME = 30
"""Characters of a game's name: it stands in file names, addresses and menus."""

SCAFFOLD_YEAR = "1637"
"""When the scaffold's game appeared; this year takes its place."""

NEXT = """\
{title} is a game now. Its files are in
  {game}
  {tests}

Try it, in the terminal and in the browser:
  tulips play {name}
  make play

Then write its types for the page, name it and its makers in the table of games in README.md, and run what every game must hold:
  make generated
  pytest tests/games -k "{name} or {module}"

docs/add-a-game.md says how to make your own game of it, file by file."""


def add(commands: Commands) -> None:
    """Add the command."""
    sub = commands.command("new-game", _run, "write a small working game, to be changed into another")
    sub.add_argument("name", metavar="NAME", help="what commands and addresses will call it, such as tulip-race")
    sub.add_argument("--into", metavar="FOLDER", type=Path, help="the sources of Tulips to write to (default: these here)")


def _run(args: argparse.Namespace) -> None:
    print(new_game(args.name, args.into))


def new_game(name: str, into: Path | None = None) -> str:
    """Write a game with this name into the sources of Tulips; what to do next, in words."""
    module = module_name(name)
    root = sources() if into is None else into
    if not (root / GAMES).is_dir():
        raise TulipsError(f"There is no folder {GAMES} in {root}: --into takes the folder of Tulips' sources.")
    game, tests = root / GAMES / module, root / TESTS / module
    if (game / "game.toml").exists():
        raise TulipsError(f"There is a game called {hyphened(module)} already: choose another name.")
    for folder in (game, tests):
        if folder.exists():
            raise TulipsError(f"The folder {folder} exists already: move it away, or choose another name.")
    if namesake := _namesake(root, module):
        raise TulipsError(f"There is a test called {namesake} already, and pytest takes no two of a name: choose another name.")
    try:
        for source, target in ((SCAFFOLD / "new_game", game), (SCAFFOLD / "tests", tests)):
            write(source, target, module)
    except OSError as problem:
        for folder in (game, tests):
            shutil.rmtree(folder, ignore_errors=True)
        raise TulipsError(
            f"Nothing can be written to {root} ({problem.strerror}): name a copy of the sources of your own with --into FOLDER."
        ) from None
    return NEXT.format(title=title_of(module), name=hyphened(module), module=module, game=game, tests=tests)


def sources() -> Path:
    """The sources that this package runs from."""
    root = PACKAGE.parents[1]
    if not (root / TESTS).is_dir():
        raise TulipsError("This Tulips is installed without its sources: get them, and name their folder with --into FOLDER.")
    return root


def module_name(name: str) -> str:
    """The name of the game's folder; a `TulipsError` if it can't be one."""
    module = name.replace("-", "_")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", module) or keyword.iskeyword(module):
        raise TulipsError(
            f"A game can't be called {name[:40]!r}: its name is small letters, digits and hyphens, as in tulip-race, "
            "begins with a letter, and is no word of Python's own."
        )
    if len(module) > LONGEST_NAME:
        raise TulipsError(f"A game can't be called {name[:LONGEST_NAME]}…: its name has {LONGEST_NAME} characters at the most.")
    if module in TAKEN:
        raise TulipsError(f"A game can't be called {name!r}: types of the page that all games share have this name.")
    return module


def _namesake(root: Path, module: str) -> Path | None:
    """A test that has the name of one which the game would get."""
    for file in sorted((SCAFFOLD / "tests").rglob("test_*.py")):
        name = file.name.replace("new_game", module)
        if found := next((root / "tests").rglob(name), None):
            return found.relative_to(root)
    return None


def hyphened(module: str) -> str:
    """The game's name, as commands and addresses have it."""
    return module.replace("_", "-")


def title_of(module: str) -> str:
    """The game's title, to begin with."""
    return " ".join(word.capitalize() for word in module.split("_"))


def write(source: Path, target: Path, module: str) -> None:
    """Copy a folder of the scaffold, with the game's name in its places."""
    for file in sorted(source.rglob("*")):
        if file.is_file() and "__pycache__" not in file.parts:
            copy = target / str(file.relative_to(source)).replace("new_game", module)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_named(file.read_text(encoding="utf-8"), module), encoding="utf-8")


def _named(text: str, module: str) -> str:
    """A text of the scaffold with the game's name."""
    text = text.replace(SCAFFOLD_YEAR, str(datetime.now(UTC).year))
    text = text.replace("tulips.scaffold.new_game", f"tulips.games.{module}")
    return text.replace("New Game", title_of(module)).replace("new_game", module)
