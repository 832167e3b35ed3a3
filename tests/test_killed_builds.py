"""A build killed at any point leaves whole files that answer rightly, and the next build mends the pair."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import patternbook
from patternbook.corpus import Corpus
from patternbook.search.engine import Index
from support import run_patternbook

_KILLS = 100
_BEFORE, _AFTER = "Count things in an actor", "Tally things in an actor"


def _seconds_of_a_build(folder: Path) -> float:
    start = time.monotonic()
    run_patternbook("build", "--jobs", "1", cwd=folder)
    return time.monotonic() - start


def _kill_after(folder: Path, seconds: float) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "patternbook", "build", "--jobs", "1", "--no-cache"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_killed_at_a_hundred_points(project: Path) -> None:
    whole = _seconds_of_a_build(project)
    out = project / "out"
    counter = project / "lib" / "actors" / "counter.bt"
    titles = (_BEFORE, _AFTER)
    rng = random.Random(1)
    stale = 0
    for turn in range(_KILLS):
        old, new = titles[turn % 2], titles[(turn + 1) % 2]
        counter.write_text(counter.read_text().replace(old, new))
        # The last tenth of a build is where files are written; look there more closely.
        share = rng.uniform(0, 1.05) if turn % 2 else rng.uniform(0.8, 1.05)
        _kill_after(project, whole * share)
        corpus = Corpus.load(out / "corpus.json")
        assert corpus.by_id["actors-counter"].title in titles
        index = Index.parse((out / "index.json").read_bytes(), "index.json")
        stale += index.corpus_sha256 != corpus.sha256
        results = patternbook.load(out).search("Counter")
        assert results.match == "exact"
        assert results.hits[0].example == corpus.by_id["actors-counter"]
    last = json.loads(run_patternbook("build", "--json", cwd=project).stdout)
    assert last["entries"] == 4
    corpus = Corpus.load(out / "corpus.json")
    assert Index.parse((out / "index.json").read_bytes(), "index.json").corpus_sha256 == corpus.sha256
    assert run_patternbook("check", cwd=project).returncode == 0


# Runs a build and kills its own process just before file operation number N; prints how many there were.
_KILLED_AT_AN_OPERATION = """
import os, signal, sys
from patternbook.cli import main
stop, seen = int(sys.argv[1]), 0
def watch(event, arguments):
    global seen
    if event in {"open", "os.rename", "os.chmod", "os.mkdir", "os.remove", "tempfile.mkstemp"}:
        if any("out" in os.fsdecode(a).split(os.sep) for a in arguments if isinstance(a, (str, bytes))):
            seen += 1
            if seen == stop:
                os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(watch)
main(["build", "--jobs", "1", "--no-cache"])
"""


def test_killed_before_each_file_operation(project: Path) -> None:
    run_patternbook("build", cwd=project)
    out = project / "out"
    counter = project / "lib" / "actors" / "counter.bt"
    killed = 0
    for operation in range(1, 50):
        old, new = (_BEFORE, _AFTER) if operation % 2 else (_AFTER, _BEFORE)
        counter.write_text(counter.read_text().replace(old, new))
        command = [sys.executable, "-c", _KILLED_AT_AN_OPERATION, str(operation)]
        done = subprocess.run(command, cwd=project, capture_output=True, check=False)
        corpus = Corpus.load(out / "corpus.json")
        hit = patternbook.load(out).search("Counter").hits[0]
        assert hit.example == corpus.by_id["actors-counter"]
        assert hit.example.title in {old, new}
        if done.returncode == 0:
            break
        killed += 1
    assert killed >= 6, "at least: make, open and rename a temporary file for each of the two"
    assert run_patternbook("check", cwd=project).returncode == 0


def test_killed_between_the_two_files(project: Path) -> None:
    """The one moment at which they do not belong together, made to happen."""
    run_patternbook("build", cwd=project)
    out = project / "out"
    old_index = (out / "index.json").read_bytes()
    counter = project / "lib" / "actors" / "counter.bt"
    counter.write_text(counter.read_text().replace(_BEFORE, _AFTER))
    run_patternbook("build", cwd=project)
    (out / "index.json").write_bytes(old_index)
    answer = run_patternbook("search", "tally", "--json", cwd=project)
    assert json.loads(answer.stdout)["results"][0]["title"] == _AFTER
    assert "patternbook build" in answer.stderr
    run_patternbook("build", cwd=project)
    assert run_patternbook("search", "tally", cwd=project).stderr == ""
