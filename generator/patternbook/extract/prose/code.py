"""The code of a block: without the marks of the tools that show it, and named by what it is.

A block that begins with ``>>> `` is a session, whatever its page calls it. What IPython's prompts and magics
add is taken away; lines that name another file (``--8<--``) are no code.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from patternbook.extract.prose.document import Block

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.extract.request import Lines

Row = tuple[int, str]
"""A line of code with the number of the file's line that it is."""

SESSION = "pycon"
"""The language of an interactive session."""

_PROMPT = re.compile(r">>>(?: |$)")
_SESSIONS = frozenset(
    (
        *(
            "",
            "console",
            "default",
            "doctest",
            "none",
            "output",
            "plain",
            "pycon",
            "pycon3",
            "python-console",
        ),
        *("python-repl", "python3-repl", "pyconsole", "repl", "shell", "text", "txt"),
        *("py", "py3", "python", "python3"),
    )
)
"""What pages call blocks that turn out to be sessions."""
_ALIASES = {"py3": "python3", "python-repl": SESSION, "pycon3": SESSION, "doctest": SESSION, "sage": "python"}
_IPYTHON = frozenset({"ipython", "ipython2", "ipython3", "ipythonconsole"})
_IN = re.compile(r"In ?\[[\d ]*\]: ?")
_CONTINUED = re.compile(r" *\.\.\.\.*: ?")
_DECORATOR = re.compile(r"@(?:savefig|verbatim|okexcept|okwarning|doctest)\b")
_MAGIC = re.compile(r"\s*(?:%[\w%]|!|\?{1,2}[\w.]|\w[\w.]*\?{1,2}\s*$)")
_CELL_MAGIC = re.compile(r"%%(\w+)")
_TRANSPARENT = frozenset(
    {"time", "timeit", "capture", "prun", "python", "python3", "memit", "mprun", "debug", "wandb"}
)
"""Cell magics after which the cell is code of the notebook's own language."""
_SHELL = re.compile(r"[$%] \S")
_INCLUDE = re.compile(r"\s*(?:-+8<-+(?:\s|$)|;-+8<-|\{!.*!\}\s*$|\{\*.*\*\}\s*$|<<<\s*@)")


def make_block(rows: Iterable[Row], language: str, lines: Lines, *, at: int, stated: bool = True) -> Block:
    """A block of the code in some lines.

    Args:
        rows: the lines between the fences, container's indentation left out.
        language: what the page calls it, in any case.
        lines: the file.
        at: the line that stands for a block without code.
        stated: whether the page names the language.
    """
    language = language.lower()
    kept = without_blank_ends(list(rows))
    name = _ALIASES.get(language, language)
    if language in _IPYTHON or (kept and _IN.match(kept[0][1]) and language in _SESSIONS):
        kept, name = without_blank_ends(plain_ipython(kept)), "python"
    if language in _SESSIONS:
        kept, name = _as_session(kept, name)
    kept = without_blank_ends([row for row in kept if not _INCLUDE.match(row[1])])
    if kept and _SHELL.match(kept[0][1]):
        name = "console"
    first, last = (kept[0][0], kept[-1][0]) if kept else (at, at)
    return Block(
        language=name,
        code="\n".join(text for _, text in kept).rstrip(),
        span=lines.span(first, last),
        numbers=tuple(number for number, _ in kept),
        stated=stated or name == SESSION,
    )


def without_blank_ends(rows: list[Row]) -> list[Row]:
    """The same rows without blank ones at either end."""
    first, last = 0, len(rows)
    while first < last and not rows[first][1].strip():
        first += 1
    while last > first and not rows[last - 1][1].strip():
        last -= 1
    return rows[first:last]


def is_session(code: str) -> bool:
    """Whether code begins with an interpreter's prompt."""
    return _PROMPT.match(code.lstrip()) is not None


def plain_ipython(rows: list[Row]) -> list[Row]:
    """Code for IPython as plain code: prompts, outputs, magics and directives to the page's maker taken away.

    Empty where a cell magic says that the code is of another language.
    """
    if any(_IN.match(text) for _, text in rows):
        rows = _inputs(rows)
    opening = without_blank_ends(rows)
    cell = _CELL_MAGIC.match(opening[0][1]) if opening else None
    if cell and cell[1] not in _TRANSPARENT:
        return []
    shown = [row for row in _unsuppressed(rows) if not _MAGIC.match(row[1])]
    return [row for row in shown if not _DECORATOR.match(row[1].strip())]


def _as_session(rows: list[Row], name: str) -> tuple[list[Row], str]:
    """The rows from the first prompt on, where what precedes it is an interpreter's banner or a command."""
    if not rows or _PROMPT.match(rows[0][1].lstrip()):
        return rows, SESSION if rows else name
    if name not in {SESSION, "console", "shell"}:
        return rows, name
    start = next((n for n, (_, text) in enumerate(rows) if _PROMPT.match(text.lstrip())), None)
    return (rows, "output" if name == SESSION else name) if start is None else (rows[start:], SESSION)


def _inputs(rows: list[Row]) -> list[Row]:
    """What was typed at IPython's prompts, and what stands before the first of them."""
    first = next(n for n, (_, text) in enumerate(rows) if _IN.match(text))
    typed = rows[:first]
    entering = True
    for number, text in rows[first:]:
        prompt = _IN.match(text) or (entering and _CONTINUED.match(text))
        if prompt:
            entering = True
            typed.append((number, text[prompt.end() :]))
        elif text.startswith("@") or not text.strip():
            typed.append((number, text))
        else:
            entering = False
    return typed


def _unsuppressed(rows: list[Row]) -> list[Row]:
    """The rows without the statements that ``@suppress`` keeps from a page."""
    shown: list[Row] = []
    suppressed = ""
    for number, text in rows:
        mark = text.strip()
        if mark.startswith("@suppress"):
            suppressed = "next"
        elif suppressed == "next" and mark:
            suppressed = "inside"
        elif suppressed == "inside" and text[:1] in {" ", "\t", ")", "]", "}"}:
            continue
        else:
            suppressed = suppressed if suppressed == "next" else ""
            shown.append((number, text))
    return shown
