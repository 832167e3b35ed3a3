"""What each file of a project is for: told by where it lies and what it is called, then by what it holds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from patternbook.starting.habits import habits
from patternbook.starting.translations import translations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from patternbook.starting.listing import Listing

Kind = Literal["pages", "documents", "notebooks", "tests", "examples", "projects", "code"]
"""What is taken from files: pages at the top (README), documents, notebooks, tests, example scripts, files of
example projects, and code whose documentation holds examples."""

DOCUMENTS = (".md", ".markdown", ".rst", ".txt")
_NOTEBOOK = ".ipynb"
_TESTS_OF_EXAMPLES = "tests of examples"
_TRANSLATIONS = "translations"
_ELSEWHERE = "documents among tests"
_TOOLS_OF_DOCUMENTS = "code of the documentation's tools"
_UNNAMED = "names that are not UTF-8"


@dataclass(slots=True)
class Sorted:
    """A project's files by what they are for; code by its language too."""

    by_kind: dict[tuple[Kind, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    """Kind and language → paths; documents, pages and notebooks have the language ``""``."""
    left_out: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """Why → paths."""
    sources: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Language → number of its files that are the project's own, whatever they are for."""


def sort_files(listing: Listing, languages: Mapping[str, str]) -> Sorted:
    """Sort a project's files by what they are for.

    Args:
        listing: the files.
        languages: file name ending, with the dot → language.
    """
    found = Sorted()
    documents = [p for p in listing.files if suffix_of(p).lower() in {*DOCUMENTS, _NOTEBOOK}]
    foreign_tongues = translations(documents)
    projects = _example_projects(listing.files, languages)
    for path in listing.files:
        suffix = suffix_of(path)
        language = languages.get(suffix)
        if language is None and suffix.lower() not in {*DOCUMENTS, _NOTEBOOK}:
            continue
        if not is_text(path):
            found.left_out[_UNNAMED].append(path.encode("utf-8", "backslashreplace").decode())
        elif path in foreign_tongues:
            found.left_out[_TRANSLATIONS].append(path)
        elif language is None:
            _sort_document(path, found)
        else:
            found.sources[language] += 1
            _sort_code(path, language, projects, found)
    return found


def folders_of(path: str) -> tuple[str, ...]:
    """The folders on a file's way."""
    return tuple(path.split("/")[:-1])


def suffix_of(path: str) -> str:
    """A file's name ending, with the dot; empty where there is none."""
    stem, dot, ending = path.rpartition("/")[2].rpartition(".")
    return f"{dot}{ending}" if stem and ending else ""


def _sort_document(path: str, found: Sorted) -> None:
    table = habits()
    folders = folders_of(path)
    if path.lower().endswith(".txt") and not any(table.holds("documents", folder) for folder in folders):
        return  # requirements, data, notes: text that no one reads as documentation
    among_tests = any(table.holds("tests", folder) for folder in folders)
    why = table.why_not(path, "documents") or (among_tests and _ELSEWHERE)
    if why:
        found.left_out[why].append(path)
    elif path.lower().endswith(_NOTEBOOK):
        found.by_kind["notebooks", ""].append(path)
    else:
        found.by_kind["documents" if folders else "pages", ""].append(path)


def _sort_code(path: str, language: str, projects: frozenset[str], found: Sorted) -> None:
    table = habits()
    folders = folders_of(path)
    shows = any(table.holds("examples", folder) for folder in folders)
    tests = table.is_test(path) or any(table.holds("tests", folder) for folder in folders)
    why = table.why_not(path, "code")
    if why:
        found.left_out[why].append(path)
    elif shows and _tests_of_examples(path):
        found.left_out[_TESTS_OF_EXAMPLES].append(path)
    elif shows:
        own = any(path.startswith(f"{project}/") for project in projects)
        found.by_kind["projects" if own else "examples", language].append(path)
    elif tests:
        why = "" if table.is_test(path) else table.why_not(path, "tests")
        (found.left_out[why] if why else found.by_kind["tests", language]).append(path)
    elif not folders and table.is_example(path):
        found.by_kind["examples", language].append(path)
    elif any(table.holds("documents", folder) for folder in folders):
        shown = any(table.holds("among_documents", folder) for folder in folders)
        where = found.by_kind["examples", language] if shown else found.left_out[_TOOLS_OF_DOCUMENTS]
        where.append(path)
    else:
        found.by_kind["code", language].append(path)


def _tests_of_examples(path: str) -> bool:
    """Whether a file among examples is a test: by its name, or by a folder of tests below theirs."""
    table = habits()
    if table.is_test(path):
        return True
    below = False
    for folder in folders_of(path):
        if below and table.holds("tests", folder):
            return True
        below = below or table.holds("examples", folder)
    return False


def _example_projects(files: Iterable[str], languages: Mapping[str, str]) -> frozenset[str]:
    """Folders below one of examples that are projects of their own, where any of them is of several files."""
    table = habits()
    code: defaultdict[str, int] = defaultdict(int)
    made: set[str] = set()
    packages = {table.signs(language).package for language in languages.values()} - {""}
    for path in files:
        folders = folders_of(path)
        at = next((n for n, folder in enumerate(folders) if table.holds("examples", folder)), None)
        if at is None or len(folders) <= at + 1:
            continue
        project = "/".join(folders[: at + 2])
        code[project] += suffix_of(path) in languages and not _tests_of_examples(path)
        if path.rpartition("/")[2] in table.manifests | packages:
            made.add(project)
    several = {project.rpartition("/")[0] for project in made if code[project] > 1}
    return frozenset(project for project in made if project.rpartition("/")[0] in several)


def is_text(path: str) -> bool:
    """Whether a name can be written in UTF-8."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
