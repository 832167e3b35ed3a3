"""Where the lines of a block stand in its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.extract.request import Lines

_REACH = 200
"""Lines before and after the place where a block should be that are looked at."""


def locate(
    lines: Lines,
    texts: Sequence[str],
    *,
    near: int,
    reach: int = _REACH,
    within: tuple[int, int] | None = None,
) -> int | None:
    """The file's first line of a run of lines, nearest to where they should be; ``None`` if they are nowhere.

    Lines are the same if they are without what surrounds them: indentation, marks of a comment, escapes.

    Args:
        lines: the file.
        texts: the lines that are looked for; the first is not blank.
        near: the line where they should begin, 1-based.
        reach: how many lines before and after are looked at.
        within: first and last line that may be looked at; all by default.
    """
    wanted = [_bare(text) for text in texts]
    low, high = within or (1, len(lines))
    high = min(high, len(lines)) - len(wanted) + 1
    for distance in range(reach + 1):
        for start in (near + distance, near - distance):
            if low <= start <= high and all(
                _same(lines.text(start + n, start + n), bare) for n, bare in enumerate(wanted)
            ):
                return start
    return None


def _bare(text: str) -> str:
    return "".join(text.replace("\\", "").split())


def _same(line: str, bare: str) -> bool:
    found = _bare(line)
    return found == bare or (bool(bare) and found.endswith(bare))
