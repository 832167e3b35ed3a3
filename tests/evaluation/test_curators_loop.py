"""The worked example of the documentation, replayed: its files are written, its commands run, its lines compared."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import mcp_wire
from support import CASES, ROOT, run_patternbook

if TYPE_CHECKING:
    from pathlib import Path

_HANDBOOK = CASES / "evaluation" / "handbook"
_PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_EXIT_CODES = {"patternbook eval search.log": 1}


def test_the_worked_example_is_what_happens(tmp_path: Path) -> None:
    project = tmp_path / "handbook"
    shutil.copytree(_HANDBOOK, project)
    assert run_patternbook("build", cwd=project).returncode == 0
    example = _PAGE.split("## From a miss", 1)[1].split("\n## ", 1)[0]
    ran = 0
    for language, title, text in _BLOCK.findall(example):
        if title:
            (project / title).write_text(text, encoding="utf-8")
        elif language == "console":
            for command, shown in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
                _replay(command, shown.splitlines(), project)
                ran += 1
    assert ran == 6


def _replay(command: str, shown: list[str], project: Path) -> None:
    program, *arguments = command.split()
    assert program == "patternbook"
    for log in (project / name for name in arguments if name.endswith(".log")):
        _ask_through_the_server(project, log)
    done = run_patternbook(*arguments, cwd=project)
    assert done.returncode == _EXIT_CODES.get(command, 0), (command, done.stdout, done.stderr)
    printed = [line.rstrip() for line in done.stdout.splitlines()]
    at = 0
    for line in shown:
        if line not in {"…", ""}:
            assert line in printed[at:], (command, line, done.stdout)
            at = printed.index(line, at) + 1


def _ask_through_the_server(project: Path, log: Path) -> None:
    questions = (project / "questions.txt").read_text(encoding="utf-8").splitlines()
    sent = [*mcp_wire.handshake(), *(mcp_wire.search(n, query) for n, query in enumerate(questions, 1))]
    options = ("--log-level", "debug", "--log-file", str(log))
    answers, _ = mcp_wire.piped(project / "book" / "corpus.json", mcp_wire.lines(sent), *options)
    assert len(answers) == len(questions) + 1
