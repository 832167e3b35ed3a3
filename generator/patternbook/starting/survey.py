"""What a project holds that examples can be taken from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from patternbook.languages import all_frontends
from patternbook.starting.kinds import Kind, Sorted, sort_files, suffix_of
from patternbook.starting.listing import Listing, list_files
from patternbook.starting.project import Project, read_project
from patternbook.starting.reading import (
    holds_documentation,
    holds_tests,
    is_made_by_a_tool,
    languages_of_document,
    read,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from patternbook.languages import Frontend

DOCUMENT_KINDS: tuple[Kind, ...] = ("pages", "documents", "notebooks")
CODE_KINDS: tuple[Kind, ...] = ("code", "projects", "examples", "tests")
_LEAST_SHARE = 0.2
"""A second language counts from this share of the first one's files."""
_UNREADABLE = "cannot be read as UTF-8"
GENERATED = "generated, as they say themselves"
"""The reason of files that a build leaves out by itself."""


@dataclass(frozen=True, slots=True)
class Find:
    """Files of one kind that hold examples in one language."""

    kind: Kind
    language: str
    holding: tuple[str, ...]
    """Files that hold examples."""
    wanted: tuple[str, ...]
    """These, and files of the same kind that hold none now: a pattern may match them."""


@dataclass(frozen=True, slots=True)
class Survey:
    """All that a look at a project tells."""

    listing: Listing
    project: Project
    languages: tuple[Frontend, ...]
    """The languages in which it holds examples, the main one first."""
    sources: Mapping[str, int]
    """Language → number of the project's own files of code."""
    finds: tuple[Find, ...]
    left_out: Mapping[str, Sequence[str]]
    """Why → files and folders, most first."""


def survey(root: Path) -> Survey:
    """Look at a project: what its files are for, and what they hold."""
    listing = list_files(root)
    frontends = {frontend.name: frontend for frontend in all_frontends()}
    languages = {suffix: name for name, frontend in frontends.items() for suffix in frontend.suffixes}
    found = sort_files(listing, languages)
    finds = _Look(listing.root, found, tuple(frontends.values())).finds()
    chosen = _languages(finds, found.sources)
    for name, count in found.sources.items():
        if chosen and name not in chosen and count:
            title = frontends[name].title
            found.left_out[f"{title}, which is not what this project is about"].extend(
                p for p in listing.files if languages.get(suffix_of(p)) == name
            )
    left_out = {**listing.left_out, **found.left_out}
    return Survey(
        listing=listing,
        project=read_project(root, repository=listing.repository),
        languages=tuple(frontends[name] for name in chosen),
        sources=dict(found.sources),
        finds=tuple(find for name in chosen for find in finds if find.language == name),
        left_out={
            why: left_out[why] for why in sorted(left_out, key=lambda w: -len(left_out[w])) if left_out[why]
        },
    )


class _Look:
    """One look at each file that may hold examples."""

    def __init__(self, root: Path, found: Sorted, frontends: Sequence[Frontend]) -> None:
        self._root = root
        self._found = found
        self._frontends = frontends

    def finds(self) -> list[Find]:
        """What there is, in every language."""
        finds = []
        for kind in DOCUMENT_KINDS:
            finds.extend(self._documents(kind))
        for kind in CODE_KINDS:
            finds.extend(self._code(kind, frontend.name) for frontend in self._frontends)
        return [find for find in finds if find.holding]

    def _documents(self, kind: Kind) -> list[Find]:
        texts = self._texts(kind, "")
        holding = {p: languages_of_document(p, text, self._frontends) for p, text in texts.items()}
        return [
            Find(kind, f.name, tuple(p for p in texts if f.name in holding[p]), tuple(texts))
            for f in self._frontends
        ]

    def _code(self, kind: Kind, language: str) -> Find:
        texts = self._texts(kind, language)
        if kind == "code":
            holding = [path for path, text in texts.items() if holds_documentation(text, language)]
        elif kind == "tests":
            holding = [path for path, text in texts.items() if holds_tests(text, language)]
        else:
            holding = [path for path, text in texts.items() if text.strip()]
        return Find(kind, language, tuple(holding), tuple(texts))

    def _texts(self, kind: Kind, language: str) -> dict[str, str]:
        """The texts of files of a kind; those that cannot be used are left out with the reason."""
        texts = {}
        for path in self._found.by_kind.get((kind, language), ()):
            text = read(self._root, path)
            if text is None:
                self._found.left_out[_UNREADABLE].append(path)
            elif is_made_by_a_tool(path, text):
                self._found.left_out[GENERATED].append(path)
            else:
                texts[path] = text
        return texts


def _languages(finds: Sequence[Find], sources: Mapping[str, int]) -> list[str]:
    """The languages that the project is about, the main one first."""
    weight: Counter[str] = Counter()
    for find in finds:
        weight[find.language] += len(find.holding)
    for language in weight:
        weight[language] += sources.get(language, 0)
    if not weight:
        return []
    least = max(weight.values()) * _LEAST_SHARE
    return [language for language, count in weight.most_common() if count >= least]
