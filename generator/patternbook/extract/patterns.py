"""The notable files of example projects: what each contributes to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.whole_file import extract_file
from patternbook.model import Rejection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.extract.request import Request
    from patternbook.model import Snippet


def extract_patterns(request: Request) -> Iterator[Snippet | Rejection]:
    """The file as one snippet of its project; a file of unit tests is no pattern and says so."""
    outline = request.outline
    if outline is not None and outline.tests:
        yield Rejection(
            request.file.path,
            outline.tests[0].span.start_line,
            "tests",
            'unit tests; extract = "tests" takes them',
        )
        return
    yield from extract_file(request, kind="patterns")
