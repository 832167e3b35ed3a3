"""Build corpora of public projects from `init` alone, ask their questions, and print the figures as a page.

Usage: ``python tests/bench/real_projects.py FOLDER [NAME …]``, where FOLDER holds a checkout of each project of
``tests/cases/projects/questions.toml``. Work is done on copies.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_QUESTIONS = Path(__file__).parent.parent / "cases" / "projects" / "questions.toml"
_LOOKED_AT = 5
"""Answers of which one has to serve."""


@dataclass(frozen=True)
class Outcome:
    """What came of one project."""

    name: str
    habit: str
    revision: str
    entries: int
    rejected: dict[str, int]
    seconds: float
    """Processor time of the build, workers included: it hardly depends on what else the machine does."""
    megabytes: int
    """Peak memory of the largest process of the build."""
    size: tuple[int, int]
    """Bytes of corpus and index."""
    answers: list[tuple[str, str, int]]
    """Question, level of the answer, and the first place that serves; 0 for none."""


def main() -> None:
    folder, *names = sys.argv[1:]
    projects = tomllib.loads(_QUESTIONS.read_text(encoding="utf-8"))["project"]
    outcomes = [_try(Path(folder), p) for p in projects if not names or p["name"] in names]
    sys.stdout.write(page(outcomes) + "\n")


def _try(folder: Path, project: dict[str, Any]) -> Outcome:
    checkout = folder / project["name"]
    head = ["git", "-C", str(checkout), "rev-parse", "--short=10", "HEAD"]
    revision = subprocess.run(head, capture_output=True, text=True, check=True).stdout.strip()
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / project["name"]
        shutil.copytree(checkout, copy, symlinks=True)
        _run(copy, "init")
        built, seconds, megabytes = _build(copy)
        output = Path(built["output"])
        raw = "".join((output / name).read_text(encoding="utf-8") for name in ("corpus.json", "index.json"))
        if re.search(rf"(?<!\w)(?:{re.escape(scratch)}|{re.escape(str(Path.home()))})/", raw):
            sys.exit(f"{project['name']}: a path of this machine is in its files")
        return Outcome(
            project["name"],
            project["habit"],
            revision,
            built["entries"],
            built["rejected"],
            seconds,
            megabytes,
            ((output / "corpus.json").stat().st_size, (output / "index.json").stat().st_size),
            [_ask(copy, question["ask"], question["serves"]) for question in project["questions"]],
        )


def _build(copy: Path) -> tuple[dict[str, Any], float, int]:
    """What the build says, its processor time, and the memory of its largest process."""
    with tempfile.TemporaryFile() as said:
        command = [sys.executable, "-m", "patternbook", "build", "--json", "--no-cache"]
        _, status, usage = os.wait4(subprocess.Popen(command, cwd=copy, stdout=said).pid, 0)
        if status:
            sys.exit(f"{copy.name}: patternbook build ended with {os.waitstatus_to_exitcode(status)}")
        said.seek(0)
        return json.load(said), usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def _ask(copy: Path, question: str, serves: str) -> tuple[str, str, int]:
    found = json.loads(_run(copy, "search", question, "--limit", str(_LOOKED_AT), "--json", may_fail=True))
    places = [n for n, hit in enumerate(found["results"], 1) if re.search(serves, hit["source"])]
    return question, found["match"], places[0] if places else 0


def _run(folder: Path, *arguments: str, may_fail: bool = False) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "patternbook", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and not may_fail:
        sys.exit(f"{folder.name}: patternbook {arguments[0]} ended with {done.returncode}:\n{done.stderr}")
    return done.stdout


def page(outcomes: list[Outcome]) -> str:
    """The figures as Markdown: a table of the builds, then one of the questions for each project."""
    lines = [
        "| project | revision | entries | rejected | processor seconds | MB of memory | corpus, index (MB) | questions served |",
        "|---|---|--:|---|--:|--:|---|--:|",
    ]
    for o in outcomes:
        rejected = ", ".join(f"{count:,} {reason}" for reason, count in o.rejected.items()) or "none"
        served = sum(place > 0 for _, _, place in o.answers)
        sizes = ", ".join(f"{size / 1e6:.1f}" for size in o.size)
        lines.append(
            f"| {o.name} | `{o.revision}` | {o.entries:,} | {rejected} | {o.seconds:.0f} | {o.megabytes} "
            f"| {sizes} | {served} of {len(o.answers)} |"
        )
    for o in outcomes:
        lines += [
            "",
            f"### {o.name}",
            "",
            f"{o.habit[0].upper()}{o.habit[1:]}.",
            "",
            "| question | answer | first that serves |",
        ]
        lines.append("|---|---|--:|")
        lines += [f"| {question} | {level} | {place or 'none'} |" for question, level, place in o.answers]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
