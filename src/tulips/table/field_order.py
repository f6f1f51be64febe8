"""The order of a struct's fields in JSON, where it inherits some.

msgspec writes inherited fields first. The structs that inherit a table's settings were once written out in full, each in an
order of its own, and databases and pages know that order. So each names the fields that come first; a field that is added to
the settings comes last everywhere and need not be named.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

T = TypeVar("T", bound=type[msgspec.Struct])


def field_order(*first: str, required: bool = False) -> Callable[[T], T]:
    """Returns a decorator that puts some fields first, then the struct's own, then those that it inherits.

    `required` drops the defaults: what is sent has every field. The struct is made anew, so it is no subclass at run time.
    """

    def remake(kind: T) -> T:
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        names = dict.fromkeys((*first, *(name for name in kind.__annotations__ if name in fields), *fields))
        members = {name: value for name, value in vars(kind).items() if not name.startswith("__") and name not in fields}
        made: Any = msgspec.defstruct(
            kind.__name__,
            [_specification(fields[name], required) for name in names],
            namespace={**members, "__doc__": kind.__doc__, "__qualname__": kind.__qualname__},
            module=kind.__module__,
            kw_only=True,
            frozen=kind.__struct_config__.frozen,
            forbid_unknown_fields=kind.__struct_config__.forbid_unknown_fields,
        )
        return made  # type: ignore[no-any-return]

    return remake


def _specification(field: msgspec.structs.FieldInfo, required: bool) -> Any:
    """A field as `defstruct` takes it."""
    if field.required or required:
        return field.name, field.type
    if field.default is not msgspec.NODEFAULT:
        return field.name, field.type, field.default
    return field.name, field.type, msgspec.field(default_factory=field.default_factory)
