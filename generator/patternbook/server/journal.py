"""What the standard library's ``logging`` says, and what nobody caught, as lines of our own log."""

from __future__ import annotations

import logging
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternbook.telemetry import Telemetry

_log = logging.getLogger(__name__)


def route_logging(telemetry: Telemetry) -> None:
    """Make the log the one place for what libraries say: warnings, and of ours what the level allows.

    What Python would print of itself may quote a query too: warnings, and exceptions in threads and in
    finalizers. So these go the same way.
    """
    root = logging.getLogger()
    root.handlers = [telemetry.handler]
    root.setLevel(max(telemetry.level, logging.WARNING))
    logging.getLogger("patternbook").setLevel(telemetry.level)
    logging.captureWarnings(capture=True)
    threading.excepthook = _in_a_thread
    sys.unraisablehook = _in_a_finalizer


def _in_a_thread(what: threading.ExceptHookArgs) -> None:
    _log.error("a thread ended by an exception", exc_info=what.exc_value)


def _in_a_finalizer(what: sys.UnraisableHookArgs) -> None:
    _log.error("an exception could not be raised", exc_info=what.exc_value)
