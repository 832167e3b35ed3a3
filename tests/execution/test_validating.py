"""Validators: which examples a project's command rejects, how few runs that takes, and what it says of each."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.errors import ConfigError, ExecutionError
from patternbook.execution import Taken, prove
from patternbook.execution.batches import Said, batches, rejected
from proving import configured, taken

if TYPE_CHECKING:
    from collections.abc import Sequence

    from patternbook.execution import Proof

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run on Linux and macOS")

_CHECKER = """
import sys
if sys.argv[1:] == ["--version"]:
    print("checker 3.14.15 (a nice one)")
    sys.exit()
bad = 0
for name in sys.argv[1:]:
    for number, line in enumerate(open(name), 1):
        if "wrong" in line:
            bad = 1
            print(SAYS.format(name=name, number=number))
sys.exit(bad)
"""


def _checker(folder: Path, says: str) -> str:
    """A compiler that knows one mistake; its path from the project's folder."""
    file = folder / "checker"
    file.write_text(f"#!{sys.executable}\nSAYS = {says!r}\n{_CHECKER}", encoding="utf-8")
    file.chmod(0o755)
    return "./checker"


def _prove(folder: Path, table: str, *groups: Taken) -> Proof:
    return prove(configured(folder, f"[validators.python]\n{table}\n"), groups, 2, lambda _d, _t: None)


_COMMAND = 'command = ["./checker", "{files}"]\nversion = ["./checker", "--version"]'


@pytest.mark.parametrize(
    ("says", "message", "line"),
    [
        ("{name}:{number}:1: wrong", "checker: wrong", 4),
        ("error: wrong\n --> {name}:{number}:1", "checker: error: wrong", 4),
        ('  File "{name}", line {number}\nSyntaxError: wrong', "checker: SyntaxError: wrong", 4),
        ("{name}({number},1): wrong", "checker: wrong", 4),
        ("{name} is wrong", "checker: is wrong", 3),
        ("something is wrong", "checker: something is wrong", 3),
    ],
)
def test_the_rejected_one_is_found_and_spoken_of_by_its_own_name(
    says: str, message: str, line: int, tmp_path: Path
) -> None:
    _checker(tmp_path, says)
    proof = _prove(tmp_path, _COMMAND, taken(["x = 1", "x = 2\nwrong", "x = 3"], execute=False))
    assert [item.snippet.source for item in proof.items] == ["x = 1", "x = 3"]
    assert {(i.validation.level, i.validation.by) for i in proof.items} == {
        ("compiled", "python@3.11, checker@3.14")
    }
    (rejection,) = proof.rejections
    assert (rejection.path, rejection.line, rejection.reason) == ("docs/guide.md", line, "validator")
    assert message in rejection.message
    assert "/patternbook-" not in rejection.output
    assert proof.facts["validators"] == {"python": {"name": "checker", "version": "3.14.15", "examples": 3}}
    assert [item.validation.level for item in proof.items] == ["compiled"] * 2


def test_run_and_validated(tmp_path: Path) -> None:
    _checker(tmp_path, "{name}")
    group = taken(["x = 1", "assert x == 2", "'wrong'"], execute=False)
    proof = _prove(tmp_path, _COMMAND, group)
    assert [item.validation.level for item in proof.items] == ["compiled", "compiled"]
    run = _prove(tmp_path, _COMMAND, Taken(group.file, group.items, execute=True))
    (item,) = run.items
    assert item.validation.level == "executed"
    assert item.validation.by.endswith(", checker@3.14")
    assert [r.reason for r in run.rejections] == ["failed", "validator"]


def test_without_a_version_the_name_stands_alone_and_can_be_given(tmp_path: Path) -> None:
    _checker(tmp_path, "{name}")
    table = 'command = ["./checker", "{files}"]\nname = "ours"\nlevel = "executed"'
    (item,) = _prove(tmp_path, table, taken(["x = 1"], execute=False)).items
    assert (item.validation.level, item.validation.by) == ("executed", "python@3.11, ours")


def test_a_real_compiler(tmp_path: Path) -> None:
    table = f'command = [{sys.executable!r}, "-m", "py_compile", "{{files}}"]'
    blocks = ["x = 1", "def f():\n    pass\nreturn 1", ">>> f(1)\n1"]
    proof = _prove(tmp_path, table, taken(blocks, execute=False))
    assert [item.snippet.source for item in proof.items] == ["x = 1", ">>> f(1)\n1"]
    (rejection,) = proof.rejections
    assert (rejection.line, "'return' outside function" in rejection.output) == (5, True)


def test_files_have_the_same_names_in_every_build_and_their_suffix(tmp_path: Path) -> None:
    file = tmp_path / "names"
    file.write_text('#!/bin/sh\nfor f in "$@"; do basename "$f" >> names.txt; done\n', encoding="utf-8")
    file.chmod(0o755)
    table = 'command = ["./names", "{files}"]\nsuffix = ".pyx"'
    groups = [taken(["x = 1", "y = 1"], path) for path in ("docs/a-b.md", "docs/a_b.md")]
    groups = [Taken(group.file, group.items, execute=False) for group in groups]
    _prove(tmp_path, table, *groups)
    assert (tmp_path / "names.txt").read_text().split() == [
        "x_docs_a_b_1.pyx",
        "x_docs_a_b_3.pyx",
        "x_docs_a_b_1_2.pyx",
        "x_docs_a_b_3_2.pyx",
    ]


def test_a_validator_of_nothing_is_told(tmp_path: Path) -> None:
    (warning,) = _prove(tmp_path, _COMMAND).warnings
    assert "'validators.python'" in warning
    assert "no examples in python" in warning


@pytest.mark.parametrize(
    ("table", "error", "says"),
    [
        (
            'command = ["surely-not-there", "{files}"]',
            ConfigError,
            ["'validators.python.command'", "'surely-not-there'", "install it"],
        ),
        (
            'command = ["true", "{files}"]\nversion = ["surely-not-there"]',
            ConfigError,
            ["'validators.python.version'", "'surely-not-there'"],
        ),
        (
            'command = ["true", "{files}"]\nversion = ["false"]',
            ConfigError,
            ["'validators.python.version'", "ended with 1 and said nothing"],
        ),
        (
            'command = ["true", "{files}"]\nversion = ["echo", "unknown"]',
            ConfigError,
            ["'validators.python.version'", "said unknown"],
        ),
        (
            'command = ["sh", "-c", "sleep 60", "{files}"]\ntimeout = 1',
            ExecutionError,
            ["'validators.python.timeout'", "1 seconds on 2 examples"],
        ),
    ],
    ids=["command", "version", "failing version", "version without number", "timeout"],
)
def test_commands_that_cannot_be_used(
    table: str, error: type[Exception], says: list[str], tmp_path: Path
) -> None:
    with pytest.raises(error) as caught:
        _prove(tmp_path, table, taken(["x = 1", "y = 1"], execute=False))
    for part in [str(tmp_path), *says]:
        assert part in str(caught.value)
    assert str(caught.value).count("\n") == 0


class _Compiler:
    """A command that rejects some files, and counts its runs."""

    def __init__(self, bad: set[str], *, names: bool, together: bool = False) -> None:
        self._bad, self._names, self._together = bad, names, together
        self.runs = 0

    def __call__(self, paths: Sequence[str]) -> Said:
        self.runs += 1
        bad = sorted(self._bad & set(paths))
        if self._together and len(bad) < 2:
            return Said(accepted=True, output="")
        said = "\n".join(f"{path}:1: wrong" for path in bad) if self._names else "wrong"
        return Said(not bad, said)


_PATHS = [f"/scratch/x_{n}.py" for n in range(64)]


@pytest.mark.parametrize("names", [True, False])
@pytest.mark.parametrize("count", [0, 1, 2, 63, 64])
def test_exactly_the_rejected_are_found(names: bool, count: int) -> None:
    bad = set(_PATHS[5 : 5 + count] + _PATHS[: max(0, count - 59)])
    compiler = _Compiler(bad, names=names)
    assert set(rejected(_PATHS, compiler)) == bad
    assert compiler.runs <= (count + 2 if names else 1 + 2 * 6 * max(1, count))


def test_names_that_begin_alike_are_told_apart() -> None:
    paths = ["/s/x_1.py", "/s/x_11.py", "/s/xx_1.py", "/s/x_1.pyi"]
    compiler = _Compiler({"/s/x_11.py"}, names=True)
    assert set(rejected(paths, compiler)) == {"/s/x_11.py"}
    assert compiler.runs == 3


def test_files_that_disturb_each_other_only_are_not_wrong() -> None:
    compiler = _Compiler({_PATHS[1], _PATHS[60]}, names=True, together=True)
    assert rejected(_PATHS, compiler) == {}


@pytest.mark.parametrize(("length", "most"), [(20, 200), (3000, 20)])
def test_command_lines_are_bounded(length: int, most: int) -> None:
    paths: list[Any] = [f"{n:0{length}}" for n in range(500)]
    found = list(batches(paths))
    assert [path for batch in found for path in batch] == paths
    assert max(map(len, found)) == most or (length == 3000 and max(map(len, found)) < most)
