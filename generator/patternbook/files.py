"""Files replaced as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


_ABANDONED = 60
"""Seconds after which a temporary file can be no living run's."""


def replace_file(path: Path, content: bytes) -> None:
    """Give a file new content atomically: a reader, or a kill at any point, finds the old or the new whole.

    The content is on the disk before the name points to it. What an earlier, killed run left behind is
    cleared away.

    Raises:
        OSError: the folder cannot be written.
    """
    prefix = f".{path.name}."
    for left in path.parent.glob(f"{prefix}*.tmp"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED:
                left.unlink()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=prefix, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes files that only their owner can read; a corpus is for everyone who may use the folder.
        os.chmod(name, 0o666 & ~_umask())  # noqa: PTH101 - a name from mkstemp, not a Path
        os.replace(name, path)  # noqa: PTH105
    except BaseException:
        with suppress(OSError):
            os.unlink(name)  # noqa: PTH108
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
