"""Configurations: what is read, what is refused, and which one governs a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from patternbook.config import find_config, load_config
from patternbook.errors import ConfigError
from support import cases

_GOOD = """
language = "beamtalk"
[[sources]]
include = ["docs/**/*.bt"]
exclude = ["docs/old/*.bt"]
extract = "file"
category = "{parent}"
"""


@pytest.mark.parametrize("case", cases("config/refused.toml"))
def test_refused(case: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "patternbook.toml"
    file.write_text(case["text"], encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    message = str(caught.value)
    assert message.startswith(str(file))
    for part in case["says"]:
        assert part in message


def test_reads_every_key(tmp_path: Path) -> None:
    (tmp_path / "o.toml").write_text("", encoding="utf-8")
    file = tmp_path / "patternbook.toml"
    head = 'name = "N"\noutput = "out"\nlicence = "MIT"\nsource_url = "u"\ncorpora = ["c"]\noverrides = "o.toml"\n'
    file.write_text(head + _GOOD, encoding="utf-8")
    config = load_config(file)
    assert (config.name, config.licence, config.source_url, config.corpora) == ("N", "MIT", "u", ("c",))
    assert config.output == tmp_path / "out"
    assert config.overrides == tmp_path / "o.toml"
    (rule,) = config.sources
    assert (rule.include, rule.exclude, rule.extract) == (("docs/**/*.bt",), ("docs/old/*.bt",), "file")
    assert (rule.category, rule.language, rule.number) == ("{parent}", "beamtalk", 1)


def test_name_defaults_to_the_folder(tmp_path: Path) -> None:
    (tmp_path / "patternbook.toml").write_text(_GOOD, encoding="utf-8")
    assert load_config(tmp_path / "patternbook.toml").name == tmp_path.name


def test_the_nearest_configuration_governs(tmp_path: Path) -> None:
    outer = tmp_path / "pyproject.toml"
    outer.write_text('[tool.patternbook]\nlanguage = "beamtalk"\n', encoding="utf-8")
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "x"\n', encoding="utf-8")
    assert find_config(inner) == outer
    (tmp_path / "a" / "patternbook.toml").write_text(_GOOD, encoding="utf-8")
    assert find_config(inner) == tmp_path / "a" / "patternbook.toml"


def test_pyproject_without_our_table_is_an_error_when_named(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text("[project]\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"no table \[tool.patternbook\]"):
        load_config(file)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(tmp_path / "patternbook.toml")
