"""A first configuration for a project that has none: what it holds is looked at, and nothing of it is run.

``listing`` says which files there are, ``kinds`` what each is for by its name and place, ``reading`` what it
holds; ``rules`` makes sources of what was found, with ``places``, ``patterns``, ``categories`` and ``notes``;
``writing`` writes it down. What names mean stands in ``habits.toml``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.starting.rules import Rule, rules
from patternbook.starting.survey import Survey, survey
from patternbook.starting.writing import OUTPUT, configuration

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OUTPUT", "Proposal", "Rule", "Survey", "propose"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A configuration for a project, and what it is made from."""

    survey: Survey
    rules: tuple[Rule, ...]
    """Its sources; none where nothing was found to take examples from."""
    text: str
    """The configuration, or empty where there are no sources."""


def propose(root: Path) -> Proposal:
    """Look at a project and propose a configuration.

    Args:
        root: the project's folder.
    """
    found = survey(root)
    made = rules(found)
    return Proposal(found, tuple(made), configuration(found, made) if made else "")
