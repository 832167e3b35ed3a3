"""Packages from npm that tests run under Node, installed once into a cache folder."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from support import require

_OLDEST_NODE = 20
_INSTALL_NODE = f"install Node {_OLDEST_NODE} or newer with `apt-get install nodejs npm` or from nodejs.org"
_PATIENCE = 300


def installed(folder: Path) -> Path:
    """Install what a folder's ``package-lock.json`` pins; returns a copy of the folder with the packages.

    The copy lies in the user's cache folder, under the digest of what is in it, and is made once. Without npm,
    or where nothing can be fetched, the test skips; it fails instead where CI demands it.
    """
    node = require("node", _INSTALL_NODE)
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < _OLDEST_NODE:
        _give_up(f"Node {version} is too old: {_INSTALL_NODE}")
    npm = require("npm", _INSTALL_NODE)
    files = sorted(path for path in folder.iterdir() if path.is_file())
    digest = hashlib.sha256(b"\0".join(path.name.encode() + b"\0" + path.read_bytes() for path in files))
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "patternbook-tests"
    wanted = cache / digest.hexdigest()[:16]
    if not wanted.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            made = Path(scratch) / "made"
            made.mkdir()
            for path in files:
                shutil.copy(path, made)
            command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            done = subprocess.run(
                command, cwd=made, capture_output=True, text=True, timeout=_PATIENCE, check=False
            )
            if done.returncode:
                _give_up(
                    f"`{' '.join(['npm', *command[1:]])}` in {folder} failed: {done.stderr.strip()[-500:]}"
                )
            _put(made, wanted)
    return wanted


def _put(made: Path, wanted: Path) -> None:
    try:
        made.rename(wanted)
    except OSError:
        # Another worker was faster.
        assert wanted.is_dir()


def _give_up(reason: str) -> None:
    if os.environ.get("PATTERNBOOK_REQUIRE") == "1":
        pytest.fail(reason)
    pytest.skip(reason)
