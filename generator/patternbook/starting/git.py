"""What git knows of a project. Git is asked, and nothing of the project's own is run by it."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_SECONDS = 60


def tracked_files(root: Path) -> frozenset[str] | None:
    """The files that git tracks or would, relative to the folder; ``None`` where there is no repository."""
    listed = _ask(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if listed is None:
        return None
    return frozenset(os.fsdecode(name) for name in listed.split(b"\0") if name)


def remotes(root: Path) -> tuple[str, ...]:
    """The addresses of the repository's remotes, ``origin`` first."""
    listed = _ask(root, "config", "--get-regexp", r"^remote\..*\.url$")
    lines = [line.partition(" ") for line in os.fsdecode(listed or b"").splitlines()]
    lines.sort(key=lambda line: line[0] != "remote.origin.url")
    return tuple(url for _, _, url in lines)


def default_branch(root: Path) -> str:
    """The branch to which the remote's head points, else the branch that is checked out, else ``main``."""
    head = _line(root, "symbolic-ref", "--short", "refs/remotes/origin/HEAD")
    return head.removeprefix("origin/") or _line(root, "symbolic-ref", "--short", "HEAD") or "main"


def prefix(root: Path) -> str:
    """The folder's path inside its repository, with ``/`` at its end; empty at the top."""
    return _line(root, "rev-parse", "--show-prefix")


def ignores(root: Path, path: str) -> bool:
    """Whether git ignores a path that need not exist."""
    return _ask(root, "check-ignore", "--quiet", "--", path) is not None


def _line(root: Path, *arguments: str) -> str:
    return os.fsdecode(_ask(root, *arguments) or b"").strip()


def _ask(root: Path, *arguments: str) -> bytes | None:
    """What git prints, or ``None`` where it fails or does not exist."""
    program = shutil.which("git")
    if program is None:
        return None
    # A repository's own configuration may name a program that watches its files; none is started.
    command = [program, "-c", "core.fsmonitor=false", *arguments]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = subprocess.run(  # noqa: S603 - git's own path, and arguments of ours
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
