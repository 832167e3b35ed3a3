"""Where to listen: a written address, what it resolves to, and the sockets that are bound to it."""

from __future__ import annotations

import errno
import ipaddress
import os
import re
import socket
from dataclasses import dataclass
from typing import Any, Self

from patternbook.errors import ConfigError

_ADDRESS = re.compile(r"(?:\[(?P<six>[^\[\]/]+)\]|(?P<host>[^\[\]/:\s]+)):(?P<port>[0-9]+)", re.ASCII)
_MOST_PORT = 65_535
_BACKLOG = 1_024

_Info = tuple[socket.AddressFamily, socket.SocketKind, int, str, Any]


@dataclass(frozen=True, slots=True)
class Address:
    """A host and a port to listen on."""

    host: str
    """A name or an address; an IPv6 address without brackets."""
    port: int
    """0 lets the system choose."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``HOST:PORT``; an IPv6 address stands in brackets.

        Raises:
            ConfigError: it is written otherwise, or the port is too large.
        """
        written = _ADDRESS.fullmatch(text)
        if written is None:
            raise ConfigError(
                f"--http {text!r}: expected HOST:PORT, such as 127.0.0.1:8765, localhost:8765 or [::1]:8765"
            )
        if len(written["port"]) > len(str(_MOST_PORT)) or int(written["port"]) > _MOST_PORT:
            raise ConfigError(
                f"--http {text!r}: expected a port from 0 to {_MOST_PORT}; 0 lets the system choose"
            )
        return cls(written["six"] or written["host"], int(written["port"]))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Listener:
    """Bound sockets. Clients that connect wait until somebody accepts."""

    address: Address
    """With the port that was really bound."""
    sockets: tuple[socket.socket, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """An address with what its host stands for."""

    address: Address
    infos: tuple[_Info, ...]

    @classmethod
    def of(cls, address: Address) -> Self:
        """Look a host up.

        Raises:
            ConfigError: nothing on this machine goes by the name.
        """
        try:
            found = socket.getaddrinfo(
                address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "no host has such a name"
            raise ConfigError(
                f"--http {address}: the host cannot be resolved ({reason}); name an address of this machine"
            ) from None
        return cls(address, tuple(dict.fromkeys(found)))

    @property
    def loopback(self) -> bool:
        """Whether only programs on this machine can connect."""
        return all(is_loopback(str(info[4][0])) for info in self.infos)

    def listen(self) -> Listener:
        """Bind every address that the host stands for, all to one port.

        Raises:
            ConfigError: the port is in use, not permitted, or the host is none of this machine's.
        """
        sockets: list[socket.socket] = []
        port = self.address.port
        missing: OSError | None = None
        for family, kind, protocol, _, where in self.infos:
            try:
                bound = _bound(family, kind, protocol, (where[0], port, *where[2:]))
            except OSError as error:
                # A name such as localhost may stand for an address of a family that is switched off here.
                if _is_absent(error):
                    missing = error
                    continue
                _close(sockets)
                raise self._refused(error) from None
            sockets.append(bound)
            port = bound.getsockname()[1]
        if missing is not None and not sockets:
            raise self._refused(missing) from None
        return Listener(Address(self.address.host, port), tuple(sockets))

    def _refused(self, error: OSError) -> ConfigError:
        at = f"--http {self.address}"
        if error.errno == errno.EADDRINUSE:
            return ConfigError(
                f"{at}: the port is in use; stop the program that listens there, or choose another port"
            )
        if error.errno == errno.EACCES:
            return ConfigError(f"{at}: listening there is not permitted; choose a port from 1024")
        if _is_absent(error):
            return ConfigError(f"{at}: this machine has no such address; choose one of its own")
        return ConfigError(f"{at}: cannot listen there ({error.strerror or error})")


def is_loopback(host: str) -> bool:
    """Whether a text is an IP address that leads back to the same machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _bound(family: int, kind: int, protocol: int, where: tuple[Any, ...]) -> socket.socket:
    created = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # Connections of a server that has just ended do not keep the next one from its port.
            created.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            created.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        created.bind(where)
        created.listen(_BACKLOG)
        created.setblocking(False)
    except BaseException:
        created.close()
        raise
    return created


def _is_absent(error: OSError) -> bool:
    return error.errno in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT}


def _close(sockets: list[socket.socket]) -> None:
    for bound in sockets:
        bound.close()
