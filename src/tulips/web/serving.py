"""`tulips serve`: the application on uvicorn."""

from typing import Any

import uvicorn

from tulips.table.house import Settings
from tulips.web.app import application

LARGEST_FRAME = 16 * 1024


def config(settings: Settings, host: str, port: int, **more: Any) -> uvicorn.Config:
    """How uvicorn is to run."""
    return uvicorn.Config(
        application(settings),
        host=host,
        port=port,
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # each would cost a connection more memory than all else
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **more,
    )


def serve(settings: Settings, host: str, port: int) -> None:
    """Serve until somebody stops it."""
    uvicorn.Server(config(settings, host, port)).run()
