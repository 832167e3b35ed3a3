"""Where a section goes in the navigation of a site."""

from __future__ import annotations

from typing import Any

import pytest

from patternbook.site.navigation import place
from support import cases


@pytest.mark.parametrize("case", cases("site/navigation.toml"))
def test_placement(case: dict[str, Any]) -> None:
    section = {"Book": ["examples/index.md", "examples/search.md"]}
    before = list(case["before"])
    assert place(before, case["path"], section) == case["after"]
    assert before == case["before"], "what the user wrote is left as it is"


def test_a_section_at_the_root() -> None:
    assert place(["index.md"], "", {"Book": ["index.md", "search.md"]}) == [
        {"Book": ["index.md", "search.md"]}
    ]
