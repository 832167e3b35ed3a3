"""A site of corpora and nothing else, for projects without a ``mkdocs.yml``."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from patternbook.book import Book
from patternbook.errors import SourceError
from patternbook.opening import open_paths
from patternbook.site.plugin import build
from patternbook.site.section import ASSETS
from patternbook.site.slugs import slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.book import Volume

_THEME: dict[str, Any] = {
    "name": "material",
    "font": False,
    "features": ["content.code.copy", "navigation.indexes", "navigation.top"],
    "palette": [
        {
            "media": "(prefers-color-scheme: light)",
            "scheme": "default",
            "primary": "indigo",
            "accent": "indigo",
            "toggle": {"icon": "material/brightness-7", "name": "Switch to dark mode"},
        },
        {
            "media": "(prefers-color-scheme: dark)",
            "scheme": "slate",
            "primary": "indigo",
            "accent": "indigo",
            "toggle": {"icon": "material/brightness-4", "name": "Switch to light mode"},
        },
    ],
}


def build_site(book: Book | Sequence[str], output: Path, *, title: str = "", source_url: str = "") -> None:
    """Build a site that holds each corpus of a book as a section, and works from a server and from a folder.

    Args:
        book: a book, or the paths of its corpora as ``--corpus`` takes them.
        output: folder of the site; what an earlier build left there is replaced.
        title: name of the site; by default the first corpus's name.
        source_url: link to source lines with ``{path}``, ``{start}`` and ``{end}``; empty for none.

    Raises:
        CorpusError: a corpus is missing or broken.
        SourceError: the folder holds other files, or the site cannot be built.
    """
    if not isinstance(book, Book):
        book = open_paths(book)
    if output.exists() and any(output.iterdir()) and not (output / ASSETS).is_dir():
        raise SourceError(f"{output}: holds files that are no such site; name an empty or a new folder")
    single = len(book.volumes) == 1
    paths = [""] if single else [slug(volume.source.name) for volume in book.volumes]
    plugins: list[Any] = ["search"]
    for volume, path in zip(book.volumes, paths, strict=True):
        options = {"path": path, "title": _title(volume), "source_url": source_url}
        plugins.append({"patternbook": options})
    with TemporaryDirectory(prefix="patternbook-") as folder:
        docs = Path(folder) / "docs"
        docs.mkdir()
        if not single:
            (docs / "index.md").write_text(_cover(book.volumes, paths), encoding="utf-8")
        settings = {
            "site_name": title or _title(book.volumes[0]),
            "site_dir": str(output.absolute()),
            "use_directory_urls": False,
            "theme": _THEME,
            "extra_css": [f"{ASSETS}/mends.css"],
            "plugins": plugins,
        }
        config_file = Path(folder) / "mkdocs.yml"
        config_file.write_text(json.dumps(settings), encoding="utf-8")  # JSON is YAML
        build(config_file, [Book((volume,)) for volume in book.volumes])


def _title(volume: Volume) -> str:
    return f"{volume.source.name} pattern book"


def _cover(volumes: Sequence[Volume], paths: Sequence[str]) -> str:
    links = [
        f"- [{_title(volume)}]({path}/index.md): {len(volume.corpus.entries)} examples"
        for volume, path in zip(volumes, paths, strict=True)
    ]
    return "\n".join(["# Pattern books", "", *links, ""])
