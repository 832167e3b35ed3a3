"""Commands over several corpora, and the list of those that answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import books
from examples import example
from patternbook.corpus import Corpus
from patternbook.indexing import build_index
from support import run_patternbook, write_project


def _json(*arguments: str, cwd: Path) -> Any:
    done = run_patternbook(*arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A folder with two corpora of one name, which share an id."""
    for folder, entries in (
        ("one", [example(1), example(2)]),
        ("two", [example(1), example(3, title="Another")]),
    ):
        (tmp_path / folder).mkdir()
        corpus = Corpus.of(entries)
        (tmp_path / folder / "corpus.json").write_bytes(corpus.raw)
        (tmp_path / folder / "index.json").write_bytes(build_index(corpus, name="Shop"))
    return tmp_path


BOTH = ("--corpus", "one", "--corpus", "two")


def test_the_bundled_corpus_where_there_is_no_other(tmp_path: Path) -> None:
    (corpus,) = _json("corpora", cwd=tmp_path)["corpora"]
    assert (corpus["name"], corpus["origin"], corpus["version"]) == ("Beamtalk", "bundled", None)
    assert corpus["index_usable"]
    assert corpus["index_problem"] is None
    assert corpus["size"] == Path(corpus["path"]).stat().st_size


def test_a_projects_corpora(two: Path) -> None:
    write_project(
        two, {}, '[[sources]]\ninclude = ["*.bt"]\nextract = "file"\n', head='corpora = ["one", "two"]'
    )
    (two / "out").mkdir()
    books.write(two / "out", name="Mine")
    (two / "two" / "index.json").unlink()
    listed = _json("corpora", cwd=two)["corpora"]
    assert [(c["name"], c["origin"], c["entries"], c["index_usable"]) for c in listed] == [
        ("Mine", "project", 34, True),
        ("Shop", "beside", 2, True),
        ("two", "beside", 2, False),
    ]
    assert "there is no index" in listed[2]["index_problem"]
    done = run_patternbook("corpora", cwd=two)
    assert "Mine: 34 examples" in done.stdout
    assert "indexed anew at every start" in done.stdout
    assert done.stderr == ""


def test_a_project_that_is_not_built_says_so(tmp_path: Path) -> None:
    write_project(tmp_path, {}, '[[sources]]\ninclude = ["*.bt"]\nextract = "file"\n')
    done = run_patternbook("corpora", cwd=tmp_path)
    assert done.returncode == 2
    assert "not built yet" in done.stderr


def test_corpora_of_one_name_are_told_apart(two: Path) -> None:
    results = _json("search", "counter1", *BOTH, cwd=two)["results"]
    assert {result["corpus"] for result in results[:2]} == {"Shop", "Shop-2"}


def test_an_id_of_several_corpora(two: Path) -> None:
    done = run_patternbook("show", "counters-count-1", *BOTH, cwd=two)
    assert done.stdout.startswith("Count to 1\n")
    assert "patternbook://Shop-2/counters-count-1" in done.stderr
    addressed = run_patternbook("show", "patternbook://shop-2/counters-count-3", *BOTH, cwd=two)
    assert addressed.stdout.startswith("Another\n")
    assert addressed.stderr == ""
    missing = run_patternbook("show", "patternbook://Shop/counters-count-3", *BOTH, cwd=two)
    assert missing.returncode == 1
    assert "patternbook://Shop-2/counters-count-3" in missing.stderr


def test_a_hit_says_where_it_is_from(two: Path) -> None:
    done = run_patternbook("search", "counter3", *BOTH, cwd=two)
    assert "Shop-2" in done.stdout
    assert "Shop" not in run_patternbook("search", "counter3", "--corpus", "two", cwd=two).stdout


def test_explanations_add_up_over_several_corpora(two: Path) -> None:
    answer = _json("search", "count", "counter", "--explain", *BOTH, cwd=two)
    explained = {
        (corpus["corpus"], hit["id"]): hit
        for corpus in answer["explain"]["corpora"]
        for hit in corpus["hits"]
    }
    assert len(explained) == len(answer["results"]) == 4
    for result in answer["results"]:
        hit = explained[result["corpus"], result["id"]]
        assert sum(part["score"] for part in hit["contributions"]) == pytest.approx(result["score"])
