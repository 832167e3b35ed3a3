"""From a file to a document, by the file's ending."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.prose.markdown import read_markdown

if TYPE_CHECKING:
    from patternbook.extract.prose.document import Document
    from patternbook.languages import Frontend
    from patternbook.model import SourceFile


def read_document(file: SourceFile, frontend: Frontend) -> Document:
    """Read a file for its code."""
    return read_markdown(file.text, frozenset(frontend.fences))
