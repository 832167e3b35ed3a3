"""Builds as a user makes them: what is run when asked, and that nothing else ever runs anything."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from support import run_patternbook

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run on Linux and macOS")

_GUIDE = """\
# Guide

## Double a number

```python
from pack import double
total = double(4)
```

## Look at the result

```python
>>> total + double(1)
10
```

## Get it wrong

```python
>>> double(total)
15
```

## Serve for ever

```python notest
def serve():
    while True:
        double(1)
serve()
```
"""

_MODULE = '''\
"""Small sums."""


def double(number):
    """Twice a number.

    >>> unit = double(1)

    Or of more:

    >>> double(unit)
    4
    """
    return 2 * number
'''

_SOURCES = """
name = "Pack"
language = "python"
output = "out"
[[sources]]
include = ["docs/*.md"]
extract = "blocks"
{execute}
[[sources]]
include = ["src/**/*.py"]
extract = "blocks"
{execute}
"""


def _project(folder: Path, *, execute: bool, tables: str = "") -> Path:
    for name, text in {"docs/guide.md": _GUIDE, "src/pack/__init__.py": _MODULE}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    sources = _SOURCES.format(execute="execute = true" if execute else "")
    (folder / "patternbook.toml").write_text(sources + tables, encoding="utf-8")
    return folder


def _levels(folder: Path) -> dict[str, str]:
    document = json.loads((folder / "out" / "corpus.json").read_bytes())
    return {entry["id"]: entry["validation"]["level"] for entry in document["entries"]}


def test_what_is_run_reaches_its_level(tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=True)
    done = run_patternbook("build", "--json", "--report", "report.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["rejected"] == {"failed": 1}
    levels = _levels(folder)
    assert levels["guide-double-a-number"] == "executed"
    assert levels["guide-look-at-the-result"] == "executed"
    assert levels["guide-serve-for-ever"] == "parsed"
    assert "guide-get-it-wrong" not in levels
    documented = {level for name, level in levels.items() if not name.startswith("guide")}
    assert documented == {"executed"}
    report: dict[str, Any] = json.loads((folder / "report.json").read_bytes())
    (rejection,) = report["rejections"]
    line = _GUIDE.split("\n").index(">>> double(total)") + 1
    assert (rejection["path"], rejection["line"]) == ("docs/guide.md", line)
    assert rejection["message"] == "expected '15', got '16'"
    assert report["toolchains"]["python"]["version"]
    assert report["isolation"]["network"] in {"closed", "open"}
    (unrun,) = report["not_run"]
    assert unrun["path"] == "docs/guide.md"
    assert str(tmp_path) not in json.dumps(report)
    assert answer["levels"] == report["levels"]


_KEY = "AKIA" + "QYLPMN5HFIQR7BBB"
_PADDED = "x" * 50


@pytest.mark.parametrize(
    "block",
    [
        f"raise RuntimeError('flat ' + {_KEY[:9]!r} + {_KEY[9:]!r})",
        f">>> {_KEY[:9]!r} + {_KEY[9:]!r}\n'none'",
        f">>> '{_PADDED} ' + {_KEY[:9]!r} + {_KEY[9:]!r}\n'none'",
        f"print({_KEY[:9]!r} + {_KEY[9:]!r}, flush=True); import os; os._exit(3)",
        f"raise RuntimeError('{'word ' * 500}' + {_KEY[:9]!r} + {_KEY[9:]!r} + ' {'word ' * 500}')",
    ],
    ids=["exception", "output", "output that is cut", "exit", "middle of much"],
)
def test_a_secret_that_is_printed_goes_nowhere(block: str, tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=True)
    text = f"# Guide\n\n## Look\n\n```python\n{block}\n```\n"
    (folder / "docs" / "guide.md").write_text(text, encoding="utf-8")
    done = run_patternbook("build", "--report", "report.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    report = (folder / "report.json").read_text(encoding="utf-8")
    (rejection,) = json.loads(report)["rejections"]
    assert rejection["reason"] == "failed"
    assert rejection["message"] == "what it said is left out, for it looks as if it held a secret"
    assert _KEY[:7] not in report + done.stdout + done.stderr


def test_texts_are_short_in_a_report(tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=True)
    text = "# Guide\n\n## Look\n\n```python\nraise RuntimeError('word ' * 5000)\n```\n"
    (folder / "docs" / "guide.md").write_text(text, encoding="utf-8")
    assert run_patternbook("build", "--report", "report.json", cwd=folder).returncode == 0
    (rejection,) = json.loads((folder / "report.json").read_bytes())["rejections"]
    assert (len(rejection["message"]), rejection["message"][-1]) == (240, "…")
    assert "\n…\n" in rejection["output"]
    assert len(rejection["output"]) < 2100


def test_levels_are_those_of_the_entries(tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=True)
    (folder / "docs" / "twin.md").write_text(_GUIDE, encoding="utf-8")
    done = run_patternbook("build", "--json", cwd=folder)
    answer = json.loads(done.stdout)
    assert answer["rejected"]["duplicate"]
    levels = list(_levels(folder).values())
    assert answer["levels"] == {level: levels.count(level) for level in ("executed", "parsed")}


def test_the_same_bytes_each_time_and_fresh(tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=True)
    assert run_patternbook("build", "--jobs", "1", cwd=folder).returncode == 0
    first = (folder / "out" / "corpus.json").read_bytes()
    env = {"PYTHONHASHSEED": "7", "TZ": "Pacific/Apia"}
    assert run_patternbook("build", "--no-cache", "--jobs", "3", cwd=folder, env=env).returncode == 0
    assert (folder / "out" / "corpus.json").read_bytes() == first
    checked = run_patternbook("check", cwd=folder)
    assert (checked.returncode, checked.stdout.startswith("fresh")) == (0, True)
    guide = folder / "src" / "pack" / "__init__.py"
    guide.write_text(guide.read_text().replace("return 2 * number", "return 3 * number"))
    stale = run_patternbook("check", cwd=folder)
    assert stale.returncode == 1
    assert "removed: guide-look-at-the-result" in stale.stdout


def test_nothing_runs_unless_asked(tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=False)
    mark = tmp_path / "it-ran"
    effect = f"\nimport pathlib\npathlib.Path({str(mark)!r}).touch()\n"
    (folder / "docs" / "guide.md").write_text(f"# Guide\n\n## Touch\n\n```python{effect}```\n")
    (folder / "src" / "pack" / "__init__.py").write_text(_MODULE + effect)
    (folder / "conftest.py").write_text(effect)
    (folder / "src" / "pack" / "test_it.py").write_text(f"{effect}\ndef test_it():\n    assert pathlib\n")
    config = folder / "patternbook.toml"
    config.write_text(
        config.read_text()
        + '[[sources]]\ninclude = ["src/**/test_*.py"]\nextract = "tests"\n'
        + '[[sources]]\ninclude = ["src/**/*.py"]\nextract = "file"\n'
    )
    built = run_patternbook("build", "--no-cache", cwd=folder)
    assert built.returncode == 0, built.stderr
    assert "guide-touch" in _levels(folder)
    for command in (
        ["check"],
        ["search", "touch"],
        ["show", "guide-touch"],
        ["corpora"],
        ["parse", "docs/guide.md", "src/pack/__init__.py", "--language", "python"],
        ["site", "--output", "page"],
        ["mcp"],
    ):
        done = run_patternbook(*command, cwd=folder)
        assert done.returncode in (0, 1), (command, done.stderr)
        assert not mark.exists(), command
    running = config.read_text().replace('extract = "blocks"', 'extract = "blocks"\nexecute = true')
    config.write_text(running.replace("touch()", "touch()"))
    (folder / "docs" / "guide.md").write_text(
        f"# Guide\n\n## Look\n\n```python\nimport pathlib\nassert not pathlib.Path({str(mark)!r}).exists()\n```\n"
    )
    assert run_patternbook("build", cwd=folder).returncode == 0
    assert _levels(folder)["guide-look"] == "executed", "what asks to be run is run"


def test_a_validator_from_end_to_end(tmp_path: Path) -> None:
    command = json.dumps([sys.executable, "-m", "py_compile", "{files}"])
    version = json.dumps([sys.executable, "--version"])
    table = f"[validators]\npython = {{ command = {command}, version = {version}, name = 'py_compile' }}\n"
    folder = _project(tmp_path, execute=False, tables=table)
    (folder / "docs" / "guide.md").write_text(
        f"{_GUIDE}\n## Return nowhere\n\n```python\nx = print(1)\nreturn x\n```\n", encoding="utf-8"
    )
    done = run_patternbook("build", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    major, minor = sys.version_info[:2]
    assert set(_levels(folder).values()) == {"compiled"}
    document = json.loads((folder / "out" / "corpus.json").read_bytes())
    by = {entry["validation"]["by"] for entry in document["entries"]}
    assert by == {f"python@{major}.{minor}, py_compile@{major}.{minor}"}
    assert answer["validators"]["python"]["version"] == ".".join(map(str, sys.version_info[:3]))


@pytest.mark.parametrize(
    ("tables", "execute", "says"),
    [
        ("", 'execute = true\nlanguage = "beamtalk"', ["source 1", "'execute'", "beamtalk cannot be run"]),
        (
            '[validators]\nmylang = { command = ["mylang", "{files}"] }\n',
            "",
            ["'validators.mylang'", "no frontend for the language 'mylang'", "beamtalk"],
        ),
    ],
)
def test_what_no_frontend_offers(tables: str, execute: str, says: list[str], tmp_path: Path) -> None:
    folder = _project(tmp_path, execute=False)
    (folder / "patternbook.toml").write_text(_SOURCES.format(execute=execute) + tables, encoding="utf-8")
    done = run_patternbook("build", cwd=folder)
    assert done.returncode == 2
    assert done.stdout == ""
    for part in says:
        assert part in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 2
