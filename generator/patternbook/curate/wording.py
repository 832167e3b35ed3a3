"""Marks of documentation's languages, where a text for people keeps none or keeps Markdown's."""

from __future__ import annotations

import re

_ROLE = re.compile(r"(?<![\w:]):(?:[a-zA-Z][\w+.-]*:)+`(?P<short>~?)!?(?P<text>[^`<]*?)(?:\s*<[^`>]*>)?`")
"""A role of reStructuredText: ``:func:`~json.loads```, ``:meth:`text <target>```."""
_CODE = re.compile(r"(`+)(?P<text>[^`]+)\1")
_END = re.compile(r"(?<=\w)(?:\s*[.,;]+|\s+[-–—]+)$")


def plain_title(title: str) -> str:
    """A title without marks of code, and without what leads over to something else at its end."""
    return _END.sub("", _CODE.sub(lambda found: found["text"].strip(), without_roles(title)))


def without_roles(text: str) -> str:
    """A text with roles of reStructuredText as code in Markdown: ``:func:`~json.loads``` is `loads`."""
    return _ROLE.sub(_as_code, text)


def _as_code(role: re.Match[str]) -> str:
    text = role["text"].strip()
    shown = text.rpartition(".")[2] if role["short"] else text
    return f"`{shown or text}`" if text else role[0]
