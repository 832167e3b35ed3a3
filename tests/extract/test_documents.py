"""Documents of every format read for their blocks of code."""

from __future__ import annotations

from typing import Any

import pytest

from documents import facts
from patternbook.extract.prose import read_document
from patternbook.languages import frontend
from patternbook.model import SourceFile
from support import cases

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
