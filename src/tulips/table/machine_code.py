"""Whether this machine keeps machine code: without a folder for it, whatever is compiled is gone with its process."""

import contextlib
import os
from pathlib import Path

from platformdirs import user_cache_path

from tulips.engine.files import write_whole
from tulips.engine.state.rule import INTERPRETED

PROBE_BYTES = 256 * 1024
"""What must fit; a kernel takes less."""


def cache_home() -> Path:
    """The folder that holds the machine code of all games."""
    return user_cache_path("tulips")


def why_not_kept() -> str | None:
    """What is wrong with that folder, in a word of the system; None if it takes what is written."""
    if INTERPRETED:
        return None
    file = cache_home() / f".room.{os.getpid()}"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, os.urandom(PROBE_BYTES))
    except OSError as problem:
        return problem.strerror or type(problem).__name__
    finally:
        with contextlib.suppress(OSError):
            file.unlink(missing_ok=True)
    return None
