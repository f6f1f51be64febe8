"""The catalogues of sentences, and what every one of them has to hold."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import msgspec
import msgspec.inspect

import tulips
from support.names_in_sources import Page, Said, modules_of, said_in
from support.paths import PAGE, TESTS
from tulips import games
from tulips.engine.facts import setting_up_names
from tulips.engine.kinds import Kind, sentence_layout, sentence_names
from tulips.engine.phrase import SHARED, Phrase, catalogue

LANGUAGES = ("en", "fr", "de")
GAP = re.compile(r"\{(\w+)\}")
YOU = re.compile(r"(?P<sentence>.+?)(?P<persons>(?:\.you(?:_\w+)?)+)")
"""A sentence that speaks to the reader: "draws.you" in the place of "draws", where its gap `seat` holds the reader's seat."""

SOURCES = PAGE / "src"
BOARDS = SOURCES / "games"
UNSAID = ("generated", "gallery", "fixture", "games")
"""Folders of the page that are a game's, or say nothing, or only to those who work on it."""


def gaps(text: str) -> set[str]:
    """The gaps of a sentence."""
    return set(GAP.findall(text))


def sources(folder: Path) -> list[Path]:
    """The sources of the page in a folder."""
    return sorted(path for path in folder.rglob("*") if path.suffix in (".ts", ".svelte"))


def shell() -> Page:
    """The page around the games."""
    return Page(path for path in sources(SOURCES) if path.relative_to(SOURCES).parts[0] not in UNSAID)


def board(game: str) -> Page:
    """A game's board, guide and curves; the plain board, if nobody has drawn one."""
    return Page(sources(BOARDS / game), of_a_game=True) if (BOARDS / game).exists() else PlainBoard(game)


class PlainBoard(Page):
    """The plain board, as it shows a game: it asks for a name of every field of the view, and for what points are called."""

    def __init__(self, game: str) -> None:
        super().__init__([])
        view = msgspec.inspect.type_info(tulips.game(game).views.view.__annotations__["return"])
        self._names = {f"view.{field}" for field in _fields(view) - {"phase"}}

    def said(self) -> Iterator[Said]:
        yield from (Said(name, frozenset(), "the plain board") for name in sorted(self._names))

    def mentions(self, name: str) -> bool:
        return name in self._names or name == "unit"


def _fields(type: msgspec.inspect.Type) -> set[str]:
    """The fields of a type and of all that it holds."""
    match type:
        case msgspec.inspect.StructType(fields=fields):
            return {field.name for field in fields}.union(*(_fields(field.type) for field in fields))
        case msgspec.inspect.UnionType(types=types) | msgspec.inspect.TupleType(item_types=types):
            return set().union(*map(_fields, types))
        case msgspec.inspect.ListType(item_type=item) | msgspec.inspect.VarTupleType(item_type=item):
            return _fields(item)
        case msgspec.inspect.DictType(value_type=value) | msgspec.inspect.Metadata(type=value):
            return _fields(value)
    return set()


def known(game: str) -> Mapping[str, Iterable[str]]:
    """What expressions of a game stand for that say something and cannot be read from its source: its tests tell it in
    tests/games/NAME/said.json. "never" lists what no field ever holds, though its type lists it."""
    file = TESTS / "games" / game.replace("-", "_") / "said.json"
    return msgspec.json.decode(file.read_bytes(), type=dict[str, list[str]]) if file.exists() else {}


@functools.cache
def said_by_a_game(game: str) -> frozenset[Said]:
    """All that a game says in Python: by its kinds, its ends, where a table is set up, and in so many words."""
    found = tulips.game(game)
    said = {Said(name, frozenset(), "game.toml") for name in setting_up_names(games.facts(game))}
    said |= {Said(end, frozenset(), "ENDS") for end in found.ends}
    for kind in (*found.kinds.MOVES, *found.kinds.HAPPENINGS):
        told = _said_by_a_kind(kind, english(games.folder(game)))
        said |= {one for one in told if one.name not in known(game).get("never", ())}
    return frozenset({*said, *said_in(modules_of(f"tulips.games.{game.replace('-', '_')}"), known(game))})


def _said_by_a_kind(kind: type[Kind], texts: Mapping[str, str]) -> Iterator[Said]:
    """Its sentences, as far as there are any, or its shortest; and what its fields are shown as, one name for each value."""
    layout = sentence_layout(kind)
    told = [name for name in sentence_names(kind) if name in texts] or [kind.kind()]
    for name in told:
        optional = name.split(".")
        yield Said(name, frozenset(f.gap for f in layout.fields if not f.optional or f.name in optional), kind.__name__)
    hints = get_type_hints(kind, include_extras=True)
    for field in layout.fields:
        for value in _values(hints[field.name]) if field.show else ():
            shown = field.show(value)  # type: ignore[misc]
            for phrase in [shown] if isinstance(shown, Phrase) else shown if isinstance(shown, list) else []:
                yield from (Said(part.name, frozenset(part.values), kind.__name__) for part in phrase.sentences())


def _values(hint: Any) -> list[Any]:
    """The values that a field may have, where its type lists them; of a field that holds several, one at a time."""
    if get_origin(hint) is Annotated:
        schemas = [meta.extra_json_schema or {} for meta in hint.__metadata__ if isinstance(meta, msgspec.Meta)]
        return [value for schema in schemas for value in schema.get("enum", [])]
    if get_origin(hint) in (tuple, list):
        return [(value,) for value in _values(get_args(hint)[0])]
    return [value for part in get_args(hint) for value in _values(part)]


def folders() -> list[Path]:
    """Every folder that has a catalogue."""
    return [SHARED, *(games.folder(name) for name in games.names())]


def sentence_of(name: str) -> str:
    """The sentence that an entry is of: "draws" for "draws.you"."""
    found = YOU.fullmatch(name)
    return found["sentence"] if found else name


def spoken_to(name: str, own: Iterable[str]) -> str:
    """The name of a sentence that speaks to a reader whose seat is in some gaps, told in the order of the alphabet."""
    return name + "".join(sorted(gap.replace("seat", ".you", 1) for gap in own))


def own_gaps(name: str) -> set[str]:
    """The gaps that hold the reader's own seat in such a sentence."""
    found = YOU.fullmatch(name)
    return {person.replace("you", "seat", 1) for person in found["persons"].split(".")[1:]} if found else set()


def problems_with(said: Iterable[Said], texts: Mapping[str, str]) -> list[str]:
    """What is said that has no entry, or an entry with a gap that nothing is given for."""
    wrong = []
    for name, given, where in said:
        if name not in texts:
            wrong.append(f"{where} says {name!r}, which is in no catalogue")
        elif given is not None and gaps(texts[name]) - given:
            wrong.append(f"{where} says {name!r} and gives nothing for {sorted(gaps(texts[name]) - given)}")
    return wrong


def english(folder: Path) -> Mapping[str, str]:
    """The English sentences of a folder, by name."""
    return catalogue(folder)
