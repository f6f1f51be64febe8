"""`tulips serve`: the application on uvicorn."""

import logging
from typing import Any

import uvicorn

import tulips
from tulips.table.house import Settings
from tulips.web.app import application
from tulips.web.logs import log_as_lines

LOG = logging.getLogger("tulips.web")
LARGEST_FRAME = 16 * 1024


def config(settings: Settings, host: str, port: int, **more: Any) -> uvicorn.Config:
    """How uvicorn is to run."""
    return uvicorn.Config(
        application(settings),
        host=host,
        port=port,
        loop="auto",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # each would cost a connection more memory than all else
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        **more,
    )


def serve(settings: Settings, host: str, port: int) -> None:
    """Serve until somebody stops it."""
    log_as_lines()
    LOG.info("serving", extra={"host": host, "port": port, "version": tulips.__version__})
    uvicorn.Server(config(settings, host, port)).run()
    LOG.info("stopped")
