"""The frontend gives the verdicts of the language's own parser, and sees the same things."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from beamtalk_records import Recorder, shown
from patternbook.languages import frontend
from patternbook.languages.beamtalk.declarations import Alias, Class, Extension, Protocol
from patternbook.languages.beamtalk.parser import parse
from support import CASES, cases

BEAMTALK = frontend("beamtalk")
CHECKOUT = os.environ.get("PATTERNBOOK_BEAMTALK_CHECKOUT")
with_checkout = pytest.mark.skipif(
    CHECKOUT is None,
    reason="set PATTERNBOOK_BEAMTALK_CHECKOUT to a checkout of github.com/jamesc/beamtalk at 5e38222c",
)


def lines(name: str) -> list[Any]:
    with (CASES / "beamtalk" / name).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def accepts(source: str) -> bool:
    return BEAMTALK.parse(source).accepted


@pytest.mark.parametrize("name", ["snippets.jsonl", "mutations.jsonl"])
def test_verdicts_on_probes(name: str) -> None:
    probes = lines(name)
    assert len(probes) > 1000
    wrong = [probe["source"] for probe in probes if accepts(probe["source"]) != probe["accepted"]]
    assert wrong == []


def test_trees_of_probes() -> None:
    probes = [probe for probe in lines("snippets.jsonl") if probe["accepted"]]
    for probe in probes:
        recorded = Recorder(probe["source"]).module(parse(probe["source"]).module)
        assert recorded == {key: probe[key] for key in recorded}, probe["source"]


def test_sends_of_probes() -> None:
    """The outline lists the sends of statements and methods in the order in which the probes record them."""
    for probe in lines("snippets.jsonl"):
        if not probe["accepted"]:
            continue
        calls = [(c.callee, c.line) for c in BEAMTALK.parse(probe["source"]).calls if "." not in c.caller]
        bodies = [*probe["statements"], *(extension["method"] for extension in probe["extensions"])]
        bodies += [m for item in probe["classes"] for m in (*item["methods"], *item["class_methods"])]
        recorded = [(send["selector"], send["line"]) for body in bodies for send in body["sends"]]
        assert sorted(calls) == sorted(recorded), probe["source"]


@pytest.mark.parametrize("case", cases("beamtalk/rules.toml"))
def test_rule(case: dict[str, Any]) -> None:
    source = case["source"]
    outline = BEAMTALK.parse(source)
    assert outline.accepted is case["accepted"]
    messages = " ".join(diagnostic.message for diagnostic in outline.diagnostics)
    assert case.get("message", "") in messages
    if "statements" in case:
        declared = (Class, Protocol, Alias, Extension)
        items = parse(source).module.items
        assert [shown(item) for item in items if not isinstance(item, declared)] == case["statements"]
        assert len(outline.statements) == len(case["statements"])
    if "defines" in case:
        assert [definition.symbol for definition in outline.definitions] == case["defines"]
    if "sends" in case:
        assert [call.callee for call in outline.calls] == case["sends"]
    docs = {definition.symbol: definition.doc for definition in outline.definitions}
    assert case.get("docs", {}).items() <= docs.items()


@with_checkout
def test_verdicts_on_public_files() -> None:
    for record in lines("files.jsonl"):
        source = _public_text(record)
        parsed = parse(source)
        classes = [item for item in parsed.module.items if isinstance(item, Class)]
        methods = [m for item in classes for m in item.methods if not m.signature.class_side]
        assert (parsed.error is None) is (record["expected"] == "accept"), record["file"]
        if parsed.error is None:
            assert (len(classes), len(methods)) == (record["classes"], record["methods"]), record["file"]


@with_checkout
def test_verdicts_on_public_markdown() -> None:
    records = lines("markdown_blocks.jsonl")
    blocks = {
        name: _fenced((Path(str(CHECKOUT)) / name).read_text("utf-8"))
        for name in {r["file"] for r in records}
    }
    for record in records:
        source = blocks[record["file"]][record["block_index"]]
        assert hashlib.sha256(source.encode()).hexdigest() == record["sha256"], record["file"]
        assert accepts(source) is record["accepted"], (record["file"], record["line"])


def _public_text(record: dict[str, Any]) -> str:
    raw: bytes = (Path(str(CHECKOUT)) / record["file"]).read_bytes()
    assert hashlib.sha256(raw).hexdigest() == record["sha256"], f"{record['file']} is of another commit"
    return raw.decode("utf-8")


def _fenced(markdown: str) -> list[str]:
    """Texts of the fenced blocks whose whole info string is ``beamtalk``, trimmed."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").parse(markdown)
    return [token.content.strip() for token in tokens if token.type == "fence" and token.info == "beamtalk"]
