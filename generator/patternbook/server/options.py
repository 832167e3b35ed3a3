"""What a user can set about the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LEAST_BUDGET = 1_000
MOST_BUDGET = 40_000


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Settings of one server; a budget out of bounds is moved to the nearest bound."""

    budget: int = 10_000
    """Characters that one answer may take, 1,000 to 40,000."""
    text_only: bool = False
    """Whether answers carry the text block alone, without ``structuredContent``."""
    log_level: str = "info"
    """``debug``, ``info``, ``warning`` or ``error``; queries are logged at ``debug`` only."""
    log_file: Path | None = None
    """Where log lines are appended; ``None`` means standard error."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "budget", min(max(self.budget, LEAST_BUDGET), MOST_BUDGET))
