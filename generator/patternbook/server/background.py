"""Work that goes on while the server already answers what does not need its result."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Later(Protocol):
    """Puts off some work; returns a function that waits for its result, or raises what it raised."""

    def __call__(self, work: Callable[[], T]) -> Callable[[], T]:
        """Put off the work."""


class Background:
    """Runs work that was put off, piece after piece, in a thread that cannot hold the process at its end."""

    def __init__(self) -> None:
        self._pieces: list[Future[object]] = []
        self._work: list[Callable[[], None]] = []

    def put_off(self, work: Callable[[], T]) -> Callable[[], T]:
        """Put off some work until ``start``, as ``Later`` says."""
        piece: Future[T] = Future()

        def run() -> None:
            try:
                piece.set_result(work())
            except BaseException as error:  # noqa: BLE001 — whoever waits is told
                piece.set_exception(error)

        self._work.append(run)
        self._pieces.append(piece)  # type: ignore[arg-type]
        return piece.result

    def start(self, told: Callable[[], object]) -> None:
        """Begin with what was put off; ``told`` is called in another thread after each piece."""
        for piece in self._pieces:
            piece.add_done_callback(lambda _: told())
        if self._work:
            threading.Thread(target=self._run, name="patternbook-background", daemon=True).start()

    @property
    def done(self) -> bool:
        """Whether all of it has ended, well or not."""
        return all(piece.done() for piece in self._pieces)

    @property
    def failure(self) -> BaseException | None:
        """What went wrong first, if anything has by now."""
        failures = (piece.exception() for piece in self._pieces if piece.done())
        return next((failure for failure in failures if failure), None)

    def _run(self) -> None:
        for run in self._work:
            run()
