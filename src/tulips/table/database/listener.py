"""Several server processes on one PostgreSQL: each notifies the others of what it has written, and hears their notices."""

import contextlib
import threading
from collections.abc import Callable, Sequence
from typing import Literal

import sqlalchemy as sa

CHANNEL = "tulips"
RECONNECT = 0.5
LOOK_UP = 1.0
"""Seconds after which a listener looks up whether it should stop."""

NoticeKind = Literal["events", "table", "chat", "here"]
Notice = tuple[NoticeKind, str, int]
"""What of which table has changed, and its new number; or who is there, which is stored nowhere (`presence.notice_number`)."""


def notify(connection: sa.Connection, notices: Sequence[Notice]) -> None:
    """Tell all processes, once the transaction is committed."""
    payloads = sorted({f"{kind} {match} {number}" for kind, match, number in notices})
    connection.execute(
        sa.text("SELECT pg_notify(:channel, payload) FROM unnest(CAST(:payloads AS text[])) payload"),
        {"channel": CHANNEL, "payloads": payloads},
    )


class Listener(threading.Thread):
    """Hears what is written to a PostgreSQL. A notice of None says that some may have been missed."""

    def __init__(self, url: sa.URL, hear: Callable[[Notice | None], object]) -> None:
        super().__init__(name="listening", daemon=True)
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hear = hear
        self._stop = threading.Event()

    def run(self) -> None:
        """Listen until closed; when the connection is lost, find it again."""
        import psycopg

        while not self._stop.is_set():
            with contextlib.suppress(psycopg.Error), psycopg.connect(self._address, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                self._notify(None)
                while not self._stop.is_set():
                    for heard in connection.notifies(timeout=LOOK_UP):
                        kind, match, number = heard.payload.split(" ")
                        self._notify((kind, match, int(number)))  # type: ignore[arg-type]
                        if self._stop.is_set():
                            break
            self._stop.wait(RECONNECT)

    def _notify(self, notice: Notice | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop may be closed already
            self._hear(notice)

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
