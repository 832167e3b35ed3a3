"""The pages on clients and packages say what the tool does."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import connect_page
from patternbook.config import load_config
from support import ROOT


def test_the_page_on_clients_is_made_from_their_table() -> None:
    current = connect_page.PAGE.read_text(encoding="utf-8")
    assert current == connect_page.page(), "run `python tests/connect_page.py`"


def test_the_page_on_packages_announces_the_folder_that_it_builds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "packages.md").read_text(encoding="utf-8")
    block = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0]
    (tmp_path / "pyproject.toml").write_text(block, encoding="utf-8")
    config = load_config(tmp_path / "pyproject.toml")
    (folder,) = tomllib.loads(block)["project"]["entry-points"]["patternbook.corpora"].values()
    assert config.output.relative_to(tmp_path / "src").parts == tuple(folder.split("."))


def test_the_page_on_packages_names_corpora_that_a_pattern_finds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "packages.md").read_text(encoding="utf-8")
    block = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[1]
    (pattern,) = tomllib.loads(block)["corpora"]
    folder = tmp_path / ".venv" / "lib" / "python3.12" / "site-packages" / "mylib" / "_patternbook"
    folder.mkdir(parents=True)
    assert list(tmp_path.glob(pattern)) == [folder]
