"""Programs within limits: real processes that sleep, allocate, fork, print without end, look and reach out."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from patternbook.execution.isolation import Isolation, find_isolation
from patternbook.execution.process import Ended, Limits, Place, run_process
from patternbook.execution.scratch import scratch_folder

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run on Linux and macOS")

_MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def best() -> Isolation:
    return find_isolation()


@pytest.fixture(params=["as isolated as can be", "not isolated"])
def isolation(request: pytest.FixtureRequest, best: Isolation) -> Isolation:
    return best if request.param == "as isolated as can be" else Isolation()


def _run(code: str, isolation: Isolation, seconds: float = 30, megabytes: int = 512) -> Ended:
    with scratch_folder() as scratch:
        place = Place(scratch.work, scratch.environment(), scratch.root, isolation.namespaces)
        command = [sys.executable, "-c", code]
        return run_process(command, place, Limits(seconds, megabytes * _MEGABYTE))


def _processes(marker: str) -> list[int]:
    """Processes with a word on their command line."""
    listed = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True, check=True).stdout
    rows = [row.split(None, 1) for row in listed.splitlines()]
    return [int(pid) for pid, *rest in rows if rest and marker in rest[0] and "-eo" not in rest[0]]


def _gone(marker: str) -> bool:
    for _ in range(100):
        if not _processes(marker):
            return True
        time.sleep(0.1)
    return False


def _marker() -> str:
    """A number of seconds that no other process sleeps for."""
    return f"{7000 + int.from_bytes(os.urandom(4))}"


def test_output_and_exit_code(isolation: Isolation) -> None:
    code = "import sys; print('out', flush=True); print('err', file=sys.stderr); sys.exit(3)"
    ended = _run(code, isolation)
    assert (ended.code, ended.stopped, ended.output) == (3, "", "out\nerr\n")


def test_a_signal_is_told_by_the_exit_code(isolation: Isolation) -> None:
    ended = _run("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", isolation)
    assert ended.code == 128 + signal.SIGSEGV


def test_what_sleeps_too_long_is_ended(isolation: Isolation) -> None:
    assert _run("import time; print('begun', flush=True); time.sleep(600)", isolation, 2) == Ended(
        128 + signal.SIGKILL, "timeout", "begun\n", started=True, found=True
    )


def test_what_ignores_signals_is_ended(isolation: Isolation) -> None:
    code = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)"
    assert _run(code, isolation, 1).stopped == "timeout"


def test_memory_is_bounded(isolation: Isolation) -> None:
    ended = _run("x = bytearray(2 * 1024 ** 3)", isolation)
    assert ended.code == 1
    assert "MemoryError" in ended.output


def test_files_are_bounded(isolation: Isolation) -> None:
    code = "f = open('big', 'wb')\nfor _ in range(400): f.write(bytes(1024 * 1024))"
    ended = _run(code, isolation)
    assert ended.code != 0
    assert "File too large" in ended.output


def test_output_is_bounded(isolation: Isolation) -> None:
    ended = _run("print('first')\nwhile True: print('x' * 1000)", isolation)
    assert ended.stopped == "output"
    assert ended.output.startswith("first\n")
    assert "bytes left out" in ended.output
    assert len(ended.output) < 100_000


def test_nothing_can_be_asked_for(isolation: Isolation) -> None:
    assert "EOFError" in _run("input()", isolation).output


_CHILDREN = """
import subprocess, sys, time
subprocess.Popen(["sleep", "{marker}"])
subprocess.Popen(["sleep", "{marker}"], start_new_session=True)
time.sleep({seconds})
"""


@pytest.mark.parametrize("seconds", [0, 600], ids=["that ends", "that is ended"])
def test_children_end_with_a_program(isolation: Isolation, seconds: int) -> None:
    marker = _marker()
    ended = _run(_CHILDREN.format(marker=marker, seconds=seconds), isolation, 2)
    assert ended.stopped == ("timeout" if seconds else "")
    if sys.platform == "linux":
        assert _gone(marker)


def test_many_processes_are_bounded_or_at_least_ended(isolation: Isolation) -> None:
    marker = _marker()
    code = f"import subprocess\nfor _ in range(60): subprocess.Popen(['sleep', '{marker}'])\nwhile True: pass"
    assert _run(code, isolation, 3).stopped == "timeout"
    if sys.platform == "linux":
        assert _gone(marker)


def test_the_environment_holds_no_secret(isolation: Isolation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEPLOY_TOKEN", "s3cret")
    ended = _run("import json, os; print(json.dumps(dict(os.environ)))", isolation)
    seen = json.loads(ended.output)
    assert "s3cret" not in seen.values()
    assert set(seen) <= {
        *("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),
        *("HOME", "TMPDIR", "TMP", "TEMP", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "COLUMNS", "NO_COLOR", "TERM"),
        *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
    }
    assert seen["HOME"] != str(Path.home())


def test_the_folder_is_fresh_and_goes_away(isolation: Isolation) -> None:
    code = "import os; open('made', 'w').close(); os.mkdir('closed'); open('closed/x', 'w').close()\n"
    code += "os.chmod('closed', 0); print(os.getcwd()); print(os.environ['HOME']); print(os.listdir('.'))"
    folder, home, names = _run(code, isolation).output.splitlines()
    assert sorted(json.loads(names.replace("'", '"'))) == ["closed", "made"]
    assert not Path(folder).exists()
    assert Path(home).parent == Path(folder).parent
    assert not Path(folder).parent.exists()


def test_a_program_can_talk_to_itself(isolation: Isolation) -> None:
    code = "import socket; s = socket.create_server(('127.0.0.1', 0))\n"
    code += "socket.create_connection(s.getsockname()); print('heard')"
    assert _run(code, isolation).output == "heard\n"


def test_processes_can_share_memory(isolation: Isolation) -> None:
    code = "import multiprocessing as m\nwith m.Pool(2) as p: print(p.map(abs, [-1]))"
    assert _run(code, isolation).output == "[1]\n"


@pytest.fixture
def server() -> Iterator[int]:
    """A real server on this machine; its port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_the_network_is_closed_where_it_says_so(best: Isolation, server: int) -> None:
    code = f"import socket; socket.create_connection(('127.0.0.1', {server}), 5); print('reached')"
    assert _run(code, Isolation()).output == "reached\n", "the server cannot be reached at all"
    ended = _run(code, best)
    assert ("reached" in ended.output) == (best.facts["network"] == "open")


def test_files_elsewhere_stay_as_they_are_where_it_says_so(best: Isolation, tmp_path: Path) -> None:
    target = tmp_path / "outside"
    code = f"open({str(target)!r}, 'w').write('x')"
    _run(code, Isolation())
    assert target.read_text() == "x", "the file cannot be written at all"
    target.unlink()
    ended = _run(code, best)
    assert target.exists() == (best.facts["files"] == "writable")
    if not target.exists():
        assert "Read-only file system" in ended.output


@pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")
def test_other_processes_are_out_of_sight_where_it_says_so(best: Isolation) -> None:
    ended = _run(f"import os; os.kill({os.getpid()}, 0); print('seen')", best)
    assert ("seen" in ended.output) == (best.facts["processes"] == "ended by group")


def test_what_is_not_there(isolation: Isolation) -> None:
    with scratch_folder() as scratch:
        place = Place(scratch.work, scratch.environment(), scratch.root, isolation.namespaces)
        ended = run_process(["no-such-program-anywhere"], place, Limits(10))
    assert not ended.found
    assert "no-such-program-anywhere" in ended.output


def test_a_halt_ends_what_runs(isolation: Isolation) -> None:
    halt = threading.Event()
    threading.Timer(0.5, halt.set).start()
    with scratch_folder() as scratch:
        place = Place(scratch.work, scratch.environment(), scratch.root, isolation.namespaces)
        ended = run_process(["sleep", "600"], place, Limits(300), halt)
    assert ended.stopped == "timeout"


_KILLED = """
import sys
from patternbook.execution.isolation import Isolation
from patternbook.execution.process import Limits, Place, run_process
from patternbook.execution.scratch import scratch_folder
with scratch_folder() as scratch:
    print(scratch.root, flush=True)
    place = Place(scratch.work, scratch.environment(), scratch.root, tuple({namespaces!r}))
    code = {code!r}
    run_process([sys.executable, "-c", code], place, Limits(600, 512 * 1024 ** 2))
"""


def test_a_killed_build_leaves_nothing_behind(isolation: Isolation) -> None:
    marker = _marker()
    code = _CHILDREN.format(marker=marker, seconds=600)
    script = _KILLED.format(namespaces=isolation.namespaces, code=code)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as building:
        assert building.stdout is not None
        folder = Path(building.stdout.readline().strip())
        for _ in range(200):
            if len([pid for pid in _processes(marker) if pid != building.pid]) >= 2:
                break
            time.sleep(0.1)
        assert folder.is_dir()
        building.kill()
    if sys.platform == "linux":
        assert _gone(marker)
    for _ in range(100):
        if not folder.exists():
            break
        time.sleep(0.1)
    assert not folder.exists()
