"""reStructuredText read for its code, by docutils and with directives and roles that take any name."""

from __future__ import annotations

import io
import re
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

from patternbook.errors import MissingExtraError
from patternbook.extract.prose.directives import CODE
from patternbook.extract.prose.document import Document, Gatherer, Skipped
from patternbook.extract.request import Lines

if TYPE_CHECKING:
    from optparse import Values

    from docutils import nodes

_MAY_HOLD_CODE = re.compile(
    r"^(?![ \t]*\.\. ).*::[ \t]*$|>>>|\.\.[ ]+(?:[\w-]+-(?:plot|exec|execute)|" + "|".join(CODE) + r")::",
    re.MULTILINE,
)
_LINE_ENDS = str.maketrans(dict.fromkeys("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))
"""Marks at which docutils would break a line and this project does not."""
_LONGEST_LINE = 8_000
"""Characters beyond which a line is left blank, so that no pattern runs over it."""


def read_restructured(text: str) -> Document:
    """Read a text in reStructuredText.

    Raises:
        MissingExtraError: docutils is not installed.
    """
    if not _MAY_HOLD_CODE.search(text):
        return Document(())
    gatherer = Gatherer()
    trouble = gather_restructured(text, Lines(text), gatherer)
    gatherer.close_section()
    return Document(tuple(gatherer.sections), skipped=(trouble,) if trouble else ())


def gather_restructured(text: str, lines: Lines, gatherer: Gatherer) -> Skipped | None:
    """Tell a gatherer what a text holds; what keeps it from being read is returned.

    Args:
        text: reStructuredText.
        lines: the text, or the file whose lines are those of the text.
        gatherer: where sections, paragraphs and blocks go.
    """
    try:
        from patternbook.extract.prose.doctree import Walk
        from patternbook.extract.prose.tolerance import tolerant
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("patternbook"):
            raise
        raise MissingExtraError("build", "build") from None
    try:
        with tolerant(text, lines):
            tree = _parse(text)
        Walk(tree, lines, gatherer).run()
    except RecursionError:
        return Skipped(1, "unreadable", "nested too deep for docutils")
    except Exception as error:  # noqa: BLE001 - docutils lets any error out on texts that no one meant to write
        return Skipped(1, "unreadable", f"docutils cannot read it ({type(error).__name__})")
    return None


def _parse(text: str) -> nodes.document:
    from docutils.parsers.rst import Parser
    from docutils.utils import new_document

    parser = Parser()
    document = new_document("", copy(_settings()))
    parser.parse("\n".join(_readable(line) for line in text.split("\n")), document)
    return document


@cache
def _settings() -> Values:
    """Settings under which docutils reads no other file and says nothing; to make them takes long."""
    from docutils.frontend import get_default_settings
    from docutils.parsers.rst import Parser

    settings = get_default_settings(Parser)
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.report_level = 5
    settings.halt_level = 5
    settings.warning_stream = io.StringIO()
    settings.line_length_limit = _LONGEST_LINE + 1
    return settings


def _readable(line: str) -> str:
    return "" if len(line) > _LONGEST_LINE else line.translate(_LINE_ENDS)
