"""Tables on standard output: boxed and coloured on a terminal, plain columns in a pipe."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING, Literal

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
_LEAST_WIDTH = 80
_SHORT = 12
_SPACE = re.compile(r"\s+")


def show(*parts: RenderableType) -> None:
    """Print texts and tables, each followed by an empty line."""
    terminal = sys.stdout.isatty()
    out = io.StringIO()
    console = Console(
        file=out,
        force_terminal=terminal,
        no_color=None if terminal else True,
        width=max(Console().width, _LEAST_WIDTH) if terminal else _PIPE_WIDTH,
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
        words: which columns hold words, on the left and folded where they are long; the others hold numbers.
    """
    terminal = sys.stdout.isatty()
    made = Table(
        title=Text(title, style="bold"),
        title_justify="left",
        box=box.SIMPLE_HEAD if terminal else None,
        padding=(0, 1 if terminal else 2, 0, 0),
        show_edge=False,
        header_style="bold",
    )
    cells = [[cell if isinstance(cell, Text) else Text(one_line(cell)) for cell in row] for row in rows]
    for number, head in enumerate(heads):
        widest = max(*map(len, head.split("\n")), *(row[number].cell_len for row in cells), 0)
        # A number that has lost a digit is a lie: only columns of long texts give way, and none is cut.
        firm = number not in words or widest <= _SHORT
        justify: Literal["left", "right"] = "left" if number in words else "right"
        made.add_column(head, justify=justify, overflow="fold", no_wrap=firm)
    for row in cells:
        made.add_row(*row)
    return made


def one_line(text: str) -> str:
    """A text from outside as it may stand in a line of a terminal."""
    return shown(_SPACE.sub(" ", text).strip())


def good_or_bad(text: str, *, good: bool) -> Text:
    """A verdict, in the colour that goes with it."""
    return Text(text, style="green" if good else "bold red")
