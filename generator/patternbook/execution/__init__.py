"""Examples proven beyond their syntax: run, or accepted by a command of the project.

Nothing here starts a program unless the configuration asks for it: ``execute = true`` in a source, or a
command under ``validators``.
"""

from __future__ import annotations

from patternbook.execution.proof import Proof, Taken, check_settings, prove
from patternbook.execution.wording import short_message, short_output

__all__ = ["Proof", "Taken", "check_settings", "prove", "short_message", "short_output"]
