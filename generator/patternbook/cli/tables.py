"""Tables on standard output: boxed and coloured on a terminal, plain columns in a pipe."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from patternbook.cli.common import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

_PIPE_WIDTH = 10_000
"""Nothing is cut in a pipe; tables are only as wide as what they hold."""
_SPACE = re.compile(r"\s+")


def show(*parts: RenderableType) -> None:
    """Print texts and tables, each followed by an empty line."""
    terminal = sys.stdout.isatty()
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=terminal,
        no_color=None if terminal else True,
        width=Console().width if terminal else _PIPE_WIDTH,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str | Text))
        console.print()
    # Rich pads the last column, which only adds noise to what is piped on.
    lines = out.getvalue().split("\n")
    sys.stdout.write("\n".join(line if terminal else line.rstrip() for line in lines))


def table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str | Text]], *, words: Sequence[int]
) -> Table:
    """A table.

    Args:
        title: what stands above it.
        heads: the head of each column.
        rows: the cells.
        words: which columns hold words, on the left and cut if they are long; the others hold numbers.
    """
    made = Table(
        title=Text(title, style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD if sys.stdout.isatty() else None,
        pad_edge=False,
        header_style="bold",
    )
    for number, head in enumerate(heads):
        words_here = number in words
        made.add_column(
            head,
            justify="left" if words_here else "right",
            overflow="ellipsis" if words_here else "fold",
            no_wrap=True,
        )
    for row in rows:
        made.add_row(*(cell if isinstance(cell, Text) else Text(one_line(cell)) for cell in row))
    return made


def one_line(text: str) -> str:
    """A text from outside as it may stand in a line of a terminal."""
    return shown(_SPACE.sub(" ", text).strip())


def good_or_bad(text: str, *, good: bool) -> Text:
    """A verdict, in the colour that goes with it."""
    return Text(text, style="green" if good else "bold red")
