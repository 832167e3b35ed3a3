"""What is installed works: the wheel by itself, and a command whose extra is missing."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support import ROOT


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, unpacked as pip would; returns the folder to put on the path."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(ROOT),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (file,) = folder.glob("patternbook-*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def _run(code: str, path: Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_holds_code_corpus_templates_and_types(wheel: Path) -> None:
    for name in (
        "patternbook/py.typed",
        "patternbook/bundled/corpus.json",
        "patternbook/bundled/index.json",
        "patternbook/cli/clients.toml",
        "patternbook/languages/beamtalk/synonyms.toml",
        "patternbook/languages/beamtalk/topics.toml",
        "patternbook/site-templates/search/engine.js",
    ):
        assert (wheel / name).is_file(), name
    tops = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"patternbook"}


def test_the_wheel_answers(wheel: Path, tmp_path: Path) -> None:
    code = (
        "import patternbook; print(patternbook.__file__); "
        "print(patternbook.load().search('inject:into:').match)"
    )
    done = _run(code, wheel, tmp_path)
    file, match = done.stdout.splitlines()
    assert Path(file).is_relative_to(wheel)
    assert match == "exact"
    assert done.stderr == ""


def test_the_wheel_builds_a_site(wheel: Path, tmp_path: Path) -> None:
    code = "from patternbook.cli import main; raise SystemExit(main(['site', '--output', 'made', '--corpus', 'bundled']))"
    done = _run(code, wheel, tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "made" / "index.html").is_file()


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        (["build"], "markdown_it", "build"),
        (["check"], "lunr", "build"),
        (["build"], "detect_secrets", "build"),
        (["site"], "mkdocs", "site"),
        (["site"], "jinja2", "site"),
        (["eval", "x.log"], "datasketches", "eval"),
        (["eval", "x.log"], "pygal", "eval"),
    ],
)
def test_a_missing_extra_is_named(command: list[str], package: str, extra: str, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        f"from patternbook.cli import main\nraise SystemExit(main({command!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.strip() == (
        f"patternbook: `patternbook {command[0]}` needs the {extra!r} extra: run `pip install 'patternbook[{extra}]'`"
    )


def test_reading_needs_the_standard_library_alone(tmp_path: Path) -> None:
    """Searching the embedded corpus imports no frontend, no indexing and no third-party package."""
    code = (
        "import sys; before = set(sys.modules); import patternbook; patternbook.load().search('fold a list'); "
        "print('\\n'.join(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    foreign = {name.partition(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"patternbook"}
    assert foreign == set()
    for room in ("languages", "indexing", "pipeline", "extract", "server", "site"):
        assert not any(name.startswith(f"patternbook.{room}") for name in loaded), room
