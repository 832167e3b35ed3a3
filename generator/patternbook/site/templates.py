"""Finds what the site is made with, and renders it.

In a wheel ``site-templates`` lies inside the package; in a source tree and an editable install it lies beside
``generator``. Nothing else in Patternbook looks for it.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from patternbook.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_PACKAGE = Path(__file__).resolve().parent.parent
_NAME = "site-templates"


@cache
def template_root() -> Path:
    """Return the folder of templates, theme files and browser scripts.

    Raises:
        SourceError: the installation is broken, the folder is in neither place.
    """
    for place in (_PACKAGE / _NAME, _PACKAGE.parent.parent / _NAME):
        if (place / "pages").is_dir():
            return place
    raise SourceError(f"{_PACKAGE / _NAME}: not found; reinstall patternbook, its site templates are missing")


def fingerprint(overrides: Path | None) -> str:
    """Return a digest of every template that pages are rendered with."""
    digest = hashlib.sha256()
    for place in [template_root(), *([overrides] if overrides else [])]:
        for file in sorted(place.rglob("*.jinja")):
            content = file.read_bytes()
            digest.update(f"{file.relative_to(place).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def environment(overrides: Path | None, filters: Mapping[str, Callable[..., object]]) -> jinja2.Environment:
    """Build the Jinja environment that renders pages and exports.

    Every value is escaped as HTML, but in templates for plain text, whose names end in ``.txt.jinja``.

    Args:
        overrides: a folder whose files come before those of the same path in ``site-templates``.
        filters: filters that templates use beside Jinja's own.

    Raises:
        SourceError: ``overrides`` is not a folder.
    """
    if overrides is not None and not overrides.is_dir():
        raise SourceError(
            f"{overrides}: not a folder; `templates` names a folder with files such as pages/example.md.jinja"
        )
    places = [overrides] if overrides else []
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader([*places, template_root()]),
        autoescape=jinja2.select_autoescape((), ("txt.jinja",), default=True),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    env.filters.update(filters)
    return env
