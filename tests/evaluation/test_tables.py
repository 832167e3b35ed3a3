"""Tables on terminals of any width."""

from __future__ import annotations

import io
import re

import pytest

from patternbook.cli.tables import show, table


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_numbers_are_never_cut_and_texts_fold(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = _Terminal()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout", terminal)
    query = "a question that goes on " * 12
    show(table("Title", ("searches", "match", "query"), [("123,456,789", "strong", query)], words=(1, 2)))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", terminal.getvalue())
    lines = [line.rstrip() for line in plain.splitlines()]
    rows = lines[
        next(n for n, line in enumerate(lines) if line.startswith("123,456,789  strong  a question")) :
    ]
    assert max(map(len, lines)) <= max(columns, 80)
    assert " ".join(" ".join(rows).split()).endswith(" ".join(query.split()[-5:]))
    assert sum(row.count("question") for row in rows) == 12


def test_what_commands_a_terminal_is_shown_instead(capsys: pytest.CaptureFixture[str]) -> None:
    show(table("Title", ("query",), [("\x1b[2J\n[red]x",)], words=(0,)))
    assert "\ufffd[2J [red]x\n" in capsys.readouterr().out
