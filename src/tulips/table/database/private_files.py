"""Files for their owner alone, in folders that are perhaps not."""

import contextlib
import os
from pathlib import Path

ANY_OTHER = 0o077
WRITTEN_BY_OTHERS = 0o022


def open_private(path: Path) -> int:
    """Open a file to write, made for its owner alone; one of ours that others may read is narrowed. Its descriptor."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with contextlib.suppress(OSError):  # a file system without such rights
        found = os.fstat(file)
        if found.st_uid == os.geteuid() and found.st_mode & ANY_OTHER:
            os.fchmod(file, 0o600)
    return file


def is_open_to_others(folder: Path) -> bool:
    """Whether others may put files in a folder, or others' files in the place of those in it."""
    return os.name == "posix" and bool(folder.stat().st_mode & WRITTEN_BY_OTHERS)
