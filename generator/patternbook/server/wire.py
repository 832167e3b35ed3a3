"""The two pipes to the client, taken from the process so that nothing else can write to them."""

from __future__ import annotations

import os
import select
import sys
from contextlib import suppress
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TYPE_CHECKING, BinaryIO

from patternbook.errors import PatternbookError

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_LINE = 4_000_000
"""Bytes of one message. A query is cut at 2,000 characters, so nothing honest comes near."""


@dataclass(frozen=True, slots=True)
class Wire:
    """Lines in, lines out."""

    source: BinaryIO
    target: BinaryIO
    """Unbuffered."""

    @classmethod
    def claim(cls) -> Wire:
        """Take standard input and output away from the rest of the process.

        What anything else prints from now on, or has printed and not flushed, goes to standard error; what
        anything else reads is empty.

        Raises:
            PatternbookError: one of the two is closed.
        """
        try:
            source, target = os.dup(0), os.dup(1)
        except OSError:
            raise PatternbookError(
                "standard input or output is closed; an MCP client starts this command and talks through both"
            ) from None
        with suppress(OSError):
            os.dup2(2, 1)
        if isinstance(sys.stdout, TextIOWrapper):
            # Flushes what waits, now to its new place; and nothing printed later is lost in a buffer.
            sys.stdout.reconfigure(line_buffering=True)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        return cls(os.fdopen(source, "rb"), os.fdopen(target, "wb", buffering=0))

    def lines(self) -> Iterator[bytes | None]:
        """Yield the lines that come in, to the end of input; ``None`` for one that is too long to keep."""
        while line := self._line():
            if len(line) <= LONGEST_LINE:
                yield line
                continue
            while line and not line.endswith(b"\n"):
                line = self._line()
            yield None

    def write(self, line: bytes) -> None:
        """Send one line, or several with line ends between them, all of it.

        Raises:
            OSError: the client does not listen any more.
        """
        rest = memoryview(line + b"\n")
        while rest:
            rest = rest[self.target.write(rest) or 0 :]

    def deserted(self) -> bool:
        """Whether the client is known to have stopped listening; where that cannot be asked, it has not."""
        if not hasattr(select, "poll"):
            return False
        poll = select.poll()
        poll.register(self.target, 0)
        return bool(poll.poll(0))

    def _line(self) -> bytes:
        # A pipe that breaks is an end of input like any other.
        with suppress(OSError):
            return self.source.readline(LONGEST_LINE + 1)
        return b""
