"""Lines out of logs of any size: files, gzipped files and standard input, one line in memory at a time."""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from patternbook.errors import EvaluationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

STDIN = "-"
LONGEST = 1 << 20
"""Bytes of a line; what is longer is skipped unread."""
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """One line of a log."""

    number: int
    """From 1."""
    raw: bytes
    """With its line end if it has one; empty for a line that is too long."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log that can be read once."""

    name: str
    """As the user named it."""
    path: Path | None
    """None for standard input."""


class CutShortError(Exception):
    """A gzipped log ends, or breaks, before its end; what came before has been read."""


def named_logs(names: Iterable[str]) -> list[LogFile]:
    """The logs of some names, each file once however often and by whatever name it is given.

    Raises:
        EvaluationError: a log does not exist or is no file.
    """
    logs: dict[object, LogFile] = {}
    for name in names:
        if name == STDIN:
            logs.setdefault(STDIN, LogFile("standard input", None))
            continue
        path = Path(name)
        try:
            status = path.stat()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise EvaluationError(f"{name}: no log here ({reason})") from None
        if path.is_dir():
            raise EvaluationError(f"{name}: a folder; name the logs in it, such as {name.rstrip('/')}/*.log*")
        logs.setdefault((status.st_dev, status.st_ino), LogFile(name, path))
    return list(logs.values())


def read_lines(log: LogFile, watch: Callable[[BinaryIO, int], BinaryIO] | None = None) -> Iterator[Line]:
    """The lines of a log, blank ones too.

    Args:
        log: where to read.
        watch: given the file as it lies on disk and its size, returns what to read in its place, so that
            progress can be shown.

    Raises:
        EvaluationError: the log cannot be read.
        CutShortError: it is gzipped and damaged; raised after the lines that could be read.
    """
    try:
        with closing(_opened(log, watch)) as file:
            yield from _numbered(file)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise CutShortError from None
    except OSError as error:
        raise EvaluationError(f"{log.name}: cannot be read ({error.strerror or error})") from None


def _opened(log: LogFile, watch: Callable[[BinaryIO, int], BinaryIO] | None) -> BinaryIO:
    if log.path is None:
        if sys.stdin is None:
            raise EvaluationError("standard input: closed; expected a log")
        raw: BinaryIO = sys.stdin.buffer
    else:
        raw = log.path.open("rb")
        if watch is not None:
            raw = watch(raw, log.path.stat().st_size)
    buffered = io.BufferedReader(cast("io.RawIOBase", raw))
    if buffered.peek(len(_GZIP))[: len(_GZIP)] == _GZIP:
        return cast("BinaryIO", _Unzipped(buffered))
    return buffered


class _Unzipped(gzip.GzipFile):
    """Closes what it reads from."""

    def __init__(self, source: BinaryIO) -> None:
        super().__init__(fileobj=source, mode="rb")
        self._source = source

    def close(self) -> None:
        super().close()
        self._source.close()


def _numbered(file: BinaryIO) -> Iterator[Line]:
    number = 0
    while raw := file.readline(LONGEST):
        number += 1
        if number == 1:
            raw = raw.removeprefix(_BOM)
        if len(raw) >= LONGEST and not raw.endswith(b"\n"):
            while (rest := file.readline(LONGEST)) and not rest.endswith(b"\n"):
                pass
            raw = b""
        yield Line(number, raw)
