"""Sites of one corpus to be timed: the pattern book, the same pages written by hand, each built by a new process."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from handwritten import write_by_hand
from patternbook.indexing import build_index

if TYPE_CHECKING:
    from pathlib import Path

    from patternbook.corpus import Corpus

SECTION = "examples"
OURS, BY_HAND = "ours", "by hand"
_EXTENSIONS = ["pymdownx.highlight", "pymdownx.superfences"]


def write_book(folder: Path, corpus: Corpus, language: str | None) -> None:
    """Write a corpus with its index, a page of docs, and ``mkdocs.yml`` without and with Material's own search."""
    (folder / "book").mkdir(parents=True)
    (folder / "book" / "corpus.json").write_bytes(corpus.raw)
    index = build_index(corpus, name="Book", language=language)
    (folder / "book" / "index.json").write_bytes(index)
    _write_docs(folder)
    options = {"corpus": "book", "language": language or ""}
    for name, plugins in {"without search": [], "with search": ["search"]}.items():
        _configure(folder, name, [*plugins, {"patternbook": options}])
    _configure(folder, "Material's box", ["search", {"patternbook": options | {"search_box": False}}])


def write_copy_by_hand(folder: Path, site: Path) -> int:
    """Write the pages of a built site anew as pages of docs outside the navigation; returns how many there are."""
    _write_docs(folder)
    write_by_hand(site / SECTION, folder / "docs" / SECTION)
    outside = {"nav": [{"Home": "index.md"}], "not_in_nav": f"/{SECTION}/"}
    for name, plugins in {"without search": [], "with search": ["search"]}.items():
        _configure(folder, name, plugins, **outside)
    return sum(1 for _ in (folder / "docs").rglob("*.md"))


def built(folder: Path, name: str) -> tuple[Path, float]:
    """Build a site by ``mkdocs build`` in a process of its own; returns its folder and the processor's seconds."""
    site = folder / f"site {name}"
    shutil.rmtree(site, ignore_errors=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-f", f"{name}.json", "-d", str(site)],
        cwd=folder,
        check=True,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return site, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _write_docs(folder: Path) -> None:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "index.md").write_text("# Home\n", encoding="utf-8")


def _configure(folder: Path, name: str, plugins: list[Any], **settings: Any) -> None:
    configuration = {
        "site_name": "Site",
        "use_directory_urls": False,
        "theme": {"name": "material", "font": False},
        "markdown_extensions": _EXTENSIONS,
        "plugins": plugins,
    }
    (folder / f"{name}.json").write_text(
        json.dumps(configuration | settings), encoding="utf-8"
    )  # JSON is YAML
