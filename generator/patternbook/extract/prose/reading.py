"""From a file to a document, by the file's ending."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.extract.prose.markdown import read_markdown
from patternbook.extract.prose.restructured import read_restructured

if TYPE_CHECKING:
    from patternbook.extract.prose.document import Document
    from patternbook.languages import Frontend
    from patternbook.model import SourceFile

_RESTRUCTURED = frozenset({".rst", ".rest", ".txt"})


def read_document(file: SourceFile, frontend: Frontend) -> Document:
    """Read a file for its code: reStructuredText or, with any other ending, Markdown."""
    suffix = PurePosixPath(file.path).suffix.lower()
    if suffix in _RESTRUCTURED:
        return read_restructured(file.text)
    return read_markdown(file.text, frozenset(frontend.fences))
