"""The tables of keys in the documentation are those that the code knows, with the defaults that it has."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from patternbook.config import Execution, load_config
from patternbook.errors import ConfigError
from patternbook.site.plugin import PatternbookConfig
from support import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from patternbook.config import Config

_LEAST = 'language = "python"\n[[sources]]\ninclude = ["*.md"]\nextract = "blocks"\n'
_WITHOUT_LANGUAGE = '[[sources]]\ninclude = ["*.md"]\nextract = "blocks"\nlanguage = "python"\n'
_VALIDATOR = '[validators.python]\ncommand = ["check", "{files}"]\n'


class _Place(NamedTuple):
    """A table of the configuration."""

    page: str
    heading: str
    """The heading in whose section its table stands; empty for the part before the first."""
    number: int
    """Which of the section's tables of keys it is."""
    least: str
    """A configuration with what is required; it begins or ends in this table."""
    values: Callable[[Config], Any]
    """What is read from it."""


_PLACES = {
    "project": _Place("configuration.md", "", 0, _WITHOUT_LANGUAGE, lambda config: config),
    "sources": _Place("configuration.md", "", 1, _LEAST, lambda config: config.sources[0]),
    "execution": _Place(
        "validation.md", "Running examples", 0, f"{_LEAST}[execution]\n", lambda config: config.execution
    ),
    "validators": _Place(
        "validation.md", "Validators", 0, f"{_LEAST}{_VALIDATOR}", lambda config: config.validators[0]
    ),
}
_IN_WORDS: dict[str, Callable[[Any, Path], bool]] = {
    "none": lambda value, _: not value or value == Execution(),
    "the folder's name": lambda value, folder: value == folder.name,
    "as above": lambda value, _: value == "python",
    "the one that runs Patternbook": lambda value, _: value == "",
    '`["src"]` where there is such a folder, else `["."]`': lambda value, _: value == (),
    "the program's name": lambda value, _: value == "check",
    "the language's first": lambda value, _: value == "",
}
"""Defaults that the documentation says in words, and whether a value is that."""


def _rows(page: str, heading: str, number: int, header: str = "key") -> dict[str, str]:
    """The keys of a table of a page, with the cell of their default."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    parts = re.split(r"(?m)^##+ (.*)\n", text)
    sections = {"": parts[0]} | dict(zip(parts[1::2], parts[2::2], strict=True))
    tables = re.findall(rf"(?m)^\| {header}\b(.*)\n\|[-|]+\|\n((?:\|.*\n)+)", sections[heading])
    assert len(tables) > number, f"docs/{page}: no table of keys under {heading!r}"
    names, body = tables[number]
    at = [name.strip() for name in names.split("|")].index("default")
    rows = [re.split(r" \| ", row.strip("| ")) for row in body.strip().split("\n")]
    return {row[0].strip("`"): row[at].strip() for row in rows}


def _load(folder: Path, text: str) -> Config:
    file = folder / "patternbook.toml"
    file.write_text(text, encoding="utf-8")
    return load_config(file)


def _known(folder: Path, place: _Place) -> set[str]:
    """The keys of a table, as the message about another one lists them."""
    line = "no-such-key = 1\n"
    with pytest.raises(ConfigError) as caught:
        _load(folder, line + place.least if place is _PLACES["project"] else place.least + line)
    return set(re.split(r",\s*", str(caught.value).rsplit("are: ", 1)[1]))


@pytest.mark.parametrize("name", _PLACES)
def test_every_key_is_documented_and_no_other(tmp_path: Path, name: str) -> None:
    place = _PLACES[name]
    documented = set(_rows(place.page, place.heading, place.number))
    assert documented == _known(tmp_path, place) - {"sources"}  # tables of their own, as the page says


@pytest.mark.parametrize("name", _PLACES)
def test_documented_defaults_are_those_of_the_code(tmp_path: Path, name: str) -> None:
    place = _PLACES[name]
    values = place.values(_load(tmp_path, place.least))
    for key, documented in _rows(place.page, place.heading, place.number).items():
        if documented == "required":
            with pytest.raises(ConfigError):
                _load(tmp_path, re.sub(rf"(?m)^{key} = .*\n", "", place.least))
            continue
        value = getattr(values, key)
        in_words = _IN_WORDS.get(documented.split(":", 1)[0])
        if in_words is not None:
            assert in_words(value, tmp_path), key
        else:
            assert _spelled(documented) == _plain(value, tmp_path), key


def _spelled(documented: str) -> Any:
    """A default as it is written: a number, or a value in backticks."""
    if documented.isdigit():
        return documented
    found = re.fullmatch(r"`([^`]*)`", documented)
    assert found, f"{documented!r} is no value; say it in backticks, or in words that this test knows"
    return json.loads(found[1]) if found[1].startswith("[") else found[1]


def _plain(value: Any, folder: Path) -> Any:
    """A value as the documentation writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, int | float):
        return f"{value:g}"
    return str(value.relative_to(folder)) if hasattr(value, "relative_to") else value


def test_the_plugin_has_the_documented_options_and_defaults() -> None:
    documented = _rows("site.md", "In a MkDocs site", 0, "option")
    defaults = {name: option.default for name, option in PatternbookConfig._schema}
    assert documented.keys() == defaults.keys()
    for name, cell in documented.items():
        values = re.findall(r"`([^`]*)`", cell)
        default = defaults[name]
        assert values == (
            [default if isinstance(default, str) else json.dumps(default)] if default else []
        ), name
