"""From what was found to sources of a configuration: one for each kind."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from patternbook.starting import notes, places
from patternbook.starting.categories import Categories
from patternbook.starting.habits import habits
from patternbook.starting.kinds import folders_of, is_text, suffix_of
from patternbook.starting.patterns import excluding, matches, quoted
from patternbook.starting.survey import GENERATED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from patternbook.languages import Frontend
    from patternbook.starting.survey import Find, Survey


@dataclass(frozen=True, slots=True)
class Rule:
    """A source of the configuration, with what a person wants to know of it."""

    note: str
    """What was found."""
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    extract: str
    category: str
    language: str
    """The frontend, or empty where it is the configuration's own."""
    runs: bool
    """Whether running its examples can be asked for."""
    files: int
    """Files that hold examples."""


@dataclass(frozen=True, slots=True)
class _Way:
    """How a kind of file becomes a source."""

    extract: str
    templates: tuple[str, ...]
    """Categories to choose from, the last for when nothing else fits."""
    patterns: Callable[[Sequence[str], Sequence[str], str], list[str]]
    """One of ``places``."""
    note: Callable[[Find, str], str]
    runs: bool = True
    least: int = 1
    """Files that a category should have on average: where a file is an example, one is too few."""


def rules(found: Survey) -> list[Rule]:
    """The sources of a project's configuration, in the order in which a person would read the examples."""
    categories = Categories()
    made: list[Rule] = []
    for frontend in found.languages:
        own = "" if frontend is found.languages[0] else frontend.name
        for find in found.finds:
            if find.language == frontend.name:
                made.extend(_rule(part, frontend, own, found, categories) for part in _parts(find))
    return [rule for rule in made if rule.include]


def _parts(find: Find) -> Iterator[Find]:
    """Documents are taken apart: those in folders of documents, and those beside code."""
    if find.kind != "documents":
        yield find
        return
    inside = {path for path in find.wanted if habits().holds("documents", folders_of(path)[0])}
    for part in (True, False):
        holding = tuple(path for path in find.holding if (path in inside) is part)
        if holding:
            yield replace(
                find, holding=holding, wanted=tuple(p for p in find.wanted if (p in inside) is part)
            )


def _rule(find: Find, frontend: Frontend, own: str, found: Survey, categories: Categories) -> Rule:
    way = _WAYS[find.kind]
    suffixes = _suffixes(find.holding)
    include = [
        pattern for suffix in suffixes for pattern in way.patterns(find.wanted, _ending(find, suffix), suffix)
    ]
    present = found.listing.present
    include = [pattern for pattern in dict.fromkeys(include) if matches(pattern, find.holding)]
    # Generated files and names that no configuration can hold are left out by the build itself.
    harmless = {*find.wanted, *found.left_out.get(GENERATED, ()), *(p for p in present if not is_text(p))}
    usual = [f"{form}{suffix}" for form in habits().test_names for suffix in suffixes]
    exclude = excluding(include, present, set(present) - harmless, usual)
    if find.kind == "projects":
        exclude += _links(include, found.listing.linked_folders)
    templates = _SEVERAL_PAGES if find.kind == "pages" and len(find.holding) > 1 else way.templates
    category = categories.choose(templates, include, find.holding, least=way.least)
    return Rule(
        note=way.note(find, frontend.title),
        include=tuple(include),
        exclude=tuple(exclude),
        extract=way.extract,
        category=category,
        language=own,
        runs=way.runs,
        files=len(find.holding),
    )


def _suffixes(paths: Sequence[str]) -> list[str]:
    counted: defaultdict[str, int] = defaultdict(int)
    for path in paths:
        counted[suffix_of(path)] += 1
    return sorted(counted, key=lambda suffix: (-counted[suffix], suffix))


def _ending(find: Find, suffix: str) -> list[str]:
    return [path for path in find.holding if suffix_of(path) == suffix]


def _links(include: Sequence[str], linked: Sequence[str]) -> list[str]:
    """Links to folders that a single ``*`` would follow."""
    heads = {pattern.partition("/*/")[0] for pattern in include}
    return [f"{quoted(path)}/**" for path in linked if quoted(str(PurePosixPath(path).parent)) in heads]


_SEVERAL_PAGES = ("{topic}", "getting-started")
_WAYS = {
    "pages": _Way("blocks", ("getting-started",), places.at_the_top, notes.pages),
    "documents": _Way(
        "blocks", ("{topic}", "{parent}", "{project}", "guide"), places.in_folders, notes.documents
    ),
    "notebooks": _Way(
        "blocks", ("{topic}", "{parent}", "{project}", "notebooks"), places.in_folders, notes.notebooks
    ),
    "code": _Way("blocks", ("{topic}", "{parent}", "{project}", "reference"), places.in_folders, notes.code),
    "projects": _Way(
        "patterns", ("{project}", "programs"), places.programs, notes.projects, runs=False, least=3
    ),
    "examples": _Way("file", ("{parent}", "{project}", "examples"), places.scripts, notes.examples, least=3),
    "tests": _Way(
        "tests", ("{topic}", "{parent}", "{project}", "tests"), places.tests, notes.tests, runs=False
    ),
}
"""Kind of file → how it becomes a source."""
