"""The Beamtalk frontend.

``frontend`` is all that the rest of Patternbook sees. The lexer and the parser are imported when the first
text is parsed, so that naming the language costs nothing.

The parts, in the order in which a text passes through them: ``lexer`` (text → tokens), ``grammar``
(tokens → ``syntax`` tree, a module for each chapter of the grammar), ``outline`` (tree → outline).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternbook.model import Outline


@dataclass(frozen=True, slots=True)
class BeamtalkFrontend:
    """What Patternbook needs to know of Beamtalk; fulfils ``patternbook.languages.Frontend``."""

    name: str = "beamtalk"
    title: str = "Beamtalk"
    revision: str = "5e38222c"
    suffixes: tuple[str, ...] = (".bt",)
    fences: tuple[str, ...] = ("beamtalk", "bt")
    line_comment: str = "//"
    data: Path = Path(__file__).parent

    def parse(self, text: str) -> Outline:
        """Parse a whole text. Never raises: what is wrong stands in the outline's diagnostics."""
        from patternbook.languages.beamtalk.outline import outline

        return outline(text)


frontend = BeamtalkFrontend()
