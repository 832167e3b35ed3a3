"""Files replaced as a whole or not at all."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from patternbook.files import replace_file


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_replaces_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    replace_file(file, b"one")
    replace_file(file, b"two")
    assert file.read_bytes() == b"two"
    assert _names(tmp_path) == ["a.json"]


def test_a_failure_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.json"
    replace_file(file, b"one")

    def fail(_source: str, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(file, b"two")
    assert file.read_bytes() == b"one"
    assert _names(tmp_path) == ["a.json"]


def test_clears_what_a_killed_run_left(tmp_path: Path) -> None:
    for name in (".a.json.killed.tmp", ".b.json.others.tmp", ".a.json.living.tmp"):
        (tmp_path / name).write_bytes(b"half")
    hour_ago = time.time() - 3600
    for name in (".a.json.killed.tmp", ".b.json.others.tmp"):
        os.utime(tmp_path / name, (hour_ago, hour_ago))
    replace_file(tmp_path / "a.json", b"one")
    assert _names(tmp_path) == [".a.json.living.tmp", ".b.json.others.tmp", "a.json"]


def test_is_as_readable_as_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    replace_file(tmp_path / "ours", b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode
