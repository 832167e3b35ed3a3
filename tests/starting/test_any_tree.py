"""Whatever a tree holds, what is proposed for it is accepted, and takes what was found and nothing that was left out."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from patternbook.config import load_config
from patternbook.sources import discover
from patternbook.starting import propose
from patternbook.starting.patterns import excluding, matches, quoted
from trees import CONTENTS, make_tree

_FOLDERS = st.sampled_from(
    (
        *(
            "src",
            "shop",
            "docs",
            "tests",
            "test",
            "examples",
            "samples",
            "benchmarks",
            "tools",
            "de",
            "en",
            "fr",
        ),
        *(
            "fixtures",
            "a[1]",
            "b*",
            "{x}",
            "release",
            "api",
            "deep",
            "notebooks",
            "gallery",
            "vendor",
            ".hidden",
        ),
    )
)
_STEMS = st.sampled_from(
    (
        *(
            "README",
            "index",
            "test_cart",
            "cart_test",
            "cart",
            "__init__",
            "conftest",
            "setup",
            "changelog",
            "demo",
        ),
        *("README.de", "a[b]", "x y", "CONTRIBUTING", "é", "example_one", "pyproject"),
    )
)
_SUFFIXES = st.sampled_from((".py", ".md", ".rst", ".txt", ".ipynb", ".bt", ".toml", ""))
_PATHS = st.builds(
    lambda folders, stem, suffix: "/".join((*folders, f"{stem}{suffix}")),
    st.lists(_FOLDERS, max_size=4),
    _STEMS,
    _SUFFIXES,
)
_TREES = st.dictionaries(_PATHS, st.sampled_from([f"@{name}" for name in CONTENTS]), max_size=25)
_RUNS = 1000 if os.environ.get("PATTERNBOOK_FUZZ") else 60


@settings(max_examples=_RUNS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(_TREES)
def test_what_is_proposed_is_accepted(tree: dict[str, str]) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        make_tree(folder, {path: said for path, said in tree.items() if not _is_folder(path, tree)})
        proposal = propose(folder)
        assert bool(proposal.text) is bool(proposal.rules)
        if not proposal.text:
            assert not proposal.survey.finds
            return
        file = folder / "patternbook.toml"
        file.write_text(proposal.text, encoding="utf-8")
        config = load_config(file)
        found = discover(config)
    finally:
        shutil.rmtree(folder)
    assert len(config.sources) == len(proposal.rules)
    read = {(source.file.path, source.rule.language) for source in found.sources}
    wanted = {(path, find.language) for find in proposal.survey.finds for path in find.holding}
    assert wanted <= read
    assert read.isdisjoint(
        (path, f.name)
        for paths in proposal.survey.left_out.values()
        for path in paths
        for f in proposal.survey.languages
    )


def _is_folder(path: str, tree: dict[str, str]) -> bool:
    return any(other.startswith(f"{path}/") for other in tree)


_NAMES = st.text(st.sampled_from("ab*?[]{}.!-"), min_size=1, max_size=4).filter(
    lambda name: name not in {".", ".."}
)
_FILES = st.lists(st.lists(_NAMES, min_size=1, max_size=3).map("/".join), min_size=1, max_size=8, unique=True)


@given(_FILES)
def test_a_quoted_path_matches_itself_alone(paths: list[str]) -> None:
    for path in paths:
        assert matches(quoted(path), paths) == [path]


@given(_FILES, st.data())
def test_exclusions_take_out_what_they_must_and_no_more(paths: list[str], data: st.DataObject) -> None:
    unwanted = data.draw(st.sets(st.sampled_from(paths)))
    excluded = excluding(["**/*"], paths, unwanted, ["*a", "b*"])
    assert {path for pattern in excluded for path in matches(pattern, paths)} == unwanted


@pytest.mark.parametrize(
    "pattern",
    [
        "*.py",
        "**/*.py",
        "a/*.py",
        "a/**/*.py",
        "a/*/**/*.py",
        "a/**",
        "**/b/**",
        "**/b/**/*.py",
        "a?/*",
        "[[]x]/*.py",
    ],
)
def test_patterns_match_what_the_build_takes(pattern: str, tmp_path: Path) -> None:
    names = ("x.py", "a/x.py", "a/b/x.py", "a/b/c/x.py", "b/x.py", "a1/x.md", "[x]/y.py", "c/b/b/z.py")
    make_tree(tmp_path, dict.fromkeys(names, "@code"))
    head = f'language = "python"\n[[sources]]\ninclude = ["{pattern}"]\nextract = "file"\n'
    (tmp_path / "patternbook.toml").write_text(head, encoding="utf-8")
    taken = [source.file.path for source in discover(load_config(tmp_path / "patternbook.toml")).sources]
    assert taken == matches(pattern, sorted((*names, "patternbook.toml")))
