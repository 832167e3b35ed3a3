"""Info strings: what stands behind the opening fence of a block of Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from patternbook.extract.prose.directives import HIDDEN, code_language, is_opaque

_LANGUAGE = re.compile(r"[^\s,:{}.=#\"']+")
"""The language in ``beamtalk title="x"``, ``beamtalk,ignore``, ``{.beamtalk .annotate}``."""
_ATTRIBUTES = re.compile(r"[#][\w-]+|[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s}]*)")
_TITLE = re.compile(r"\btitle=(?:\"([^\"]*)\"|'([^']*)')")
_DIRECTIVE = re.compile(r"\s*\{([A-Za-z][\w:+.-]*)\}\s*(\S*)")
_NOT_RUN = re.compile(r"(?<![\w.\"'=-])(?:no[-_]?test|no[-_]?run|test=[\"']?(?:skip|false|no)\b)")
"""What an info string says of a block that is not to be run: ``notest``, ``test="skip"``."""


@dataclass(frozen=True, slots=True)
class Info:
    """What an info string says."""

    language: str
    title: str
    stated: bool
    """Whether it states the language."""
    hidden: bool = False
    run: bool = True
    """Whether the block may be run."""


def read_info(info: str) -> Info:
    """Read an info string."""
    titled = _TITLE.search(info)
    title = (titled[1] or titled[2] or "") if titled else ""
    run = _NOT_RUN.search(info) is None
    directive = _DIRECTIVE.match(info)
    if directive and (by_itself := code_language(directive[1])) is not None:
        own = by_itself == "ipython" and directive[2].startswith(("py", "ipy"))
        return Info(
            by_itself if own else directive[2] or by_itself,
            title,
            stated=True,
            hidden=directive[1] in HIDDEN,
            run=run,
        )
    if directive and is_opaque(directive[1]):
        return Info("", title, stated=True)
    language = _LANGUAGE.search(_ATTRIBUTES.sub(" ", info))
    return Info(language[0] if language else "", title, stated=language is not None, run=run)
