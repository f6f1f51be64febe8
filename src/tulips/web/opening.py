"""Opening the page in the user's browser once the server answers."""

import contextlib
import socket
import threading
import time
import webbrowser

PATIENCE = 60.0
"""Seconds to wait for the server."""


def open_when_up(host: str, port: int) -> None:
    """Open the page as soon as somebody listens there, without holding up whoever is about to listen."""
    threading.Thread(target=_open, args=(host, port), daemon=True).start()


def _open(host: str, port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
            webbrowser.open(f"http://{host}:{port}")
            return
        time.sleep(0.05)
