"""From the configuration's patterns to source files: sorted, read once, and with what is left out and why."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from patternbook.errors import SourceError
from patternbook.model import Rejection, SourceFile
from patternbook.sources.companions import Companions
from patternbook.sources.foreign import foreign_folder, is_generated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from patternbook.config import Config, SourceRule

_WILD = re.compile(r"[*?\[]")


@dataclass(frozen=True, slots=True)
class Source:
    """A source file with the rule that chose it."""

    rule: SourceRule
    file: SourceFile
    inside: str
    """Its path below the part of the pattern that has no wildcard: what tells it from its siblings."""
    container: str
    """The name of the folder that this part ends with."""
    companions: tuple[SourceFile, ...] = ()
    """Neighbour files that its tests take things from, nearest first."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """All that the patterns found."""

    sources: tuple[Source, ...]
    """By path, then by rule."""
    left_out: tuple[Rejection, ...]


def discover(config: Config) -> Discovery:
    """Read every file that the configuration names.

    Raises:
        SourceError: a pattern matches nothing, or a file cannot be read.
    """
    sources: list[Source] = []
    left_out: list[Rejection] = []
    foreign: Counter[str] = Counter()
    for rule in config.sources:
        excluded = {path for pattern in rule.exclude for path in _glob(config.root, pattern)}
        chosen: dict[Path, str] = {}
        for pattern in rule.include:
            found = list(_glob(config.root, pattern))
            if not found:
                raise SourceError(
                    f"{config.file}: source {rule.number}: the pattern {pattern!r} matches no file "
                    f"under {config.root}; mend it or take it out"
                )
            for path in found:
                if path not in excluded and path.parent != config.output:
                    chosen.setdefault(path, pattern)
        if not chosen:
            raise SourceError(f"{config.file}: source {rule.number}: its 'exclude' leaves none of its files")
        for path, pattern in chosen.items():
            folder = foreign_folder(config.root, _relative(config.root, path), fixed_part(pattern))
            if folder is not None:
                foreign[folder] += 1
                continue
            result = _read(config.root, path, pattern, rule)
            (left_out if isinstance(result, Rejection) else sources).append(result)  # type: ignore[arg-type]
    left_out.extend(_foreign(folder, count) for folder, count in foreign.items())
    sources, links = _without_links(config.root.resolve(), sources)
    left_out.extend(links)
    sources.sort(key=lambda source: (source.file.path, source.rule.number))
    left_out.sort(key=lambda rejection: rejection.path)
    companions = Companions(config.root, decode)
    complete = (
        replace(source, companions=companions.of(source.rule, source.file.path)) for source in sources
    )
    return Discovery(tuple(complete), tuple(left_out))


def _without_links(root: Path, sources: list[Source]) -> tuple[list[Source], list[Rejection]]:
    """Part sources from those that are links to another one: the real file is the one to name."""
    target = {source.file.path: _relative(root, (root / source.file.path).resolve()) for source in sources}
    real = {path for path, meant in target.items() if path == meant}
    kept, links = [], {}
    for source in sources:
        path, meant = source.file.path, target[source.file.path]
        if path in real or meant not in real:
            kept.append(source)
        else:
            links[path] = Rejection(path, 1, "symlink", f"a symbolic link to {meant}, which is read itself")
    return kept, list(links.values())


def decode(raw: bytes) -> str:
    """Decode UTF-8 and make every line end LF.

    Raises:
        UnicodeDecodeError: the bytes are not UTF-8.
    """
    return raw.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _glob(root: Path, pattern: str) -> Iterator[Path]:
    # Before Python 3.13 a trailing `**` matches folders only.
    pattern = f"{pattern}/*" if pattern.endswith("**") else pattern
    try:
        yield from (path for path in root.glob(pattern) if path.is_file())
    except OSError as error:
        raise SourceError(f"{root}: pattern {pattern[:100]!r}: {error.strerror}") from None


def _read(root: Path, path: Path, pattern: str, rule: SourceRule) -> Source | Rejection:
    relative = _relative(root, path)
    if not relative.isascii() and relative != relative.encode("utf-8", "replace").decode():
        return Rejection(_shown(relative), 1, "encoding", "the file's name is not UTF-8; rename it")
    if not path.resolve().is_relative_to(root.resolve()):
        return Rejection(relative, 1, "symlink", "a symbolic link that leaves the project")
    try:
        text = decode(path.read_bytes())
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return Rejection(
            relative,
            line,
            "encoding",
            f"not UTF-8: byte {error.object[error.start]:#04x} at offset {error.start}",
        )
    file = SourceFile(relative, text.removeprefix("\ufeff"))
    if is_generated(file):
        return Rejection(relative, 1, "generated", "the file says that a tool generated it")
    fixed = fixed_part(pattern)
    return Source(rule, file, PurePosixPath(relative).relative_to(fixed).as_posix(), fixed.name)


def _relative(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _shown(path: str) -> str:
    """A path that a report can hold, whatever bytes are in it."""
    return path.encode("utf-8", "backslashreplace").decode()


def _foreign(folder: str, count: int) -> Rejection:
    files = "1 file" if count == 1 else f"{count:,} files"
    where = f"{files} in the folder {folder!r}, which others wrote or a tool made"
    message = f"{where}; name it in the pattern to read it all the same"
    return Rejection(_shown(folder), 1, "vendored", message)


def fixed_part(pattern: str) -> PurePosixPath:
    """The leading folders of a pattern that hold no wildcard; for a plain path, its folder."""
    parts = PurePosixPath(pattern).parts
    wild = next((n for n, part in enumerate(parts) if _WILD.search(part)), len(parts) - 1)
    return PurePosixPath(*parts[: min(wild, len(parts) - 1)])
