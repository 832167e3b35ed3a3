"""Documents of every format read for their blocks of code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from patternbook.extract.prose import read_document
from patternbook.languages import frontend
from patternbook.model import SourceFile
from support import cases

if TYPE_CHECKING:
    from patternbook.extract.prose import Block, Section


def facts(section: Section, block: Block, wanted: dict[str, Any]) -> dict[str, Any]:
    """What a case wants to know of a block."""
    found = {
        "headings": list(section.headings),
        "heading": section.headings[-1] if section.headings else "",
        "language": block.language,
        "code": block.code,
        "lines": [block.span.start_line, block.span.end_line],
        "before": block.before,
        "after": block.after,
        "label": block.label,
        "stated": block.stated,
        "hidden": block.hidden,
        "numbers": list(block.numbers),
    }
    return {name: found[name] for name in wanted}


_FILES = {"md": "containers", "rst": "restructured"}


@pytest.mark.parametrize(
    ("suffix", "case"),
    [
        pytest.param(suffix, *case.values, id=f"{suffix}: {case.id}")
        for suffix, name in _FILES.items()
        for case in cases(f"extract/{name}.toml")
    ],
)
def test_blocks(suffix: str, case: dict[str, Any]) -> None:
    document = read_document(SourceFile(f"docs/a.{suffix}", case["text"]), frontend("python"))
    blocks = [(section, block) for section in document.sections for block in section.blocks]
    assert len(blocks) == len(case["blocks"])
    assert [facts(*pair, wanted) for pair, wanted in zip(blocks, case["blocks"], strict=True)] == case[
        "blocks"
    ]
    raw = case["text"].encode().split(b"\n")
    for _, block in blocks:
        for number, line in zip(block.numbers, block.code.split("\n"), strict=bool(block.code)):
            assert line.encode().strip() in raw[number - 1].expandtabs()
