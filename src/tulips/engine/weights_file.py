"""Numbers that `train` has learned, kept in files beside the rules: rows of them, with the command that made them."""

import json
import tomllib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tulips.engine.errors import TulipsError
from tulips.engine.files import write_whole


def read_rows(file: Path, unlearned: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """All numbers of a file, row after row; those that hold before anything was learned if there is none."""
    if not file.exists():
        return unlearned
    return np.array(tomllib.loads(file.read_text(encoding="utf-8"))["rows"], np.float64).reshape(-1)


def write_rows(file: Path, rows: npt.NDArray[np.float64], meaning: str, made_by: str) -> None:
    """Keep rows of numbers, with what they mean and the command that made them."""
    check_finite(rows, file)
    body = "".join(f"    [{', '.join(f'{number:.3f}' for number in row)}],\n" for row in rows)
    command = json.dumps(made_by, ensure_ascii=False)
    write_whole(file, f"# {meaning}\nmade_by = {command}\nrows = [\n{body}]\n".encode())


def check_finite(numbers: npt.NDArray[np.float64], file: Path) -> None:
    """Refuse to keep what came to nothing: what was there before is lost only to something that works."""
    if not np.isfinite(numbers).all():
        raise TulipsError(f"Learning went astray, with numbers beyond all bounds: {file.name} is left as it was.")
