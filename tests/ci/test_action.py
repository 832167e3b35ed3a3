"""The action for GitHub: its steps are run with bash as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from support import ROOT, run_patternbook

if TYPE_CHECKING:
    from pathlib import Path

_ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
_STEPS = {step["name"]: step for step in _ACTION["runs"]["steps"]}


class _Runner:
    """What the service gives to the steps of a composite action."""

    def __init__(self, folder: Path, project: Path) -> None:
        self.folder = folder
        self.project = project
        self.output = folder / "output"
        self.summary = folder / "summary.md"
        for file in (self.output, self.summary):
            file.write_text("", encoding="utf-8")

    def run(self, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        step = _STEPS[name]
        env = {
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_WORKSPACE": str(self.project.parent),
            "PATH": f"{self.folder / 'stubs'}{os.pathsep}{os.environ['PATH']}",
            **{key: self._filled(value, inputs) for key, value in step["env"].items()},
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.project / self._filled(step["working-directory"], inputs),
            env=os.environ | env,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    @staticmethod
    def _filled(text: str, inputs: dict[str, str]) -> str:
        """The expressions of a step, as far as the action uses any."""

        def value(match: re.Match[str]) -> str:
            if match[1] == "github.action_path":
                return str(ROOT)
            name = match[1].removeprefix("inputs.")
            return inputs.get(name.replace("-", "_"), str(_ACTION["inputs"][name]["default"]))

        return re.sub(r"\$\{\{ ([\w.-]+) \}\}", value, text)


@pytest.fixture
def runner(project: Path, tmp_path: Path) -> _Runner:
    """A runner on which a Python stands that notes what it is asked to install."""
    stubs = tmp_path / "runner files" / "stubs"
    stubs.mkdir(parents=True)
    made = _Runner(stubs.parent, project)
    script = f"""#!/bin/sh
[ "$1 $2" = "-m venv" ] || exit 9
mkdir -p "$3/bin"
printf '#!/bin/sh\\nprintf "%%s\\\\n" "$@" > "{made.folder}/installed"\\n' > "$3/bin/python"
printf '#!/bin/sh\\nexec "{sys.executable}" -m patternbook "$@"\\n' > "$3/bin/patternbook"
chmod +x "$3/bin/python" "$3/bin/patternbook"
"""
    (stubs / "python3").write_text(script, encoding="utf-8")
    (stubs / "python3").chmod(0o755)
    return made


def test_it_has_the_shape_of_a_composite_action() -> None:
    assert {"name", "description", "inputs", "outputs", "runs", "branding"} <= _ACTION.keys()
    assert _ACTION["runs"]["using"] == "composite"
    for declared in _ACTION["inputs"].values():
        assert declared.keys() == {"description", "default"}
        assert isinstance(declared["default"], str)
    for step in _ACTION["runs"]["steps"]:
        assert ("run" in step) is not ("uses" in step)
        assert "run" not in step or step["shell"] == "bash"
        assert "uses" not in step or re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"])


def test_no_input_is_pasted_into_a_script() -> None:
    assert all("${{" not in step.get("run", "") for step in _ACTION["runs"]["steps"])


def test_every_input_is_used_and_documented() -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", str(_ACTION["runs"])))
    assert used == _ACTION["inputs"].keys()
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    documented = re.findall(r"^\| `([\w-]+)` \|", page, re.MULTILINE)
    assert set(documented) == _ACTION["inputs"].keys()
    assert _ACTION["outputs"]["fresh"]["value"] == "${{ steps.check.outputs.fresh }}"
    assert "fresh" in page


@pytest.mark.parametrize(
    ("inputs", "wanted"),
    [
        ({}, [f"{ROOT}[build]"]),
        ({"version": "0.1.0"}, ["patternbook[build]==0.1.0"]),
        ({"requirements": "numpy>=2 ./shop"}, [f"{ROOT}[build]", "numpy>=2", "./shop"]),
    ],
)
def test_what_is_installed(runner: _Runner, inputs: dict[str, str], wanted: list[str]) -> None:
    done = runner.run("Install Patternbook", **inputs)
    assert done.returncode == 0, done.stderr
    installed = (runner.folder / "installed").read_text(encoding="utf-8").splitlines()
    assert installed == ["-m", "pip", "install", "--quiet", *wanted]


def test_a_fresh_corpus_passes(runner: _Runner) -> None:
    assert run_patternbook("build", cwd=runner.project).returncode == 0
    assert runner.run("Install Patternbook").returncode == 0
    done = runner.run("Check the corpus")
    assert done.returncode == 0, done.stderr
    assert "::" not in done.stdout
    assert runner.output.read_text(encoding="utf-8") == "fresh=true\n"
    assert "fresh" in runner.summary.read_text(encoding="utf-8")


def test_a_stale_corpus_fails_and_says_where(runner: _Runner) -> None:
    assert runner.run("Install Patternbook").returncode == 0
    done = runner.run("Check the corpus")
    assert done.returncode == 1
    assert "::warning file=project/docs/guide.md,line=8," in done.stdout
    assert runner.output.read_text(encoding="utf-8") == "fresh=false\n"
    assert "| added |" in runner.summary.read_text(encoding="utf-8")


def test_a_configuration_can_be_named(runner: _Runner) -> None:
    (runner.project / "patternbook.toml").rename(runner.project / "my examples.toml")
    assert runner.run("Install Patternbook").returncode == 0
    assert run_patternbook("build", "--config", "my examples.toml", cwd=runner.project).returncode == 0
    assert runner.run("Check the corpus", config="my examples.toml").returncode == 0
    done = runner.run("Check the corpus", config="$(touch hit); none.toml")
    assert done.returncode == 2
    assert done.stdout.startswith("::error title=Patternbook::")
    assert not (runner.project / "hit").exists()
    assert runner.output.read_text(encoding="utf-8") == "fresh=true\n"


@pytest.mark.skipif(
    os.environ.get("PATTERNBOOK_INSTALL") != "1",
    reason="installs from the network: set PATTERNBOOK_INSTALL=1",
)
def test_it_installs_for_real(project: Path, tmp_path: Path) -> None:
    (tmp_path / "runner").mkdir()
    runner = _Runner(tmp_path / "runner", project)
    done = runner.run("Install Patternbook")
    assert done.returncode == 0, done.stderr
    assert runner.run("Check the corpus").returncode == 1
