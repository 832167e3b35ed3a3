"""Where corpora lie: those that a command names, those around a folder, and the bundled one."""

from __future__ import annotations

import logging
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from patternbook.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from importlib.resources.abc import Traversable

    from patternbook.config import Config

_log = logging.getLogger(__name__)

CORPUS_FILE = "corpus.json"
INDEX_FILE = "index.json"
BUNDLED = "bundled"
"""The word that stands for the corpus that every installation carries."""
BUNDLED_LANGUAGE = "beamtalk"
"""The frontend of that corpus."""


@dataclass(frozen=True, slots=True)
class Place:
    """A corpus that is known to lie somewhere; it is not read yet."""

    corpus: Traversable
    index: Traversable
    origin: str
    """Why it answers: ``named`` by a command, ``project``, ``beside`` it, ``installed``, ``bundled``."""
    name: str
    """What it is called if no index says so."""
    package: str | None = None
    """The package that ships it, if a package does."""
    version: str | None = None
    """That package's version."""
    language: str | None = None
    """Frontend for entries that name no language; ``None`` for the one that accepts most of them."""


def bundled_corpus() -> Path:
    """The corpus that this installation carries."""
    return Path(__file__).parent.parent / "bundled" / CORPUS_FILE


def bundled_place(language: str | None = None) -> Place:
    """The place of the corpus that this installation carries."""
    return _at(bundled_corpus(), BUNDLED, language)


def named_places(paths: Iterable[str], language: str | None = None, origin: str = "named") -> list[Place]:
    """Return the places that paths name, in their order, each once.

    Args:
        paths: each a ``corpus.json``, a folder that holds one, or the word ``bundled``.
        language: frontend for entries that name no language.
        origin: why they answer.

    Raises:
        CorpusError: there is no corpus at one of them.
    """
    files = dict.fromkeys(_corpus_file(path) for path in paths)
    return [_at(file, origin if file != bundled_corpus() else BUNDLED, language) for file in files]


def project_places(config: Config, language: str | None = None) -> list[Place]:
    """Return the places of a project's corpus and of those that its configuration names beside it.

    Raises:
        CorpusError: the project's corpus is not built yet, or there is no corpus at one of the others.
    """
    if not (config.output / CORPUS_FILE).is_file():
        raise CorpusError(
            f"{config.output / CORPUS_FILE}: not built yet; run `patternbook build` in {config.root}"
        )
    language = language or config.language or None
    own = named_places([str(config.output)], language, "project")
    seen = {place.corpus for place in own}
    beside = named_places(_beside(config), language, "beside")
    return own + [place for place in beside if place.corpus not in seen]


def without_copies(config: Config, own: Sequence[Place], installed: Iterable[Place]) -> list[Place]:
    """Leave out of the installed corpora what the project around has itself, in a newer state perhaps.

    A project that is installed for development would otherwise answer everything twice.
    """
    project = _package_name(config)
    files = {file for place in own if (file := _real(place.corpus))}
    return [
        place
        for place in installed
        if _real(place.corpus) not in files
        and not (project and place.package and distribution_name(place.package) == project)
    ]


def distribution_name(name: str) -> str:
    """The normalized name of a package, by which installers compare: ``My_Lib.x`` → ``my-lib-x``."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _at(file: Path, origin: str, language: str | None) -> Place:
    name = file.parent.name or "corpus"
    return Place(file, file.with_name(INDEX_FILE), origin, name, language=language)


def _real(corpus: Traversable) -> Path | None:
    return corpus.resolve() if isinstance(corpus, Path) else None


def _package_name(config: Config) -> str:
    """The normalized name of the package that a project builds, or the empty string."""
    try:
        document = tomllib.loads((config.root / "pyproject.toml").read_text(encoding="utf-8"))
        return distribution_name(document["project"]["name"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _beside(config: Config) -> list[str]:
    """The corpora that a configuration serves beside its own, sorted within each pattern."""
    found: list[str] = []
    for pattern in config.corpora:
        if Path(pattern).is_absolute():
            found.append(pattern)
            continue
        matches = sorted(str(path) for path in config.root.glob(pattern))
        if not matches:
            _log.warning("%s: corpora: the pattern %r matches nothing", config.file, pattern)
        found.extend(matches)
    return found


def _corpus_file(path: str) -> Path:
    if path == BUNDLED:
        return bundled_corpus()
    file = Path(path).absolute()
    try:
        if file.is_dir():
            file = file / CORPUS_FILE
        found = file.is_file()
    except (OSError, ValueError) as error:
        raise CorpusError(f"{path[:100]}: cannot be read ({error})") from None
    if not found:
        raise CorpusError(
            f"{path}: there is no corpus here; expected a {CORPUS_FILE} or a folder that holds one"
        )
    return file
