"""Which scripts and style sheets are published, and whose come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.site.assets import ENGINE_PARTS, assets, engine
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path

_SEARCH = ROOT / "site-templates" / "search"


def test_every_part_of_the_engine_is_published_once() -> None:
    assert sorted(ENGINE_PARTS) == sorted(file.name for file in _SEARCH.iterdir())
    published = engine(None)
    for name in ENGINE_PARTS:
        assert published.count((_SEARCH / name).read_bytes()) == 1, name


def test_the_engine_is_one_file() -> None:
    published = dict(assets(None))
    assert published["engine.js"] == engine(None)
    assert not (set(ENGINE_PARTS) - {"engine.js"}) & published.keys()


def test_a_project_may_bring_a_part_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "levels.js").write_text("/* ours */", encoding="utf-8")
    published = dict(assets(tmp_path))["engine.js"]
    assert b"/* ours */" in published
    assert (_SEARCH / "levels.js").read_bytes() not in published
    assert (_SEARCH / "terms.js").read_bytes() in published
