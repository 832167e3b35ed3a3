"""Where the section stands in the navigation of a site."""

from __future__ import annotations

from typing import Any


def place(navigation: list[Any], path: str, section: dict[str, list[str]]) -> list[Any]:
    """Return the navigation with the section in it.

    An entry that names the section's folder (``examples/``) or its home page (``examples/index.md``), with or
    without a title, says where the section goes. Without such an entry it goes to the end.

    Args:
        navigation: ``nav`` of ``mkdocs.yml``.
        path: folder of the section, without a slash at the end.
        section: the section's title and its pages.
    """
    names = (f"{path}/" if path else "./", f"{path}/index.md" if path else "index.md")
    placed, found = _replace(navigation, names, section)
    return placed if found else [*placed, section]


def _replace(
    items: list[Any], names: tuple[str, ...], section: dict[str, list[str]]
) -> tuple[list[Any], bool]:
    result: list[Any] = []
    found = False
    for item in items:
        if item in names:
            result.append(section)
            found = True
        elif isinstance(item, dict) and len(item) == 1:
            title, value = next(iter(item.items()))
            if value in names:
                result.append({title: next(iter(section.values()))})
                found = True
            elif isinstance(value, list):
                inner, found_inside = _replace(value, names, section)
                result.append({title: inner})
                found = found or found_inside
            else:
                result.append(item)
        else:
            result.append(item)
    return result, found
