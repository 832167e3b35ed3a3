"""What a run example does not share with the system, as far as the system allows.

Linux lets an ordinary user leave its namespaces, unless an administrator forbids it; elsewhere there are
none. What is to be had is found out once, by starting a program that does nothing.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from patternbook.execution.process import Limits, Place, run_process
from patternbook.execution.scratch import scratch_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

_WISHES = (
    ("user", "network", "processes", "files", "ipc"),
    ("network", "processes", "files", "ipc"),
    ("user", "network", "processes"),
    ("user", "network"),
    ("network",),
)
"""Sets of namespaces to try, the best first. Only root may go without a namespace of users."""


@dataclass(frozen=True, slots=True)
class Isolation:
    """What examples are kept from while they run."""

    namespaces: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, str]:
        """For the report: ``network``, ``files`` and ``processes``."""
        return {
            "network": "closed" if "network" in self.namespaces else "open",
            "files": "read-only outside the scratch folder" if "files" in self.namespaces else "writable",
            "processes": "ended together" if "processes" in self.namespaces else "ended by group",
        }


@cache
def find_isolation() -> Isolation:
    """The most that this system allows."""
    for namespaces in _possible():
        with scratch_folder() as scratch:
            place = Place(scratch.work, scratch.environment(), scratch.root, namespaces)
            ended = run_process(["true"], place, Limits(30.0, 256 * 1024 * 1024))
        if ended.started and ended.code == 0:
            return Isolation(namespaces)
    return Isolation()


def _possible() -> Iterator[tuple[str, ...]]:
    if sys.platform == "linux":
        yield from _WISHES
