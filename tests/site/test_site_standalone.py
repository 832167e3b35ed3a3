"""A site of corpora without a ``mkdocs.yml``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from books import book, volume
from patternbook.errors import CorpusError, SourceError
from patternbook.search.results import Source
from patternbook.site import build_site
from sites import small_corpus, write_corpus

if TYPE_CHECKING:
    from pathlib import Path


def test_one_corpus_is_the_whole_site(tmp_path: Path) -> None:
    build_site([str(write_corpus(tmp_path / "book"))], tmp_path / "site")
    assert "Little pattern book" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "site" / "fold-a-list.html").is_file()
    assert (tmp_path / "site" / "fold-a-list.md").is_file()
    assert (tmp_path / "site" / "llms.txt").is_file()


def test_several_corpora_share_a_site(tmp_path: Path) -> None:
    shelf = book(volume(Source("One")), volume(Source("Other One"), small_corpus()))
    build_site(shelf, tmp_path / "site", title="Shelf")
    cover = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "<title>Shelf</title>" in cover
    for path in ("one-", "other-one-"):
        (folder,) = (tmp_path / "site").glob(f"{path}*")
        assert (folder / "corpus.json").is_file()
        assert f"{folder.name}/index.html" in cover


def test_an_earlier_site_is_replaced_and_other_files_are_not(tmp_path: Path) -> None:
    paths = [str(write_corpus(tmp_path / "book"))]
    build_site(paths, tmp_path / "site")
    (tmp_path / "site" / "stale.html").write_text("x", encoding="utf-8")
    build_site(paths, tmp_path / "site")
    assert not (tmp_path / "site" / "stale.html").exists()
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(SourceError, match="holds files that are no such site"):
        build_site(paths, tmp_path / "home")
    assert (tmp_path / "home" / "letter.txt").read_text(encoding="utf-8") == "dear"


def test_a_missing_corpus_is_said(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no corpus here"):
        build_site([str(tmp_path / "none")], tmp_path / "site")


def test_a_fault_in_the_build_is_ours_to_say(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="the site was not built"):
        build_site([str(write_corpus(tmp_path / "book"))], tmp_path / "site", source_url="{file}")
