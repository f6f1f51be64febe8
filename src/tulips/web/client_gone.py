"""Requests whose client has gone: what was begun for them is not finished."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request

Result = TypeVar("Result")


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of the work; it is cancelled when the client hangs up. The request's body must have been read."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        raise ClientDisconnect
    finally:
        for one in (task, leaving):
            one.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
