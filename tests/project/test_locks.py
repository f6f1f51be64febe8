"""Whatever `make` installs from PyPI has a version and hashes in a lock file."""

import re
from pathlib import Path

import pytest

from support.paths import ROOT

LOCKS = sorted(ROOT.glob("requirements*.lock"))
OURSELVES = "--no-deps --no-build-isolation --editable ."


def test_make_installs_nothing_but_what_is_locked() -> None:
    makefile = (ROOT / "Makefile").read_text()
    installs = re.findall(r"\$\(PIP\)(.*?)[;\n]", makefile)
    locks = [found[1] for install in installs if (found := re.fullmatch(r" --require-hashes -r (\S+)", install))]
    assert len(installs) == len(locks) + 1 and f" {OURSELVES}" in installs
    assert sorted(locks) == [lock.name for lock in LOCKS]
    assert all(f"-o {lock}\n" in makefile for lock in locks), "`make lock` must make them all anew"


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_locked_package_has_a_version_and_hashes(lock: Path) -> None:
    packages = lock.read_text().replace("\\\n", " ").splitlines()
    assert packages and all(re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", package) for package in packages)
