"""Where templates are found, and whose come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from patternbook.errors import SourceError
from patternbook.site import templates
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    templates.template_root.cache_clear()
    yield
    templates.template_root.cache_clear()


def test_a_source_tree_has_them_beside_the_source_root() -> None:
    assert templates.template_root() == ROOT / "site-templates"


def test_a_wheel_has_them_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "generator" / "patternbook"
    (package / "site-templates" / "pages").mkdir(parents=True)
    (tmp_path / "site-templates" / "pages").mkdir(parents=True)
    monkeypatch.setattr(templates, "_PACKAGE", package)
    assert templates.template_root() == package / "site-templates"


def test_a_broken_installation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "_PACKAGE", tmp_path / "a" / "b")
    with pytest.raises(SourceError, match="reinstall patternbook"):
        templates.template_root()


def test_own_templates_come_first_and_extend_ours(tmp_path: Path) -> None:
    (tmp_path / "exports").mkdir()
    (tmp_path / "exports" / "llms.txt.jinja").write_text("ours: <{{ name }}>", encoding="utf-8")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "mine.md.jinja").write_text("ours: <{{ name }}>", encoding="utf-8")
    env = templates.environment(tmp_path, {})
    assert env.get_template("exports/llms.txt.jinja").render(name="<a>") == "ours: <<a>>"
    assert env.get_template("pages/mine.md.jinja").render(name="<a>") == "ours: <&lt;a&gt;>"
    assert env.get_template("pages/parts.html.jinja").filename == str(
        ROOT / "site-templates" / "pages" / "parts.html.jinja"
    )


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="not a folder"):
        templates.environment(tmp_path / "none", {})
