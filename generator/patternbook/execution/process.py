"""Programs run within limits: of time, memory and output, and with nothing left running behind them."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal, cast

from patternbook.errors import ExecutionError

if TYPE_CHECKING:
    import threading
    from collections.abc import Mapping, Sequence

_LAUNCHER = Path(__file__).with_name("launcher.py")
_GRACE = 5.0
"""Seconds that the launcher has to end everything before it is killed itself."""
_TICK = 0.2
"""Seconds between two looks at whether the build was interrupted."""
_KEPT = 32_000
"""Bytes of output kept from its start, and as many from its end."""
_MOST_OUTPUT = 64_000_000
"""Bytes after which a program that prints is ended."""

Stopped = Literal["", "timeout", "output"]
"""Why a program was ended; empty where it ended by itself."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program may use."""

    seconds: float
    memory: int | None = None
    """Bytes of address space of each of its processes; ``None`` sets no limit, on processor time,
    size of files and number of processes neither."""

    @property
    def resources(self) -> dict[str, int]:
        """Limits by the names that the system has for them."""
        if self.memory is None:
            return {}
        return {
            "RLIMIT_AS": self.memory,
            "RLIMIT_CPU": int(self.seconds) + 2,
            "RLIMIT_FSIZE": 256 * 1024 * 1024,
            "RLIMIT_CORE": 0,
        }


@dataclass(frozen=True, slots=True)
class Place:
    """Where a program runs."""

    folder: Path
    """Its working directory."""
    environment: Mapping[str, str]
    scratch: Path | None = None
    """The folder that goes away with the program, and the only one that stays writable where the
    namespaces allow to say so."""
    namespaces: tuple[str, ...] = ()
    """What it does not share with the system; see ``isolation``."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    code: int
    """Its exit code; 128 + N after signal N."""
    stopped: Stopped
    output: str
    """What it printed on both streams; the middle of much is left out."""
    started: bool
    """Whether it was started at all: the namespaces could be had and there is such a program."""
    found: bool
    """Whether there is such a program."""


def run_process(
    command: Sequence[str], place: Place, limits: Limits, halt: threading.Event | None = None
) -> Ended:
    """Run a program to its end, or to the end of its time.

    Args:
        command: the program and its arguments.
        place: where it runs.
        limits: what it may use.
        halt: when set, the program is ended at once.

    Raises:
        ExecutionError: this system cannot run programs within limits.
    """
    if os.name != "posix":
        raise ExecutionError("examples and validators are run on Linux and macOS only; build there")
    told, status = os.pipe()
    try:
        process = _start(command, place, limits, status)
    except OSError as error:
        os.close(told)
        raise ExecutionError(f"{command[0]}: cannot be started ({error.strerror})") from None
    finally:
        os.close(status)
    output, stopped = _listen(process, time.monotonic() + limits.seconds, halt)
    with os.fdopen(told, "rb") as stream:
        news = stream.read()
    return Ended(process.returncode, stopped, output.text(), b"ready" in news, b"missing" not in news)


def _start(command: Sequence[str], place: Place, limits: Limits, status: int) -> subprocess.Popen[bytes]:
    order = {
        "command": list(command),
        "folder": str(place.folder),
        "scratch": str(place.scratch) if place.scratch else None,
        "limits": limits.resources,
        "namespaces": list(place.namespaces),
    }
    return subprocess.Popen(  # noqa: S603 - the order names the program
        [sys.executable, "-I", "-S", str(_LAUNCHER), json.dumps(order), str(status)],
        env=dict(place.environment),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=(status,),
        start_new_session=True,
    )


class _Output:
    """The start and the end of what a program prints."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.size = 0

    def add(self, piece: bytes) -> None:
        self.size += len(piece)
        room = _KEPT - len(self._head)
        self._head += piece[:room]
        self._tail += piece[room:]
        if len(self._tail) > 2 * _KEPT:
            del self._tail[:-_KEPT]

    def text(self) -> str:
        tail = self._tail[-_KEPT:]
        left_out = self.size - len(self._head) - len(tail)
        middle = f"\n… {left_out} bytes left out …\n" if left_out else ""
        return self._head.decode("utf-8", "replace") + middle + tail.decode("utf-8", "replace")


def _listen(
    process: subprocess.Popen[bytes], deadline: float, halt: threading.Event | None
) -> tuple[_Output, Stopped]:
    output = _Output()
    stopped: Stopped = ""
    stream = cast("IO[bytes]", process.stdout)
    with stream, selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            left = deadline - time.monotonic()
            if left <= 0 or (halt is not None and halt.is_set()):
                stopped = "timeout"
                break
            if output.size > _MOST_OUTPUT:
                stopped = "output"
                break
            if selector.select(min(left, _TICK)):
                piece = os.read(stream.fileno(), 65536)
                output.add(piece)
                if not piece:
                    selector.unregister(stream)
            elif process.poll() is not None:
                break
        _finish(process, 0 if stopped else max(0.0, deadline - time.monotonic()))
    return output, stopped


def _finish(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Let the launcher end by itself within its time; then tell it to; then kill it."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    lifeline = cast("IO[bytes]", process.stdin)
    with contextlib.suppress(OSError):
        lifeline.write(b"x")
        lifeline.close()
    try:
        process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
