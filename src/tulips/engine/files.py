"""Files that are written whole or not at all."""

import os
import threading
from pathlib import Path


def write_whole(file: Path, content: bytes) -> None:
    """Write a file in one stroke: whoever reads it finds all of it, or what was there before."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        draft.write_bytes(content)
        draft.replace(file)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
