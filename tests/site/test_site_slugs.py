"""Names as parts of a URL: stable, safe on any file system, and never the same for two names."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.site.layout import Layout
from patternbook.site.slugs import slug
from support import cases


@pytest.mark.parametrize("case", cases("site/slugs.toml"))
def test_slugs(case: dict[str, Any]) -> None:
    assert slug(case["text"]) == case["slug"]


@given(st.text(max_size=200))
def test_any_text_is_a_safe_part(text: str) -> None:
    assert re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,79}", slug(text))


_NAMES = st.lists(st.text("aAbB-_+:/ 09f", max_size=6), max_size=30, unique=True)


@given(_NAMES)
def test_two_names_never_meet(names: list[str]) -> None:
    made = {slug(name) for name in names} | {slug(slug(name)) for name in names if slug(name) != name}
    assert len(made) == len(set(names) | {slug(name) for name in names if slug(name) != name})


@pytest.mark.parametrize("name", ["search", "tags", "symbols", "data"])
def test_an_example_never_takes_the_place_of_a_page_of_the_section(name: str) -> None:
    layout = Layout(directory_urls=True)
    assert layout.example(name).name.startswith(f"{name}-")
    assert layout.group("category", name).name == f"category/{name}"
