"""Everything that one file yields: parsed, extracted, and through the gate."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from patternbook.curate.describe import describe
from patternbook.curate.secrets import find_secret
from patternbook.curate.wording import plain_title, without_roles
from patternbook.extract import EXTRACTORS, PROSE, WITH_TESTS
from patternbook.extract.licence import licence_lines
from patternbook.extract.request import Request
from patternbook.gate import check
from patternbook.languages import frontend
from patternbook.languages.testing import parse_with_tests
from patternbook.model import Checked, Rejection
from patternbook.naming import fill_category, key_of_path, project_name

if TYPE_CHECKING:
    from patternbook.cache import Outcomes
    from patternbook.languages import Frontend
    from patternbook.model import Snippet
    from patternbook.sources import Source


def take(source: Source) -> Outcomes:
    """Everything that one file yields: parsed, extracted, and through the gate."""
    language = frontend(source.rule.language)
    parse = partial(parse_with_tests, language) if source.rule.extract in WITH_TESTS else language.parse
    request = Request(
        file=source.file,
        frontend=language,
        outline=None if source.rule.extract in PROSE else parse(source.file.text),
        key=key_of_path(source.inside),
        category=_category(source),
        project=_project(source) if source.rule.extract == "patterns" else "",
        companions=source.companions,
    )
    found = EXTRACTORS[source.rule.extract](request)
    return tuple(item if isinstance(item, Rejection) else _through_gate(item, language) for item in found)


def _through_gate(snippet: Snippet, language: Frontend) -> Checked | Rejection:
    outline = snippet.outline or language.parse(snippet.source)
    licence = licence_lines(outline)
    if licence is not None:
        snippet = _without_lines(snippet, *licence)
        outline = language.parse(snippet.source)
    secret = _secret_in(snippet)
    if secret is not None:
        return secret
    if not snippet.explanation:
        snippet = replace(snippet, explanation=describe(outline, snippet.kind))
    if snippet.note:
        snippet = replace(snippet, explanation=f"{snippet.explanation}\n\n{snippet.note}", note="")
    title, explanation = plain_title(snippet.title), without_roles(snippet.explanation)
    return check(replace(snippet, title=title, explanation=explanation), outline, language)


def _without_lines(snippet: Snippet, first: int, last: int) -> Snippet:
    rows = [
        (line, snippet.lines[number - 1] if snippet.lines else snippet.file_line(number))
        for number, line in enumerate(snippet.source.split("\n"), 1)
        if not first <= number <= last
    ]
    while rows and not rows[0][0].strip():
        rows.pop(0)
    source = "\n".join(line for line, _ in rows).rstrip()
    return replace(snippet, source=source, lines=tuple(number for _, number in rows), outline=None)


def _secret_in(snippet: Snippet) -> Rejection | None:
    """A rejection for a secret anywhere in what would become the entry: its code, or the prose around it."""
    secret = find_secret(snippet.source)
    if secret is not None:
        row, kind = secret
        line = snippet.file_line(row)
        own = not snippet.lines or snippet.lines[row - 1]
        return _refused(snippet, line, kind, "" if own else " in what the example is shown with")
    secret = find_secret("\n".join((snippet.title, snippet.explanation, snippet.note, *snippet.topics)))
    if secret is not None:
        return _refused(snippet, snippet.origin.start_line, secret[1], " in the words around the example")
    return None


def _refused(snippet: Snippet, line: int, kind: str, where: str) -> Rejection:
    return Rejection(snippet.origin.path, line, "secret", f"looks like a secret ({kind}){where}; take it out")


def _category(source: Source) -> str:
    return fill_category(source.rule.category, source.file.path, _project(source))


def _project(source: Source) -> str:
    return project_name(source.inside, source.container)
