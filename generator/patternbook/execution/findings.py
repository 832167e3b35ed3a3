"""What one way of proving found out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternbook.model import Rejection, Validation


@dataclass(frozen=True, slots=True)
class Findings:
    """Verdicts on examples, by their number in the build."""

    grants: dict[int, Validation] = field(default_factory=dict)
    """Examples that hold."""
    rejections: dict[int, Rejection] = field(default_factory=dict)
    """Examples that do not."""
    warnings: list[str] = field(default_factory=list)
    facts: dict[str, object] = field(default_factory=dict)
    """For the report."""
