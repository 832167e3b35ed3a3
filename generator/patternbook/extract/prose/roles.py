"""What roles of Sphinx and MyST show: ``:func:`~a.b.c```, ``{func}`~a.b.c``` → ``c`` as code."""

from __future__ import annotations

import re

_CODE = frozenset(
    (
        *("any", "attr", "class", "code", "command", "const", "data", "envvar", "exc", "file"),
        *("func", "keyword", "kbd", "literal", "meth", "mod", "obj", "option", "program", "prop", "property"),
        *("samp", "token", "type", "var"),
    )
)
"""Names of roles that show code, without their domain."""
_TARGETED = re.compile(r"(.*?)\s*<([^<>]*)>$", re.DOTALL)


def shown(name: str, text: str) -> tuple[str, bool]:
    """The text that a role shows, and whether it is code.

    Args:
        name: the role's name, in any case, with or without a domain.
        text: what stands between its marks.
    """
    targeted = _TARGETED.match(text)
    if targeted and targeted[1]:
        text = targeted[1]
    elif text.startswith("~"):
        text = text.rpartition(".")[2].lstrip("~")
    text = text.lstrip("!./") or text
    is_code = name.lower().rpartition(":")[2] in _CODE and not (targeted and " " in text)
    return text, is_code


def code_span(text: str) -> str:
    """A text as inline code of Markdown."""
    text = " ".join(text.split())
    if "`" not in text:
        return f"`{text}`" if text else ""
    marks = "`" * (max(len(run) for run in re.findall("`+", text)) + 1)
    return f"{marks} {text} {marks}"
