"""From a file to a document, by the file's ending; and from the documentation of a definition."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.extract.prose.markdown import read_markdown
from patternbook.extract.prose.notebook import read_notebook
from patternbook.extract.prose.restructured import read_restructured

if TYPE_CHECKING:
    from patternbook.extract.prose.document import Document
    from patternbook.languages import Frontend
    from patternbook.model import SourceFile

_RESTRUCTURED = frozenset({".rst", ".rest", ".txt"})
_NOTEBOOK = ".ipynb"
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def read_document(file: SourceFile, frontend: Frontend) -> Document:
    """Read a file for its code: a notebook, reStructuredText or, with any other ending, Markdown.

    Raises:
        MissingExtraError: the package that reads the format is not installed.
    """
    suffix = PurePosixPath(file.path).suffix.lower()
    if suffix == _NOTEBOOK:
        return read_notebook(file.text, frozenset(frontend.fences))
    if suffix in _RESTRUCTURED:
        return read_restructured(file.text)
    return read_markdown(file.text, frozenset(frontend.fences))


def read_documentation(text: str, frontend: Frontend) -> Document:
    """Read the documentation of a definition: Markdown where it has fences, else reStructuredText.

    Raises:
        MissingExtraError: docutils is not installed.
    """
    if _FENCED.search(text):
        return read_markdown(text, frozenset(frontend.fences), documentation=True)
    return read_restructured(text)
