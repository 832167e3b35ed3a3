"""How the server's process ends: soon, with exit code 0, and never later than a second after it should."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_LATEST = 0.9


class Ending:
    """Ends the process by force if nothing else does. SIGTERM and SIGINT count as the end of input."""

    def __init__(self) -> None:
        self._stop: Callable[[], object] | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._on_signal())

    def stop_with(self, stop: Callable[[], object]) -> None:
        """Call ``stop`` on the next signal. Before this, and at one more, the process ends at once."""
        self._stop = stop

    def begin(self) -> None:
        """Give what is going on a little less than a second."""
        timer = threading.Timer(_LATEST, os._exit, (0,))
        timer.daemon = True
        timer.start()

    def _on_signal(self) -> None:
        stop, self._stop = self._stop, None
        if stop is None:
            os._exit(0)
        stop()
