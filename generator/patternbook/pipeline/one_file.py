"""Everything that one file yields: parsed, extracted, and through the gate."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from patternbook.curate.describe import describe
from patternbook.curate.secrets import find_secret
from patternbook.extract import EXTRACTORS, PROSE
from patternbook.extract.request import Request
from patternbook.gate import check
from patternbook.languages import frontend
from patternbook.model import Checked, Rejection
from patternbook.naming import key_of_path, slug, without_order

if TYPE_CHECKING:
    from patternbook.cache import Outcomes
    from patternbook.languages import Frontend
    from patternbook.model import Snippet
    from patternbook.sources import Source


def take(source: Source) -> Outcomes:
    """Everything that one file yields: parsed, extracted, and through the gate."""
    language = frontend(source.rule.language)
    request = Request(
        file=source.file,
        frontend=language,
        outline=None if source.rule.extract in PROSE else language.parse(source.file.text),
        key=key_of_path(source.inside),
        category=_category(source),
        project=_project(source) if source.rule.extract == "patterns" else "",
    )
    found = EXTRACTORS[source.rule.extract](request)
    return tuple(item if isinstance(item, Rejection) else _through_gate(item, language) for item in found)


def _through_gate(snippet: Snippet, language: Frontend) -> Checked | Rejection:
    secret = find_secret(snippet.source)
    if secret is not None:
        line, kind = secret
        place = min(snippet.origin.start_line + line - 1, snippet.origin.end_line)
        return Rejection(snippet.origin.path, place, "secret", f"looks like a secret ({kind}); take it out")
    outline = snippet.outline or language.parse(snippet.source)
    if not snippet.explanation:
        snippet = replace(snippet, explanation=describe(outline))
    return check(snippet, outline, language)


def _category(source: Source) -> str:
    folder, _, name = source.file.path.rpartition("/")
    values = {
        "stem": without_order(name.partition(".")[0]),
        "parent": without_order(folder.rpartition("/")[2]) or "examples",
        "project": _project(source),
    }
    return slug(source.rule.category.format(**values))


def _project(source: Source) -> str:
    """The first folder below the pattern's fixed part, or else the folder that this part ends with."""
    head, slash, _ = source.inside.partition("/")
    return without_order(head if slash else source.container)
