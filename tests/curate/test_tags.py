"""Tags from symbols."""

from __future__ import annotations

from pathlib import Path

import pytest

from patternbook.curate.tags import Topics, load_topics, tags_of
from patternbook.errors import ConfigError
from patternbook.model import Checked, Origin, Snippet, Validation


def _item(kind: str = "blocks", project: str = "", topics: tuple[str, ...] = (), title: str = "") -> Checked:
    snippet = Snippet(
        kind,
        "beamtalk",
        "x",
        Origin("a", 1, 1, 0, 1),
        ("a",),
        "c",
        project=project,
        topics=topics,
        title=title,
    )
    return Checked(snippet, ("Counter",), ("do:", "spawn"), Validation("parsed", "b@1"))


def test_symbols_extraction_and_file_give_tags(tmp_path: Path) -> None:
    file = tmp_path / "topics.toml"
    file.write_text(
        '[telling]\nactors = ["spawn"]\nsets = ["Set"]\n[everyday]\niteration = ["do:", "each:"]\n',
        encoding="utf-8",
    )
    topics = load_topics(file)
    assert tags_of(_item(), topics) == ("actors",)
    assert tags_of(_item(title="Visit each with do:"), topics) == ("actors", "iteration")
    assert tags_of(_item(title="One iteration after another"), topics) == ("actors", "iteration")
    assert tags_of(_item("tests", topics=("My Topic",)), topics) == (
        "actors",
        "my-topic",
        "unit-test",
    )
    assert tags_of(_item("patterns", project="bank"), topics) == ("actors", "bank", "program")


def test_a_language_without_topics(tmp_path: Path) -> None:
    assert load_topics(tmp_path / "topics.toml") == Topics({}, {})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[telling]\nactors = "spawn"\n', "'telling.actors': expected a list of symbols"),
        ('actors = ["spawn"]\n', "unknown key 'actors'"),
        ("telling = 3\n", "'telling': expected a table"),
        ("[telling", "cannot be read as TOML"),
    ],
)
def test_broken_topics_are_refused(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "topics.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=says):
        load_topics(file)
