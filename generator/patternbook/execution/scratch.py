"""A fresh folder for each run, and the little of the environment that a program gets to see there."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PASSED_ON = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
"""Variables of Patternbook's own environment that a run example sees. A token is in none of them."""

_FIXED = {
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "COLUMNS": "80",
    "NO_COLOR": "1",
    "TERM": "dumb",
    # One thread each: sums come out the same everywhere, and address space is not spent on idle threads.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True)
class Scratch:
    """A folder that goes away, with a working directory, a home and a place for temporary files in it."""

    root: Path

    @property
    def work(self) -> Path:
        """The working directory, empty at first."""
        return self.root / "work"

    def environment(self) -> dict[str, str]:
        """The variables that a program sees."""
        passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        temporary = str(self.root / "tmp")
        return {
            **passed_on,
            **_FIXED,
            "HOME": str(self.root / "home"),
            "TMPDIR": temporary,
            "TMP": temporary,
            "TEMP": temporary,
        }


@contextmanager
def scratch_folder() -> Iterator[Scratch]:
    """A fresh scratch folder, removed afterwards with all that is in it."""
    root = Path(tempfile.mkdtemp(prefix="patternbook-")).resolve()
    try:
        for name in ("work", "home", "tmp"):
            (root / name).mkdir()
        yield Scratch(root)
    finally:
        shutil.rmtree(root, onerror=_let_in)


def _let_in(function: object, path: str, _: object) -> None:
    """Remove what a program has closed to its owner."""
    del function
    target = Path(path)
    try:
        target.parent.chmod(0o700)
        if target.is_dir() and not target.is_symlink():
            target.chmod(0o700)
            shutil.rmtree(target, ignore_errors=True)
        else:
            target.unlink(missing_ok=True)
    except OSError:
        return
