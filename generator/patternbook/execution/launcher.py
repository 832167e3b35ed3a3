"""Starts one program within limits, watches over it, and ends it with everything that it started.

This file is run as a script by a fresh interpreter (``python -I -S launcher.py ORDER STATUS``): what it does
to itself must not happen to Patternbook. Standard input is a lifeline: a byte on it means that the program
has had its time; when it closes without one, Patternbook itself was killed, and nobody but the launcher is
left to remove the scratch folder. In both cases everything ends.

``ORDER`` is a JSON object: ``command``; ``limits`` (name of a ``resource.RLIMIT_…`` → number);
``namespaces`` (see ``isolation``); ``scratch`` (the one folder that stays writable, or null); ``folder`` (the
working directory). ``STATUS`` is the number of a descriptor on which ``ready`` appears once the program is
about to start, and ``missing`` if there is no such program.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import resource
import select
import shutil
import signal
import socket
import struct
import sys
from typing import Any, NoReturn

_FLAGS = {
    "user": 0x10000000,
    "network": 0x40000000,
    "processes": 0x20000000,
    "files": 0x00020000,
    "ipc": 0x08000000,
}
_MS_BIND, _MS_REC, _MS_PRIVATE, _MS_SAFE = 0x1000, 0x4000, 0x40000, 0x2 | 0x4 | 0x8
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE, _READ_ONLY = 442, -100, 0x8000, 1
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8913, 0x8914, 1
_MORE_TASKS = 512
"""How many processes and threads a program may add to those that its user has already."""


def main() -> NoReturn:
    """Carry out the order of the command line; the exit code is the program's, 128 + N after signal N."""
    order = json.loads(sys.argv[1])
    status = int(sys.argv[2])
    os.set_inheritable(status, False)
    wake, waker = os.pipe()
    os.set_blocking(waker, False)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    if sys.platform == "linux":
        _libc().prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        signal.set_wakeup_fd(-1)
        _prepare(order, status)
    # From here on only the program tells: the descriptor closes with its start.
    os.close(status)
    code, alone = _watch(child, wake)
    _end_descendants(child)
    if alone and order["scratch"]:
        shutil.rmtree(order["scratch"], ignore_errors=True)
    os._exit(code)


def _watch(child: int, wake: int) -> tuple[int, bool]:
    """Wait for the program or the lifeline to end: the exit code, and whether Patternbook is gone."""
    while True:
        ready, _, _ = select.select([0, wake], [], [])
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid == child:
            return _code(status), False
        if 0 in ready:
            return 128 + signal.SIGKILL, not os.read(0, 1)
        if wake in ready:
            os.read(wake, 4096)


def _code(status: int) -> int:
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _end_descendants(child: int) -> None:
    """Kill the program's group, and on Linux also those that left it, until none is left."""
    _kill(child)
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    while True:
        for orphan in _children():
            _kill(orphan)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:  # noqa: PTH123
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def _kill(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def _prepare(order: dict[str, Any], status: int) -> NoReturn:
    """Leave what the program is not to share with the system, and let it start."""
    namespaces = order["namespaces"]
    tasks = _tasks()
    if namespaces:
        _separate(namespaces, order["scratch"])
    os.chdir(order["folder"])
    if "processes" not in namespaces:
        _become(order, status, tasks)
    first = os.fork()
    if first == 0:
        _rule(order, status, tasks)
    os.close(status)
    os._exit(_code(os.waitpid(first, 0)[1]))


def _rule(order: dict[str, Any], status: int, tasks: int) -> NoReturn:
    """Be the first process of a namespace: when this one ends, the system ends all others in it."""
    libc = _libc()
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if "files" in order["namespaces"]:
        # Refused where a container hides parts of /proc; then that of the system stays.
        libc.mount(b"proc", b"/proc", b"proc", _MS_SAFE, None)
    child = os.fork()
    if child == 0:
        _become(order, status, tasks)
    os.close(status)
    while True:
        pid, ended = os.wait()
        if pid == child:
            os._exit(_code(ended))


def _become(order: dict[str, Any], status: int, tasks: int) -> NoReturn:
    """Turn into the program."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    _limit(order["limits"], tasks)
    command = order["command"]
    os.write(status, b"ready ")
    try:
        os.execvp(command[0], command)  # noqa: S606
    except OSError as error:
        os.write(status, b"missing")
        sys.stderr.write(f"{command[0]}: {error.strerror}\n")
        sys.stderr.flush()
    os._exit(127)


def _limit(limits: dict[str, int], tasks: int) -> None:
    if tasks and "RLIMIT_CPU" in limits:
        limits = {**limits, "RLIMIT_NPROC": tasks + _MORE_TASKS}
    for name, value in limits.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        highest = value if hard == resource.RLIM_INFINITY else min(value, hard)
        try:
            resource.setrlimit(kind, (highest, highest))
        except (OSError, ValueError):
            # macOS knows some limits by name only.
            continue


def _tasks() -> int:
    """How many processes and threads the user has; 0 where that cannot be known."""
    mine, count = os.getuid(), 0
    try:
        for name in os.listdir("/proc"):  # noqa: PTH208
            if not name.isdecimal():
                continue
            try:
                if os.stat(f"/proc/{name}").st_uid == mine:  # noqa: PTH116
                    count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
            except OSError:
                continue
    except OSError:
        return 0
    return count


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _demand(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _separate(namespaces: list[str], scratch: str | None) -> None:
    """Leave the system's namespaces for new ones."""
    user, group = os.getuid(), os.getgid()
    flags = 0
    for name in namespaces:
        flags |= _FLAGS[name]
    _demand(_libc().unshare(flags))
    if "user" in namespaces:
        for file, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{file}", "w", encoding="ascii") as stream:  # noqa: PTH123
                stream.write(text)
    if "network" in namespaces:
        _raise_loopback()
    if "files" in namespaces:
        _keep_files(os.fsencode(scratch or "/nonexistent"))


def _raise_loopback() -> None:
    """Let the program talk to itself: a new network has a loopback interface, but it is down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        asked = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, _SIOCGIFFLAGS, asked))[1]
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", flags | _IFF_UP))


def _keep_files(scratch: bytes) -> None:
    """Make everything read-only but the scratch folder and shared memory."""
    libc = _libc()
    _demand(libc.mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE, None))
    _demand(libc.mount(scratch, scratch, None, _MS_BIND, None))
    nothing = ctypes.c_uint64(0)
    for folder, reach, on, off in ((b"/", _AT_RECURSIVE, _READ_ONLY, 0), (scratch, 0, 0, _READ_ONLY)):
        attributes = (ctypes.c_uint64 * 4)(on, off, nothing.value, nothing.value)
        size = ctypes.c_size_t(ctypes.sizeof(attributes))
        _demand(libc.syscall(_MOUNT_SETATTR, _AT_FDCWD, ctypes.c_char_p(folder), reach, attributes, size))
    libc.mount(b"tmpfs", b"/dev/shm", b"tmpfs", _MS_SAFE, None)


if __name__ == "__main__":
    main()
