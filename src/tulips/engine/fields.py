"""What is wrong with the fields of a move or an outcome that somebody wrote: each mistake a sentence that names the field."""

import functools
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from msgspec import inspect

from tulips.engine.kinds import TAG, Kind, seat_fields
from tulips.engine.phrase import Phrase, Value, say

NAMES_TOLD = 12
"""How many names a sentence tells at the most."""

LONGEST_VALUE = 40
"""Characters of a wrong value that a sentence repeats."""


class Rule(NamedTuple):
    """What a field may hold."""

    types: tuple[type, ...]
    names: tuple[str, ...] = ()  # what a text may be; any, if none are listed
    called: str = ""  # what such a name is called
    least: int | None = None
    most: int | None = None
    items: "Rule | None" = None  # of a list


ANYTHING = Rule(())

EXPECTED = {
    str: say("error.type-text"),
    int: say("error.type-number"),
    bool: say("error.type-flag"),
    list: say("error.type-list"),
}


def wrong_fields(cls: type[Kind], fields: Mapping[str, Any], seats: int, first: int) -> Phrase | None:
    """What is wrong with the fields of such a kind at a table with so many seats, counted from `first`; None if nothing is."""
    rules, kind = _rules(cls), cls.kind()
    for field in fields:
        if field in cls.told_after:
            return say("error.field-told-after", kind=kind, field=field)
        if field not in rules and not rules:
            return say("error.field-of-none", kind=kind, field=field[:LONGEST_VALUE])
        if field not in rules:
            return say("error.field-unknown", kind=kind, field=field[:LONGEST_VALUE], known=listed(rules))
    for field, rule in rules.items():
        if fields.get(field) is None:
            return say("error.field-missing", kind=kind, field=field)
        if field in seat_fields(cls):
            rule = Rule((int,), least=first, most=first + seats - 1, called="seat")
        if why := _wrong_value(field, rule, fields[field]):
            return why
    return None


def listed(names: Iterable[str]) -> Value:
    """Names in a sentence, not too many."""
    told = list(names)
    some = ", ".join(told[:NAMES_TOLD])
    return say("error.and-more", moves=some) if len(told) > NAMES_TOLD else some


def wrong_type(field: str, expected: type, value: Any) -> Phrase:
    """A field holds something else than it should."""
    return say("error.field-type", field=field, expected=EXPECTED[expected], value=_shown(value))


def _wrong_value(field: str, rule: Rule, value: Any) -> Phrase | None:
    if rule.types and (not isinstance(value, rule.types) or (isinstance(value, bool) and bool not in rule.types)):
        return wrong_type(field, rule.types[0], value)
    if rule.names and value not in rule.names and not rule.called:
        return say("error.field-choice", field=field, value=_shown(value), known=listed(rule.names))
    if rule.names and value not in rule.names:
        return say("error.field-name", field=field, value=_shown(value), type=rule.called, known=listed(rule.names))
    if isinstance(value, int) and not isinstance(value, bool):
        return _wrong_number(field, rule, value)
    if rule.items is not None:
        return next((why for item in value if (why := _wrong_value(field, rule.items, item))), None)
    return None


def _wrong_number(field: str, rule: Rule, value: int) -> Phrase | None:
    least, most = rule.least, rule.most
    if (least is None or value >= least) and (most is None or value <= most):
        return None
    if rule.called == "seat" and value == 0 and least == 1:
        return say("error.field-seat-0", field=field, most=str(most))
    if rule.called == "seat":
        return say("error.field-seat", field=field, value=_shown(value), least=str(least), most=str(most))
    if most is None:
        return say("error.field-least", field=field, value=_shown(value), least=str(least))
    return say("error.field-range", field=field, value=_shown(value), least=str(least or 0), most=str(most))


def _shown(value: Any) -> str:
    """A value as JSON has it, not too long."""
    return json.dumps(value, ensure_ascii=False, default=str)[:LONGEST_VALUE]


@functools.cache
def _rules(cls: type[Kind]) -> dict[str, Rule]:
    """What each field holds that a move or an outcome has before it is known what comes of it."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    return {field.name: _rule(field.type) for field in info.fields if field.name not in (TAG, *cls.told_after)}


def _spoken(title: str) -> str:
    """The title of a type as people say it: "action card" for "ActionCard"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", title).lower()


def _rule(info: inspect.Type) -> Rule:
    match info:
        case inspect.UnionType(types):
            return _rule(next(one for one in types if not isinstance(one, inspect.NoneType)))
        case inspect.Metadata(of, extra_json_schema=schema):
            schema = schema or {}
            return _rule(of)._replace(names=tuple(schema.get("enum", ())), called=_spoken(schema.get("title", "")))
        case inspect.LiteralType(values):
            return Rule((str,), tuple(map(str, values)))
        case inspect.StrType():
            return Rule((str,))
        case inspect.BoolType():
            return Rule((bool,))
        case inspect.IntType(ge=least, le=most):
            return Rule((int,), least=least, most=most)
        case inspect.VarTupleType(item) | inspect.ListType(item):
            return Rule((list, tuple), items=_rule(item))
        case inspect.TupleType(items) if items:
            return Rule((list, tuple), items=_rule(items[0]))
    return ANYTHING
