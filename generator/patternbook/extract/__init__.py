"""One module an extraction kind, in one visible table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.blocks import extract_blocks
from patternbook.extract.patterns import extract_patterns
from patternbook.extract.sections import extract_sections
from patternbook.extract.tests import extract_tests
from patternbook.extract.whole_file import extract_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from patternbook.extract.request import Request
    from patternbook.model import Rejection, Snippet

EXTRACTORS: Mapping[str, Callable[[Request], Iterable[Snippet | Rejection]]] = {
    "file": extract_file,
    "tests": extract_tests,
    "patterns": extract_patterns,
    "blocks": extract_blocks,
    "sections": extract_sections,
}
"""What ``extract = "…"`` in a configuration means."""

PROSE = frozenset({"blocks", "sections"})
"""The kinds that read Markdown; the others read code."""

WITH_TESTS = frozenset({"tests", "patterns"})
"""The kinds that look for unit tests, one to take them and one to leave them out."""
