"""From a Python text to its outline."""

from __future__ import annotations

import ast

from patternbook.languages.python.unit_tests import shared_parts, unit_tests
from patternbook.model import Diagnostic, Outline


def outline(text: str) -> Outline:
    """Parse a text, and say what it defines and uses."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        problem = Diagnostic("error", error.msg, error.lineno or 1, error.offset or 1)
        return Outline("python", diagnostics=(problem,))
    return Outline("python", tests=unit_tests(module, text), shared=shared_parts(module, text))
