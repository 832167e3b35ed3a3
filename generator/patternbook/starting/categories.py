"""Which categories serve browsing: as fine as can be, and not so many that a list of them is a wall."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.naming import fill_category, project_name
from patternbook.sources import fixed_part
from patternbook.starting.patterns import matches

if TYPE_CHECKING:
    from collections.abc import Sequence

_OF_ONE = 30
"""Most categories that one source brings."""
_OF_ALL = 40
"""Most categories of the whole corpus."""
_TOO_FEW = 4
"""Where nothing better than so few is to be had, a source may bring more than usual."""
_AT_MOST = 60
_HERE = PurePosixPath()


class Categories:
    """Chooses a template for each source and remembers which categories there are."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        """All categories so far."""

    def choose(
        self, templates: Sequence[str], include: Sequence[str], files: Sequence[str], *, least: int = 1
    ) -> str:
        """The template that gives the most categories within bounds.

        Args:
            templates: what to choose from; the last one is for when nothing else fits.
            include: the source's patterns.
            files: the files that hold its examples.
            least: files that a category should have on average.
        """
        made = {template: _filled(template, include, files) for template in templates}
        full = [t for t in templates[:-1] if len(made[t]) * least <= len(files)]
        fitting = [t for t in full if self._fits(made[t], _OF_ONE, _OF_ALL)] + [templates[-1]]
        best = max(fitting, key=lambda template: len(made[template]))
        if len(made[best]) < _TOO_FEW:
            wide = [t for t in full if self._fits(made[t], _AT_MOST, _AT_MOST)]
            best = max([best, *wide], key=lambda template: len(made[template]))
        self.names |= made[best]
        return best

    def _fits(self, names: set[str], of_one: int, of_all: int) -> bool:
        return len(names) <= of_one and len(self.names | names) <= of_all


def _filled(template: str, include: Sequence[str], files: Sequence[str]) -> set[str]:
    names: set[str] = set()
    left = list(files)
    for pattern in include:
        fixed = fixed_part(pattern)
        for path in matches(pattern, left):
            inside = path if fixed == _HERE else path[len(fixed.as_posix()) + 1 :]
            names.add(fill_category(template, path, project_name(inside, fixed.name)))
        done = set(matches(pattern, left))
        left = [path for path in left if path not in done]
    return names
