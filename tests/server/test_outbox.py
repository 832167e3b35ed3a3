from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from patternbook.server import outbox
from patternbook.server.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

PATIENCE = 60


def opened(write: Callable[[bytes], None]) -> tuple[Outbox, threading.Event]:
    told = threading.Event()
    box = Outbox(write, told.set)
    box.start()
    return box, told


def held(gate: threading.Event) -> Callable[[bytes], None]:
    """A pipe that takes nothing before the gate opens."""

    def write(_: bytes) -> None:
        gate.wait()

    return write


def test_what_is_put_in_is_written_in_order_before_the_end() -> None:
    written: list[bytes] = []
    box, _ = opened(written.append)
    for number in range(1_000):
        box.put(b"%d" % number)
    box.finish(PATIENCE)
    assert b"\n".join(written).split(b"\n") == [b"%d" % number for number in range(1_000)]


def test_a_reader_that_does_not_read_is_not_waited_for() -> None:
    gate = threading.Event()
    box, _ = opened(held(gate))
    box.put(b"first")
    box.finish(0.01)
    assert box._thread.is_alive()
    gate.set()
    box.finish(PATIENCE)
    assert not box._thread.is_alive()


def test_it_is_full_until_it_is_read_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST_UNREAD", 100)
    gate = threading.Event()
    box, told = opened(held(gate))
    box.put(b"x" * 60)
    full = [box.full]
    box.put(b"x" * 60)
    full.append(box.full)
    gate.set()
    assert told.wait(PATIENCE)
    box.finish(PATIENCE)
    assert [*full, box.full] == [False, True, False]


def test_nobody_at_the_other_end_is_told() -> None:
    def refuse(_: bytes) -> None:
        raise BrokenPipeError

    box, told = opened(refuse)
    box.put(b"anyone?")
    assert told.wait(PATIENCE)
    assert box.broken
    box.finish(PATIENCE)
