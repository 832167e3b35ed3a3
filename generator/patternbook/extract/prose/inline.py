"""Inline Markdown, as plain text and as Markdown on one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from patternbook.extract.prose.roles import code_span, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token


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
    parts = []
    for token in children:
        match token.type:
            case "text":
                parts.append(token.content)
            case "text_special":
                parts.append(token.markup or token.content)
            case "code_inline":
                pad = " " if token.content.startswith("`") or token.content.endswith("`") else ""
                parts.append(f"{token.markup}{pad}{token.content}{pad}{token.markup}")
            case "myst_role":
                text, is_code = shown(token.meta["name"], token.content)
                parts.append(code_span(text) if is_code else text)
            case "em_open" | "em_close" | "strong_open" | "strong_close":
                parts.append(token.markup)
            case "image":
                parts.append(plain_text(token.children or ()))
            case "softbreak" | "hardbreak":
                parts.append(" ")
    return " ".join("".join(parts).split())
