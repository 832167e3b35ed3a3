"""The build's memory: what was taken from a file that has not changed since.

One JSON file, replaced atomically. It carries a checksum of its content; a damaged file, one of another
format, or one that another version of the tool wrote is ignored as if it were not there.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from patternbook.files import replace_file
from patternbook.model import Checked, Origin, Rejection, Snippet, Validation

if TYPE_CHECKING:
    from collections.abc import Mapping

Outcomes = tuple[Checked | Rejection, ...]

_FORMAT = 1


def load_cache(file: Path) -> dict[str, Outcomes]:
    """Read a cache: key → outcomes. Empty when there is none that can be trusted."""
    try:
        document = json.loads(file.read_bytes())
        payload = document["payload"]
        if document["format"] != _FORMAT or document["sha256"] != _checksum(payload):
            return {}
        return {key: tuple(_decode(item) for item in items) for key, items in payload.items()}
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return {}


def save_cache(file: Path, outcomes: Mapping[str, Outcomes]) -> None:
    """Write a cache; where that is not possible, the next build does without."""
    payload = {key: [_encode(item) for item in items] for key, items in sorted(outcomes.items())}
    document = {"format": _FORMAT, "sha256": _checksum(payload), "payload": payload}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        ignore = file.parent / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
        replace_file(file, json.dumps(document).encode())
    except OSError:
        return


def cache_key(*parts: str) -> str:
    """A key for a file's outcomes: a digest of everything that they depend on, this tool's code included."""
    digest = hashlib.sha256(_tool_fingerprint().encode())
    for part in parts:
        digest.update(f"{len(part.encode())}:".encode() + part.encode())
    return digest.hexdigest()


@cache
def _tool_fingerprint() -> str:
    """A digest of the package's own code and data: what an edited frontend took is not what it takes now."""
    digest = hashlib.sha256()
    package = Path(__file__).parent
    for file in sorted((*package.rglob("*.py"), *package.rglob("*.toml"))):
        digest.update(f"{file.relative_to(package).as_posix()}\n".encode() + file.read_bytes())
    return digest.hexdigest()


def _checksum(payload: object) -> str:
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


def _encode(item: Checked | Rejection) -> dict[str, Any]:
    return asdict(item)


def _decode(item: dict[str, Any]) -> Checked | Rejection:
    if "snippet" not in item:
        return Rejection(**item)
    snippet = item["snippet"]
    return Checked(
        snippet=Snippet(
            **{
                **snippet,
                "origin": Origin(**snippet["origin"]),
                "key": tuple(snippet["key"]),
                "topics": tuple(snippet["topics"]),
                "lines": tuple(snippet["lines"]),
                "preparation": tuple(snippet["preparation"]),
                "about": tuple(snippet["about"]),
            }
        ),
        defines=tuple(item["defines"]),
        uses=tuple(item["uses"]),
        validation=Validation(**item["validation"]),
    )
