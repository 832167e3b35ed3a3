"""How many connections a process can hold without running out of descriptors.

A server that runs out of them can take no connection, and asyncio would spend its time on trying.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Self

MOST_CONNECTIONS = 1_000
_BACKLOG = 256
_WANTED = 4_096
"""Descriptors that are enough for both, with room for what else the process opens."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a server may take on."""

    connections: int
    """Those that are answered."""
    backlog: int
    """Those that may wait. asyncio takes so many in one go, two or three times before it looks at one."""

    @classmethod
    def of(cls, descriptors: int) -> Self:
        """Share descriptors between connections, those that come in, and what else the process opens."""
        return cls(min(MOST_CONNECTIONS, descriptors * 3 // 8), min(_BACKLOG, descriptors // 16))

    @classmethod
    def here(cls) -> Self:
        """Ask the system for as many descriptors as are wanted, and share what it grants."""
        return cls.of(_descriptors())


def _descriptors() -> int:
    if sys.platform == "win32":
        return _WANTED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= _WANTED:
        return _WANTED
    raised = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
    except (OSError, ValueError):
        return int(soft)
    return int(raised)
