"""Notebooks read for their cells of code."""

from __future__ import annotations

import json
from typing import Any

import nbformat
import pytest

from documents import facts
from patternbook.extract.prose import read_document
from patternbook.languages import frontend
from patternbook.model import SourceFile
from support import cases


def _notebook(case: dict[str, Any]) -> str:
    """The text of a case's notebook."""
    if "text" in case:
        return str(case["text"])
    cells = []
    for number, (kind, source) in enumerate(case["cells"]):
        cell = {"cell_type": kind, "metadata": {"tags": case["tags"][number]} if "tags" in case else {}}
        cell |= {"id": f"c{number}", "source": source}
        if kind == "code":
            output = {"output_type": "stream", "name": "stdout", "text": "never()"}
            cell |= {"execution_count": None, "outputs": [output]}
        cells.append(cell)
    kernel = case.get("kernel", "python")
    metadata = {"kernelspec": {"name": "k", "display_name": "K", "language": kernel}} if kernel else {}
    notebook: Any = nbformat.from_dict(
        {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    )  # type: ignore[no-untyped-call]
    return str(nbformat.writes(notebook))  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("case", cases("extract/notebook.toml"))
def test_cells(case: dict[str, Any], capfd: pytest.CaptureFixture[str]) -> None:
    text = _notebook(case)
    document = read_document(SourceFile("docs/a.ipynb", text), frontend("python"))
    blocks = [(section, block) for section in document.sections for block in section.blocks]
    assert len(blocks) == len(case["blocks"])
    file = text.split("\n")
    for (section, block), wanted in zip(blocks, case["blocks"], strict=True):
        if "in_file" in wanted:
            shown = [f'"{line}"' for line in wanted.pop("in_file")]
            first = _nth(file, shown, wanted.pop("order", 1))
            assert list(block.numbers) == list(range(first, first + len(shown)))
        assert facts(section, block, wanted) == wanted
    assert [[found.reason, found.line] for found in document.skipped] == case.get("skipped", [])
    assert capfd.readouterr() == ("", "")


def _nth(file: list[str], shown: list[str], order: int) -> int:
    """The number of the line from which on a file shows some lines for the n-th time."""
    bare = [line.strip().rstrip(",") for line in file]
    starts = [n for n in range(len(bare)) if bare[n : n + len(shown)] == shown]
    return starts[order - 1] + 1


def test_outputs_never_enter() -> None:
    text = _notebook({"cells": [["code", "f()"]]})
    assert "never()" in json.dumps(json.loads(text))
    document = read_document(SourceFile("a.ipynb", text), frontend("python"))
    assert [block.code for section in document.sections for block in section.blocks] == ["f()"]
