"""Opening the page in the user's browser once the server answers."""

import contextlib
import socket
import threading
import time
import webbrowser
from urllib.parse import urlsplit

PATIENCE = 60.0
"""Seconds to wait for the server."""


def open_when_up(url: str) -> None:
    """Open the page as soon as somebody listens there, without holding up whoever is about to listen."""
    threading.Thread(target=_open, args=(url,), daemon=True).start()


def _open(url: str) -> None:
    there = urlsplit(url)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((there.hostname, there.port), timeout=1):
            webbrowser.open(url)
            return
        time.sleep(0.05)
