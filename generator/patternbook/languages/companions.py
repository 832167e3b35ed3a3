"""Neighbour files that belong to a file of tests: what a frontend may offer beside parsing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from patternbook.languages import Frontend


def companions_of(frontend: Frontend, path: str) -> tuple[str, ...]:
    """Paths of the files from which the tests of a file may take things without naming them, nearest first.

    A frontend of a language that has such files has a method ``companions``.

    Args:
        frontend: of the file's language.
        path: of the file, relative to the project, with ``/``.
    """
    find: Callable[[str], tuple[str, ...]] | None = getattr(frontend, "companions", None)
    return find(path) if find is not None else ()
