"""The OpenAPI document, made from the endpoints and their types."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

import tulips
from tulips.engine.kinds import TAG, Kind, Move
from tulips.web.api import JSON, PREFIX, STATUS, Endpoint, Problem

ANY_KIND = {"type": "object", "properties": {TAG: {"type": "string"}}, "required": [TAG]}
PARAMETER = re.compile(r"{(\w+)(?::(\w+))?}")
WORDS = {
    400: "It can't be understood or is not allowed",
    403: "Not for you",
    404: "There is no such thing",
    409: "Not now",
    429: "Too much at once",
    503: "The server is busy",
}


def description(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """Return the whole document."""
    parts = [part for endpoint in endpoints for part in (endpoint.answer, endpoint.body, *endpoint.others.values())]
    types = [part for part in parts if part is not None]
    schemas, components = msgspec.json.schema_components([*types, Problem], ref_template="#/components/schemas/{name}")
    known = dict(zip(map(repr, [*types, Problem]), schemas, strict=True))
    for cls in (Kind, Move):  # each game has its own; docs/record.schema.json tells their fields
        if cls.__name__ in components:
            components[cls.__name__] = {"title": cls.__name__, "description": cls.__doc__, **ANY_KIND}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        path = PREFIX + PARAMETER.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Tulips", "version": tulips.__version__, "description": "Tables of tulip games."},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    statuses = {**dict.fromkeys(STATUS.values(), Problem), **endpoint.others}
    operation: dict[str, Any] = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.text.split("\n")[0],
        "parameters": _parameters(endpoint),
        "responses": {
            "200": {"description": "Done", "content": {endpoint.media: {"schema": known[repr(endpoint.answer)]}}},
            **{
                str(status): {"description": WORDS[status], "content": {JSON: {"schema": known[repr(answer)]}}}
                for status, answer in sorted(statuses.items())
            },
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": known[repr(endpoint.body)]}}}
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"},
        }
        for name, kind in PARAMETER.findall(endpoint.path)
    ]
    queries = [
        {"name": name, "in": "query", "description": text, "schema": {"type": "string"}}
        for name, text in endpoint.queries.items()
    ]
    return in_path + queries
