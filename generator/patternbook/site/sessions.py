"""Interactive sessions of Python: what was typed at prompts, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from patternbook.model import Example

LEXER = "pycon"
"""What Pygments calls them, and Markdown with it."""
_FIRST, _NEXT = ">>>", "..."


def is_session(example: Example) -> bool:
    """Whether an example's source is a session: its first line that is not blank starts with a prompt."""
    return example.language == "python" and example.source.lstrip().startswith(f"{_FIRST} ")


def code(source: str) -> str:
    """Return the code of a session, without its prompts and without what came of it."""
    lines: list[str] = []
    is_code = False
    for line in source.split("\n"):
        bare = line.lstrip(" ")
        is_code = bare.startswith((_FIRST, _NEXT) if is_code else _FIRST)
        if is_code:
            lines.append(bare[len(_FIRST) :].removeprefix(" "))
    return "\n".join(lines)
