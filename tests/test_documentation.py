"""What the documentation says is what the tool does."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path

import pytest

import patternbook
from patternbook.cli import COMMANDS
from patternbook.cli.arguments import build_parser
from patternbook.config import EXTRACTIONS, load_config
from support import ROOT

_COMMANDS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")


def _subparsers() -> dict[str, argparse.ArgumentParser]:
    for action in build_parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("no commands")


@pytest.mark.parametrize("command", sorted(_subparsers()))
def test_every_option_is_documented(command: str) -> None:
    section = re.search(rf"^## `patternbook {command}\b.*?(?=^## |\Z)", _COMMANDS, re.DOTALL | re.MULTILINE)
    assert section is not None
    for action in _subparsers()[command]._actions:
        for option in action.option_strings:
            if option not in {"-h", "--help"}:
                assert f"`{option}" in section[0], option
    for documented in re.findall(r"`(--[a-z-]+)", section[0]):
        assert documented in _subparsers()[command]._option_string_actions, documented


def test_every_command_has_a_module() -> None:
    assert COMMANDS.keys() == _subparsers().keys()


def test_every_extraction_is_documented() -> None:
    text = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    for kind in EXTRACTIONS:
        assert f"| `{kind}` |" in text


def test_the_documented_configuration_is_accepted(tmp_path: Path) -> None:
    for page in (ROOT / "README.md", ROOT / "docs" / "configuration.md"):
        blocks = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        configurations = [block for block in blocks if "[[sources]]" in block]
        assert configurations
        (tmp_path / "curation").mkdir(exist_ok=True)
        for name in ("synonyms.toml", "overrides.toml"):
            (tmp_path / "curation" / name).write_text("", encoding="utf-8")
        for block in configurations:
            (tmp_path / "patternbook.toml").write_text(block, encoding="utf-8")
            assert load_config(tmp_path / "patternbook.toml").sources


def test_the_python_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(compile(block, "docs/python.md", "exec"), {})
    assert capsys.readouterr().out.startswith("exact\n")


def test_links_between_pages_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            # Pages of the pattern book are made by the plugin; the strict build looks after links to them.
            if "://" not in target and not target.startswith("examples/"):
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_version_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == patternbook.__version__


def test_the_architecture_page_shows_the_checked_layers() -> None:
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    (contract,) = tool["importlinter"]["contracts"]
    layers = [re.sub(r"\s*\|?\s*\(\w+\)", "", layer).strip() for layer in contract["layers"]]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert "\n".join(layer for layer in layers if layer) in page
