"""Who may ask: the ``Host`` and the ``Origin`` of a request against what was allowed.

A web page can make a browser send requests to this machine. Their ``Origin`` tells where the page is from;
and if the page had its own name point here, their ``Host`` still tells that name.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

from patternbook.errors import ConfigError
from patternbook.server.listening import is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from patternbook.server.listening import Address

_AUTHORITY = re.compile(
    r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<host>[a-z0-9._-]+))(?::(?P<port>[0-9]{0,5}))?", re.ASCII | re.IGNORECASE
)
_ORIGIN = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<authority>[^/?#@]+)", re.ASCII | re.IGNORECASE)
_PORTS = {"http": 80, "https": 443}


class Authority(NamedTuple):
    """A host and the port behind it, if one is given; equal ones are spelled alike."""

    host: str
    port: int | None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read ``host``, ``host:port`` or ``[address]:port``; ``None`` for anything else."""
        written = _AUTHORITY.fullmatch(text)
        if written is None:
            return None
        host = (written["six"] or written["host"]).lower().removesuffix(".")
        try:
            host = str(ipaddress.ip_address(host))
        except ValueError:
            if written["six"]:
                return None
        return cls(host, int(written["port"]) if written["port"] else None)

    @property
    def local(self) -> bool:
        """Whether it can only mean the machine that names it."""
        return self.host == "localhost" or is_loopback(self.host)


class Origin(NamedTuple):
    """Where a web page is from; the port is never ``None`` where the scheme has a usual one."""

    scheme: str
    authority: Authority

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read ``scheme://host`` or ``scheme://host:port``; ``None`` for anything else."""
        written = _ORIGIN.fullmatch(text)
        authority = Authority.parse(written["authority"]) if written else None
        if written is None or authority is None:
            return None
        scheme = written["scheme"].lower()
        return cls(scheme, authority._replace(port=authority.port or _PORTS.get(scheme)))


@dataclass(frozen=True, slots=True)
class Admission:
    """What a server lets in."""

    hosts: frozenset[Authority]
    """One without a port allows the host with any port."""
    origins: frozenset[Origin]
    local: bool
    """Whether the names of the machine itself, and pages from it, are allowed too."""

    @classmethod
    def of(cls, address: Address, hosts: Iterable[str], origins: Iterable[str], *, loopback: bool) -> Self:
        """Return the rules of one server.

        Args:
            address: where it listens.
            hosts: what ``--allow-host`` names.
            origins: what ``--allow-origin`` names.
            loopback: whether only programs on this machine can connect.

        Raises:
            ConfigError: one of the names is malformed; or others can connect, and no host is named.
        """
        allowed = frozenset(_host(text) for text in hosts)
        if not loopback and not allowed:
            raise ConfigError(
                f"--http {address}: other machines can connect there, so say by which names they may ask; "
                "add --allow-host NAME for each, such as --allow-host docs.example.org"
            )
        own = Authority.parse(f"[{address.host}]" if ":" in address.host else address.host)
        if loopback and own is not None:
            allowed |= {own}
        return cls(allowed, frozenset(_origin(text) for text in origins), loopback)

    def takes_host(self, text: str) -> bool:
        """Whether a ``Host`` header is one of the server's."""
        host = Authority.parse(text)
        if host is None:
            return False
        return host in self.hosts or host._replace(port=None) in self.hosts or (self.local and host.local)

    def takes_origin(self, text: str) -> bool:
        """Whether pages of an ``Origin`` may ask."""
        origin = Origin.parse(text)
        if origin is None:
            return False
        return origin in self.origins or (self.local and origin.scheme in _PORTS and origin.authority.local)


def _host(text: str) -> Authority:
    bare_address = text.count(":") > 1 and not text.startswith("[")
    host = Authority.parse(f"[{text}]" if bare_address else text)
    if host is None:
        raise ConfigError(
            f"--allow-host {text!r}: expected a host with or without a port, "
            "such as docs.example.org or docs.example.org:8443"
        )
    return host


def _origin(text: str) -> Origin:
    origin = Origin.parse(text)
    if origin is None:
        raise ConfigError(
            f"--allow-origin {text!r}: expected SCHEME://HOST or SCHEME://HOST:PORT, "
            "such as https://docs.example.org"
        )
    return origin
