"""Markdown read for its code."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.extract.prose import read_markdown
from support import cases


@pytest.mark.parametrize("case", cases("extract/markdown.toml"))
def test_sections(case: dict[str, Any]) -> None:
    document = read_markdown(case["text"])
    found = [
        [
            list(section.headings),
            [
                [b.language, b.code, b.span.start_line, b.span.end_line, b.before, b.after]
                for b in section.blocks
            ],
        ]
        for section in document.sections
    ]
    assert found == case["sections"]
    assert list(document.tags) == case.get("tags", [])


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_spans_count_bytes(mark: str) -> None:
    text = f'{mark}## Ä\n\n```beamtalk\nx := "é"\n```\n'
    (section,) = read_markdown(text).sections
    assert section.headings == ("Ä",)
    span = section.blocks[0].span
    assert text.encode()[span.start_byte : span.end_byte].decode() == 'x := "é"'
    assert (span.start_line, span.end_line) == (4, 4)


_PIECES = st.sampled_from(
    [
        "```beamtalk\n",
        "```\n",
        "~~~\n",
        "# H\n",
        "## `x`\n",
        "- item\n",
        "> q\n",
        "  ",
        "\n",
        "x := 1\n",
        "é",
        "---\n",
        "<!-- c -->\n",
    ]
)


@given(st.lists(_PIECES).map("".join))
def test_any_text_reads_and_spans_are_the_code(text: str) -> None:
    raw = text.encode()
    for section in read_markdown(text).sections:
        for block in section.blocks:
            cut = raw[block.span.start_byte : block.span.end_byte].decode()
            assert 1 <= block.span.start_line <= block.span.end_line
            assert block.code.split() == [w for w in cut.split() if w in block.code.split()] or ">" in text
