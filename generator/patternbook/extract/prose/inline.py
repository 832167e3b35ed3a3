"""Inline Markdown, as plain text and as Markdown on one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.extract.prose.roles import code_span, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token


_PLACE = re.compile("\ue000(\\d+)\ue001")
_MARKS_OF_OURS = re.compile("[\ue000\ue001]")
_UNRESOLVED = re.compile(r"\[([^\[\]]*)\]\[[^\[\]]*\]")
"""A link to what another page or a tool defines: ``[`f()`][package.f]``."""
_ATTRIBUTES = re.compile(r"\s*\{:?\s*[#.][^{}]*\}\s*$")
"""Attributes at the end of a heading."""


def heading_text(children: Sequence[Token]) -> str:
    """A heading's text without any marks, and without the attributes that some tools read at its end."""
    return _ATTRIBUTES.sub("", plain_text(children))


def plain_text(children: Sequence[Token]) -> str:
    """The text of inline tokens without any marks."""
    parts = []
    for token in children:
        if token.type in {"text", "text_special", "code_inline"}:
            parts.append(token.content)
        elif token.type == "myst_role":
            parts.append(shown(token.meta["name"], token.content)[0])
        elif token.type == "image":
            parts.append(plain_text(token.children or ()))
        elif token.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
    return " ".join("".join(parts).split())


def inline_markdown(children: Sequence[Token]) -> str:
    """Inline tokens as Markdown on one line; links and images leave their text, whose targets stay behind."""
    code: list[str] = []
    text = "".join(_markdown(token, code) for token in children)
    text = _UNRESOLVED.sub(r"\1", text)
    return " ".join(_PLACE.sub(lambda place: code[int(place[1])], text).split())


def _markdown(token: Token, code: list[str]) -> str:
    """A token as Markdown; a code span is put aside, and its place is marked."""
    match token.type:
        case "text":
            return _MARKS_OF_OURS.sub("", token.content)
        case "text_special":
            return _MARKS_OF_OURS.sub("", token.markup or token.content)
        case "code_inline":
            pad = " " if token.content.startswith("`") or token.content.endswith("`") else ""
            code.append(f"{token.markup}{pad}{token.content}{pad}{token.markup}")
        case "myst_role":
            text, is_code = shown(token.meta["name"], token.content)
            code.append(code_span(text) if is_code else text)
        case "em_open" | "em_close" | "strong_open" | "strong_close":
            return token.markup
        case "image":
            return _MARKS_OF_OURS.sub("", plain_text(token.children or ()))
        case _:
            return " " if token.type in {"softbreak", "hardbreak"} else ""
    return f"\ue000{len(code) - 1}\ue001"
