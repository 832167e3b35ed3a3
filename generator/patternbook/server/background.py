"""Work that goes on while the server already answers what does not need its result."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Later(Protocol):
    """Begins some work; returns a function that waits for its result, or raises what it raised."""

    def __call__(self, work: Callable[[], T]) -> Callable[[], T]:
        """Begin the work."""


class Background:
    """Runs each piece of work in a thread that cannot hold the process at its end."""

    def __init__(self) -> None:
        self._pieces: list[Future[object]] = []

    def begin(self, work: Callable[[], T]) -> Callable[[], T]:
        """Begin some work, as ``Later`` says."""
        piece: Future[T] = Future()

        def run() -> None:
            try:
                piece.set_result(work())
            except BaseException as error:  # noqa: BLE001 — whoever waits is told
                piece.set_exception(error)

        self._pieces.append(piece)  # type: ignore[arg-type]
        threading.Thread(target=run, name="patternbook-background", daemon=True).start()
        return piece.result

    @property
    def done(self) -> bool:
        """Whether all of it has ended, well or not."""
        return all(piece.done() for piece in self._pieces)

    @property
    def failure(self) -> BaseException | None:
        """What went wrong first, if anything has by now."""
        failures = (piece.exception() for piece in self._pieces if piece.done())
        return next((failure for failure in failures if failure), None)

    def tell(self, ended: Callable[[], object]) -> None:
        """Call a function whenever a piece ends; at once for one that has ended."""
        for piece in self._pieces:
            piece.add_done_callback(lambda _: ended())
