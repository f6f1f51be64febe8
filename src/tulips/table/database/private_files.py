"""Files for their owner alone, in folders that are perhaps not."""

import contextlib
import os
from pathlib import Path

from tulips.engine.errors import TulipsError

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


def keep_private(path: Path) -> None:
    """Keep a database's file, and a folder that is made for it, to the owner alone: live seeds are in it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, *(path.with_name(path.name + more) for more in ("-wal", "-shm"))):
            if file.exists() and file.stat().st_mode & ANY_OTHER:
                file.chmod(0o600)
    except OSError as problem:
        raise TulipsError(f"The database {path} can't be opened: {problem.strerror}.") from None
