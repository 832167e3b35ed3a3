"""Notebooks of Jupyter: Markdown cells are prose, code cells are blocks, outputs stay behind."""

from __future__ import annotations

import json
import logging
from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from patternbook.errors import MissingExtraError
from patternbook.extract.prose.code import make_block, plain_ipython
from patternbook.extract.prose.directives import HIDING
from patternbook.extract.prose.document import Document, Gatherer, Skipped
from patternbook.extract.prose.markdown import MarkdownReader
from patternbook.extract.request import Lines

if TYPE_CHECKING:
    from collections.abc import Sequence

_FORMAT = 4


def read_notebook(text: str, languages: frozenset[str]) -> Document:
    """Read a notebook for its code cells.

    Args:
        text: the file.
        languages: names of the language that is wanted; a notebook of another one is skipped.

    Raises:
        MissingExtraError: nbformat is not installed.
    """
    try:
        notebook = _load(text)
        cells = list(notebook["cells"])
        language = _language(notebook)
    except _NoNotebookError as error:
        return Document((), skipped=(Skipped(1, "unreadable", str(error)),))
    except (LookupError, TypeError, AttributeError):
        return Document((), skipped=(Skipped(1, "unreadable", "no notebook: it has no cells"),))
    if language and language not in languages:
        message = f"a notebook for a kernel of {language!r}"
        return Document((), skipped=(Skipped(1, "language", message),))
    lines = Lines(text)
    gatherer = Gatherer()
    prose = MarkdownReader(gatherer, lines, languages)
    places = _Places(text)
    own = language or min(languages, default="")
    for cell in cells:
        source, kind = _source(cell), cell.get("cell_type")
        numbers = places.of(source)
        if kind == "markdown":
            prose.read(source, lambda row, numbers=numbers: numbers[min(row, len(numbers) - 1)])  # type: ignore[misc]
        elif kind == "code" and (rows := plain_ipython(list(zip(numbers, source.split("\n"), strict=True)))):
            block = make_block(rows, own, lines, at=numbers[0])
            block.hidden = any(HIDING.fullmatch(tag) for tag in _tags(cell))
            if block.code:
                gatherer.block(block)
    gatherer.close_section()
    return Document(tuple(gatherer.sections))


class _NoNotebookError(Exception):
    """Why a text is no notebook."""


def _load(text: str) -> Any:
    """The notebook in a text, in the newest format."""
    try:
        import nbformat
        from nbformat import reader
    except ModuleNotFoundError:
        raise MissingExtraError("build", "build") from None
    try:
        notebook: Any = reader.reads(text.removeprefix("\ufeff"))  # type: ignore[no-untyped-call]
        if notebook.get("nbformat") != _FORMAT:
            notebook = _upgraded(notebook, nbformat)
    except reader.NotJSONError:
        raise _NoNotebookError("no notebook: it is not JSON") from None
    except RecursionError:
        raise _NoNotebookError("no notebook: its JSON is nested too deeply") from None
    except Exception as error:  # noqa: BLE001 - nbformat lets any error out on what is no notebook
        raise _NoNotebookError(f"no notebook that nbformat can read ({type(error).__name__})") from None
    return notebook


def _upgraded(notebook: Any, nbformat: Any) -> Any:
    """An old notebook in today's format; what nbformat finds wrong in it is not logged."""
    log = logging.getLogger("traitlets")
    before, log.disabled = log.disabled, True
    try:
        return nbformat.convert(notebook, _FORMAT)
    finally:
        log.disabled = before


def _language(notebook: Any) -> str:
    metadata = notebook.get("metadata") or {}
    stated = (metadata.get("kernelspec") or {}).get("language") or (metadata.get("language_info") or {}).get(
        "name"
    )
    return str(stated or "").lower()


def _source(cell: Any) -> str:
    source = cell.get("source") or ""
    return "".join(source) if isinstance(source, list) else str(source)


def _tags(cell: Any) -> list[str]:
    tags = (cell.get("metadata") or {}).get("tags")
    return [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []


class _Places:
    """Finds the lines of a file that are the lines of its cells, cell after cell."""

    def __init__(self, text: str) -> None:
        self._strings = [_string(line) for line in text.split("\n")]
        self._starts: dict[str | None, list[int]] = defaultdict(list)
        for number, found in enumerate(self._strings):
            self._starts[found].append(number)
        self._next = 0
        """The line, counted from 0, after the last cell that was found."""

    def of(self, source: str) -> list[int]:
        """The file's line of each line of a cell; where they are not lines of the file, that of the cell."""
        texts = source.split("\n")
        written = [f"{text}\n" for text in texts[:-1]] + ([texts[-1]] if texts[-1] or len(texts) == 1 else [])
        for lines in ([[text] for text in written], [[source]]):
            first = self._find([text for (text,) in lines])
            if first is not None:
                self._next = first + len(lines)
                last = len(self._strings)
                return [min(first + 1 + (n if len(lines) > 1 else 0), last) for n in range(len(texts))]
        return [min(self._next, len(self._strings) - 1) + 1] * len(texts)

    def _find(self, written: Sequence[str]) -> int | None:
        starts = self._starts.get(written[0], [])
        for start in starts[bisect_left(starts, self._next) :]:
            if self._strings[start : start + len(written)] == list(written):
                return start
        return None


def _string(line: str) -> str | None:
    """The JSON string that a line holds, alone or as the value of ``"source"``."""
    found = line.strip().removeprefix('"source":').strip().rstrip(",").strip()
    if not (found.startswith('"') and found.endswith('"')):
        return None
    try:
        value = json.loads(found)
    except ValueError:
        return None
    return value if isinstance(value, str) else None
