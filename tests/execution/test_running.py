"""Running examples: what each block comes to, and that nothing runs unless its source asks for it."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.errors import ConfigError
from patternbook.execution import Taken, check_settings, prove
from patternbook.execution.process import run_process
from patternbook.execution.proof import Proof
from proving import configured, taken
from support import cases

if TYPE_CHECKING:
    from patternbook.config import Config

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run on Linux and macOS")


def _prove(config: Config, *groups: Taken) -> Proof:
    return prove(config, groups, 2, lambda _done, _total: None)


def _table(case: dict[str, Any]) -> str:
    keys = [f"{key} = {case[key]}" for key in ("timeout", "memory", "doctest") if key in case]
    return "\n".join(["[execution]", *keys, case.get("lead", "")])


@pytest.mark.parametrize("case", cases("execution/examples.toml"))
def test_verdicts(case: dict[str, Any], tmp_path: Path) -> None:
    for name, text in case.get("files", {}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    path, kind = case.get("path", "docs/guide.md"), case.get("kind", "blocks")
    group = taken(case["blocks"], path, kind=kind)
    proof = _prove(configured(tmp_path, _table(case)), group)
    levels = {item.snippet.key: item.validation.level for item in proof.items}
    rejected = list(proof.rejections)
    for number, expected in enumerate(case["expect"]):
        level = levels.get((str(number),))
        if level is not None:
            assert level == expected, rejected
            continue
        rejection = rejected.pop(0)
        assert " " in expected, rejection
        reason, line, message = (*expected.split(" ", 2), "")[:3]
        assert (rejection.reason, str(rejection.line)) == (reason, line), rejection
        assert message in rejection.message
        assert str(tmp_path) not in rejection.message + rejection.output
        assert "patternbook-" not in rejection.message + rejection.output
    assert not rejected


def test_nothing_runs_unless_asked(tmp_path: Path) -> None:
    group = taken(["raise SystemExit('it ran')"], execute=False)
    proof = _prove(configured(tmp_path), group)
    assert proof == Proof(group.items)


def test_a_block_can_refuse(tmp_path: Path) -> None:
    group = taken(["x = 1", "raise SystemExit('it ran')"])
    first, second = group.items
    group = replace(group, items=(first, replace(second, snippet=replace(second.snippet, run=False))))
    proof = _prove(configured(tmp_path), group)
    assert [item.validation.level for item in proof.items] == ["executed", "parsed"]
    assert proof.facts["not_run"] == [
        {"path": "docs/guide.md", "line": 3, "message": "it asks not to be run"}
    ]


def test_what_is_not_shown_is_run_before(tmp_path: Path) -> None:
    group = taken([">>> x\n1"])
    (item,) = group.items
    hidden = replace(item.snippet, preparation=("x = 0", ">>> x = x + 1", "nonsense("))
    proof = _prove(configured(tmp_path), replace(group, items=(replace(item, snippet=hidden),)))
    assert [item.validation.level for item in proof.items] == ["executed"]


def test_who_vouches_and_under_which_conditions(tmp_path: Path) -> None:
    proof = _prove(configured(tmp_path), taken(["x = 1"]))
    (item,) = proof.items
    name, _, version = item.validation.by.partition("@")
    assert (name, version.count(".")) == ("python", 1)
    toolchain: Any = proof.facts["toolchains"]
    assert toolchain["python"]["version"].startswith(f"{version}.")
    assert "patternbook" in toolchain["python"]["packages"]
    isolation: Any = proof.facts["isolation"]
    assert isolation["network"] in {"closed", "open"}


def test_one_line_says_what_is_missing_and_what_to_do(tmp_path: Path) -> None:
    blocks = ["import surely_not_there", "print(surely_not_there)", "import nor_this", "x = 1"]
    (warning,) = _prove(configured(tmp_path), taken(blocks)).warnings
    assert "3 examples" in warning
    assert "surely_not_there, nor_this" in warning
    assert "'execution.python'" in warning
    assert "\n" not in warning


def test_the_interpreter_can_be_a_path_of_the_project(tmp_path: Path) -> None:
    mark = tmp_path / "bin" / "python-of-ours"
    mark.parent.mkdir()
    import sys

    mark.write_text(f'#!/bin/sh\nOURS=yes exec "{sys.executable}" "$@"\n', encoding="utf-8")
    mark.chmod(0o755)
    config = configured(tmp_path, '[execution]\npython = "bin/python-of-ours"\n')
    proof = _prove(config, taken(["import os\nassert os.environ['OURS'] == 'yes'"]))
    assert [item.validation.level for item in proof.items] == ["executed"]


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ('python = ".venv/bin/python"', ["'execution.python'", "'.venv/bin/python'", "no program"]),
        ('python = "surely-not-there"', ["'execution.python'", "'surely-not-there'", "PATH"]),
        ('python = "true"', ["'execution.python'", "Python 3.8 or later"]),
        ('doctest = ["ELIPSIS"]', ["'execution.doctest'", "'ELIPSIS'", "ELLIPSIS, "]),
    ],
)
def test_settings_that_cannot_be(table: str, says: list[str], tmp_path: Path) -> None:
    config = configured(tmp_path, f"[execution]\n{table}\n")
    with pytest.raises(ConfigError) as caught:
        _prove(config, taken(["x = 1"]))
    for part in [str(config.file), *says]:
        assert part in str(caught.value)


@pytest.mark.parametrize("setup", ["def (", "import json\nimport"])
def test_a_setup_that_is_no_code(setup: str, tmp_path: Path) -> None:
    config = configured(tmp_path, f"execute = true\n[execution]\nsetup = {json.dumps(setup)}\n")
    with pytest.raises(ConfigError) as caught:
        check_settings(config)
    message = str(caught.value)
    assert message.startswith(f"{config.file}: key 'execution.setup': expected code in python; line ")
    assert "\n" not in message


@pytest.mark.parametrize("setup", ["", "import json", ">>> import json", "await x", "# nothing"])
def test_a_setup_that_is_code(setup: str, tmp_path: Path) -> None:
    check_settings(configured(tmp_path, f"execute = true\n[execution]\nsetup = {json.dumps(setup)}\n"))


def test_a_project_is_not_written_to(tmp_path: Path) -> None:
    (tmp_path / "src" / "pack").mkdir(parents=True)
    (tmp_path / "src" / "pack" / "__init__.py").write_text("one = 1\n", encoding="utf-8")
    config = configured(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    _prove(config, taken(["import pack\nopen('made', 'w').write('x')"]))
    assert sorted(tmp_path.rglob("*")) == before


def test_many_documents_and_the_progress(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    groups = [taken([f"x = {n}", f"assert x == {n}"], f"docs/{n}.md") for n in range(5)]
    proof = prove(configured(tmp_path), groups, 2, lambda done, total: seen.append((done, total)))
    assert [item.validation.level for item in proof.items] == ["executed"] * 10
    assert seen == [(n, 5) for n in range(6)]


def test_an_error_ends_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[threading.Event] = []

    def watched(command: Any, place: Any, limits: Any, halt: Any = None) -> Any:
        seen.append(halt)
        return run_process(command, place, limits, halt)

    def stop(done: int, _total: int) -> None:
        if done:
            raise KeyboardInterrupt

    monkeypatch.setattr("patternbook.execution.running.run_process", watched)
    groups = [taken(["x = 1"], "docs/a.md"), taken(["import time\ntime.sleep(50)"], "docs/b.md")]
    with pytest.raises(KeyboardInterrupt):
        prove(configured(tmp_path), groups, 2, stop)
    assert all(halt.is_set() for halt in seen)
