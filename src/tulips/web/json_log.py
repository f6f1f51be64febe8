"""Logs as lines of JSON, for programs that collect them. Secrets are in no field that is logged."""

import json
import logging
import sys
from datetime import UTC, datetime

OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message", "websocket"}
"""What every log record has; the rest was given by whoever logs."""


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "logger": record.name,
            **{name: value for name, value in vars(record).items() if name not in OWN},
        }
        if record.exc_info:
            line["problem"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


def log_as_lines(level: int = logging.INFO) -> None:
    """Send all logs to the error stream, Python's warnings too."""
    logging.captureWarnings(True)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tulips").setLevel(level)
