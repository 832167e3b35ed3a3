from __future__ import annotations

import io
import os

import pytest

from patternbook.server.wire import LONGEST_LINE, Wire


def reading(data: bytes) -> Wire:
    return Wire(io.BytesIO(data), io.BytesIO())


def test_lines_to_the_end_of_input() -> None:
    assert list(reading(b"one\n\ntwo\r\nthree").lines()) == [b"one\n", b"\n", b"two\r\n", b"three"]
    assert list(reading(b"").lines()) == []


def test_a_line_that_is_too_long_is_skipped_whole() -> None:
    long = b"x" * (2 * LONGEST_LINE + 5)
    assert list(reading(b"one\n" + long + b"\ntwo\n").lines()) == [b"one\n", None, b"two\n"]
    assert list(reading(long).lines()) == [None]
    just = b"x" * (LONGEST_LINE - 1) + b"\n"
    assert list(reading(just + b"two\n").lines()) == [just, b"two\n"]


def test_a_line_is_written_whole_though_the_pipe_takes_little_at_a_time() -> None:
    class Narrow(io.RawIOBase):
        taken = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.taken += bytes(data)[:3]  # type: ignore[call-overload]
            return min(3, len(data))  # type: ignore[arg-type]

    narrow = Narrow()
    Wire(io.BytesIO(), narrow).write(b"0123456789")  # type: ignore[arg-type]
    assert narrow.taken == b"0123456789\n"


def test_nobody_at_the_other_end_is_an_os_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb", buffering=0) as target, pytest.raises(OSError, match=r"[Bb]roken pipe"):
        Wire(io.BytesIO(), target).write(b"x")
