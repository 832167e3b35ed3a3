"""What a project says of itself: its name, its licence, and where its source can be read."""

from __future__ import annotations

import configparser
import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from patternbook.starting import git
from patternbook.starting.hosts import source_url
from patternbook.starting.licences import licence_of_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_SPDX = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*(?: (?:AND|OR|WITH) [A-Za-z0-9][A-Za-z0-9.+-]*)*")
_KEYWORD = re.compile(r"""\b(name|url|license)\s*=\s*["']([^"'\n]+)["']""")
"""What a ``setup.py`` hands over as plain texts."""
_PLAIN_IDENTIFIERS = frozenset(
    {"MIT", "ISC", "Zlib", "Unlicense", "0BSD", "WTFPL", "NCSA", "X11", "AND", "OR", "WITH"}
)
"""Identifiers without a version; an older habit writes ``BSD`` or ``GPL``, which say too little."""
_WHERE = (
    *("source", "source-code", "sourcecode", "code", "repository", "repo", "github", "gitlab", "codeberg"),
    *("homepage", "home", "home-page", "url"),
)
"""Labels of links to the source, most telling first."""
_LICENCE_FILES = ("LICENSE", "LICENCE", "COPYING", "UNLICENSE")
_LARGEST = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Project:
    """What a project says of itself."""

    name: str
    licence: str
    """SPDX expression, or empty where none is sure."""
    licence_from: str
    """The file that says it."""
    source_url: str
    """Link to source lines with ``{path}``, ``{start}`` and ``{end}``, or empty."""
    mkdocs: str
    """The file of its MkDocs site, or empty."""


def read_project(root: Path, *, repository: bool) -> Project:
    """Read a project's manifests, its licence file and what git knows of where it lives.

    Args:
        root: the project's folder.
        repository: whether git knows the project.
    """
    pyproject = _toml(root / "pyproject.toml")
    package = _toml(root / "beamtalk.toml")
    manifests = [
        ("pyproject.toml", _table(pyproject, "project")),
        ("pyproject.toml", _table(_table(pyproject, "tool"), "poetry")),
        ("setup.cfg", _ini(root / "setup.cfg")),
        ("setup.py", dict(_KEYWORD.findall(_text(root / "setup.py")))),
        ("beamtalk.toml", _table(package, "package") or package),
    ]
    remotes = git.remotes(root) if repository else ()
    links = [*(link for _, manifest in manifests for link in _links(manifest)), *remotes]
    licence, origin = _licence(root, manifests)
    return Project(
        name=next(_names(manifests), "") or _name_of(remotes) or root.name or "examples",
        licence=licence,
        licence_from=origin,
        source_url=next(filter(None, (source_url(link, root) for link in links)), ""),
        mkdocs=next((name for name in ("mkdocs.yml", "mkdocs.yaml") if (root / name).is_file()), ""),
    )


def _names(manifests: Iterable[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    for _, manifest in manifests:
        name = manifest.get("name")
        if isinstance(name, str) and name.strip():
            yield name.strip()


def _name_of(remotes: Iterable[str]) -> str:
    """The repository's name at its host; a folder of this machine is none."""
    for remote in remotes:
        found = re.fullmatch(r"(?:[\w+]+://|[\w.-]+@).*?[/:]([^/:]+?)(?:\.git)?/*", remote)
        if found:
            return found[1]
    return ""


def _links(manifest: dict[str, Any]) -> list[str]:
    """Links to the source, most telling first."""
    found: dict[str, str] = {}
    urls = manifest.get("urls")
    for label, url in [*manifest.items(), *(urls.items() if isinstance(urls, dict) else ())]:
        if isinstance(url, str) and "://" in url:
            found.setdefault(re.sub(r"[\s_]+", "-", label.lower()), url)
    return [found[label] for label in _WHERE if label in found]


def _licence(root: Path, manifests: Iterable[tuple[str, dict[str, Any]]]) -> tuple[str, str]:
    """The licence and the file that says it."""
    for file, manifest in manifests:
        stated = manifest.get("license", manifest.get("licence"))
        text = stated.get("text", "") if isinstance(stated, dict) else stated
        if isinstance(text, str) and _is_spdx(text.strip()):
            return text.strip(), file
    for path in _licence_files(root):
        found = licence_of_text(_text(path))
        if found:
            return found, path.name
    return "", ""


def _is_spdx(text: str) -> bool:
    words = text.split(" ")
    return bool(_SPDX.fullmatch(text)) and all(
        word in _PLAIN_IDENTIFIERS or re.search(r"-.*\d", word) for word in words
    )


def _licence_files(root: Path) -> list[Path]:
    try:
        files = [path for path in root.iterdir() if path.is_file()]
    except OSError:
        return []
    return sorted(path for path in files if path.name.upper().startswith(_LICENCE_FILES))


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(file))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    value = table.get(key)
    return value if isinstance(value, dict) else {}


def _ini(file: Path) -> dict[str, Any]:
    """The ``[metadata]`` of a ``setup.cfg``, its links among its values."""
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(_text(file))
        values = dict(parser.items("metadata"))
    except configparser.Error:
        return {}
    rows = (row.partition("=") for row in values.get("project_urls", "").splitlines())
    links = {label.strip(): url.strip() for label, _, url in rows}
    return {"homepage": values.get("url", ""), **links, **values}
