"""``patternbook init``."""

from __future__ import annotations

import sys
import tomllib
from importlib.util import find_spec
from typing import TYPE_CHECKING

from patternbook.cli.common import complain, say
from patternbook.errors import ConfigError
from patternbook.files import replace_file
from patternbook.starting import OUTPUT, propose
from patternbook.starting.git import ignores

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from patternbook.starting import Proposal

_FILE = "patternbook.toml"
_SHOWN = 3
"""Files named for each reason of leaving out."""


def run(arguments: argparse.Namespace) -> int:
    """Look at a project, say what was found, and write a configuration."""
    root = arguments.dir.absolute()
    if not root.is_dir():
        raise ConfigError(f"{arguments.dir}: expected the folder of a project; there is none")
    proposal = propose(root)
    tell = complain if arguments.print else say
    for line in _found(proposal):
        tell(line)
    if not proposal.text:
        complain(f"patternbook: {root}: nothing here to take examples from; looked for {_looked_for()}")
        return 1
    if arguments.print:
        say(proposal.text.rstrip("\n"))
        return 0
    standing = _standing(root)
    if standing and not arguments.force and not _agreed(standing):
        return 1
    try:
        replace_file(root / _FILE, proposal.text.encode())
    except OSError as error:
        raise ConfigError(f"{root / _FILE}: cannot be written ({error.strerror})") from None
    for line in _next(root, proposal, standing):
        say(line)
    return 0


def _standing(root: Path) -> str:
    """Where a configuration stands already, as people read it; empty where there is none."""
    if (root / _FILE).exists() or (root / _FILE).is_symlink():
        return str(root / _FILE)
    try:
        document = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    tool = document.get("tool")
    if isinstance(tool, dict) and "patternbook" in tool:
        return f"[tool.patternbook] in {root / 'pyproject.toml'}"
    return ""


def _agreed(standing: str) -> bool:
    """Ask on a terminal; elsewhere say which option would do."""
    if not sys.stdin.isatty():
        complain(f"patternbook: there is {standing} already; --force replaces it, --print only shows")
        return False
    sys.stderr.write(f"There is {standing} already. Replace it? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() in {"y", "yes"}:
        return True
    complain("nothing was written")
    return False


def _found(proposal: Proposal) -> Iterator[str]:
    survey = proposal.survey
    counted = [f"{title} ({count:,} files)" for title, count in _languages(proposal)]
    how = "as git knows them" if survey.listing.repository else "in this folder"
    files = f"{len(survey.listing.files):,} files {how}"
    yield f"{survey.project.name}: {', '.join(counted) or 'no language'}; {files}"
    if proposal.rules:
        yield "found:"
    for rule in proposal.rules:
        yield f"  {rule.note}"
        yield f"    → {rule.extract}, category {rule.category}"
    if survey.left_out:
        yield "left out:"
    for why, paths in survey.left_out.items():
        more = ", …" if len(paths) > _SHOWN else ""
        yield f"  {len(paths):,} × {why}: {', '.join(map(_printable, paths[:_SHOWN]))}{more}"


def _languages(proposal: Proposal) -> Iterator[tuple[str, int]]:
    for frontend in proposal.survey.languages:
        yield frontend.title, proposal.survey.sources.get(frontend.name, 0)


def _looked_for() -> str:
    from patternbook.languages import all_frontends

    titles = " or ".join(frontend.title for frontend in all_frontends())
    return f"tests, example files, and documents, notebooks and docstrings with code, in {titles}"


def _next(root: Path, proposal: Proposal, standing: str) -> Iterator[str]:
    yield f"written: {root / _FILE}"
    if standing and not standing.endswith(_FILE):
        yield f"it goes before {standing}, which is not read any more"
    yield "next:"
    if find_spec("markdown_it") is None:
        yield "  pip install 'patternbook[build]'    # what building needs"
    yield f"  patternbook build    # writes {OUTPUT}/, and says what it rejects and why"
    yield "  patternbook search WORDS    # ask it; `patternbook mcp` serves it to agents"
    if proposal.survey.listing.repository:
        yield f"  git add {_FILE} {OUTPUT}    # `patternbook check` compares with what is committed"
        yield from _ignoring(root)
    if proposal.survey.project.mkdocs:
        yield f"  in {proposal.survey.project.mkdocs}, under plugins: - patternbook: {{corpus: {OUTPUT}}}"


def _ignoring(root: Path) -> Iterator[str]:
    if ignores(root, f"{OUTPUT}/corpus.json"):
        yield f"  take {OUTPUT}/ out of .gitignore: git ignores it now"
    if not ignores(root, ".patternbook/cache.json"):
        yield "  echo /.patternbook/ >> .gitignore    # the cache of builds"


def _printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode()
