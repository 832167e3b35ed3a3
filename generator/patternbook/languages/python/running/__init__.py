"""How Python examples are run: the runner, and the driver that it places in the configured interpreter."""

from __future__ import annotations

from patternbook.languages.python.running.runner import PythonRunner

__all__ = ["PythonRunner"]
