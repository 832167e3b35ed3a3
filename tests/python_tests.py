"""What the tests of a Python text become, for tests of several files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.request import Request
from patternbook.extract.tests import extract_tests
from patternbook.languages import frontend
from patternbook.languages.testing import parse_with_tests
from patternbook.model import SourceFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from patternbook.model import Rejection, Snippet


def taken(
    text: str, path: str = "tests/test_shop.py", companions: Mapping[str, str] | None = None
) -> list[Snippet | Rejection]:
    """What is taken from a text of tests, before the gate."""
    language = frontend("python")
    stem = path.rpartition("/")[2].removesuffix(".py").replace("_", "-")
    request = Request(
        SourceFile(path, text),
        language,
        parse_with_tests(language, text),
        (stem,),
        "tests",
        companions=tuple(SourceFile(name, content) for name, content in (companions or {}).items()),
    )
    return list(extract_tests(request))
