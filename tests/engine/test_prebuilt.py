"""Types that are read in several threads: msgspec crashes if two of them are the first to read one."""

import subprocess
import sys

IS_KNOWN = """
import msgspec
from tulips.bots.levels import Level
from tulips.engine.game import About
from tulips.engine.match.record_file import RecordFile
from tulips.table.state import TableState

for kind in (Level, About, RecordFile, TableState):
    kind.__annotations__ = dict.fromkeys(kind.__annotations__, "NoSuchType")
    msgspec.json.Decoder(kind)  # looks there only if it has not found out before
"""


def test_what_threads_read_is_found_out_about_before_there_are_any() -> None:
    done = subprocess.run([sys.executable, "-c", IS_KNOWN], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
