"""Unit tests of a file: what a frontend may offer beside parsing, where finding them takes its time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.languages import Frontend
    from patternbook.model import Outline


def parse_with_tests(frontend: Frontend, text: str) -> Outline:
    """Parse a whole text, and find the unit tests in it with what each needs.

    A frontend for which that takes much longer than parsing alone has a method ``parse_with_tests`` beside
    ``parse``; the others find them always.
    """
    parse: Callable[[str], Outline] = getattr(frontend, "parse_with_tests", frontend.parse)
    return parse(text)
