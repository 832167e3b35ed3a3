"""What a person reads of each kind of file that was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.starting.places import FEW, by_top, examples_folder

if TYPE_CHECKING:
    from patternbook.starting.survey import Find


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _of(find: Find, many: str) -> str:
    if len(find.holding) == len(find.wanted):
        return _counted(len(find.holding), many.removesuffix("s"), many)
    return f"{len(find.holding):,} of {len(find.wanted):,} {many}"


def _verb(find: Find, one: str, many: str) -> str:
    return one if len(find.holding) == 1 else many


def _where(find: Find) -> str:
    tops = list(by_top(find.holding))
    names = [f"{top}/" for top in tops if top]
    return f" in {', '.join(names)}" if names and len(names) == len(tops) and len(names) <= FEW else ""


def pages(find: Find, title: str) -> str:
    """What is said of pages."""
    if len(find.holding) <= FEW:
        return f"{', '.join(find.holding)} {_verb(find, 'has', 'have')} code in {title}"
    return f"{_of(find, 'pages')} {_verb(find, 'has', 'have')} code in {title}"


def documents(find: Find, title: str) -> str:
    """What is said of documents."""
    return f"{_of(find, 'pages')}{_where(find)} {_verb(find, 'has', 'have')} code in {title}"


def notebooks(find: Find, title: str) -> str:
    """What is said of notebooks."""
    return f"{_of(find, 'notebooks')}{_where(find)} in {title}"


def code(find: Find, _title: str) -> str:
    """What is said of documentation inside code."""
    return f"{_of(find, 'files')}{_where(find)} {_verb(find, 'has', 'have')} examples in documentation"


def tests(find: Find, title: str) -> str:
    """What is said of tests."""
    return f"{_counted(len(find.holding), 'file', 'files')} of tests{_where(find)} in {title}"


def examples(find: Find, title: str) -> str:
    """What is said of examples."""
    return f"{_counted(len(find.holding), 'example script', 'example scripts')}{_where(find)} in {title}"


def projects(find: Find, title: str) -> str:
    """What is said of projects."""
    folders = {p.removeprefix(f"{examples_folder(p)}/").partition("/")[0] for p in find.holding}
    names = sorted(folders)
    listed = ", ".join(names[:FEW]) + (", …" if len(names) > FEW else "")
    what = _counted(len(names), "example project", "example projects")
    return f"{what} in {title}: {listed}"
