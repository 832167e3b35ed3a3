"""Names out of headings, identifiers and file paths."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from pathlib import PurePosixPath

_NOT_WORD = re.compile(r"[^a-z0-9]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ORDER_PREFIX = re.compile(r"^\d+[-_.](?=.)")
_LAYOUT_FOLDERS = frozenset({"src", "lib"})
_SLUG_LENGTH = 64
_TEST_MARK = re.compile(r"^_*[Tt]ests?[-_.](?=.)|(?<=.)[-_.][Tt]ests?$|(?<=[a-z0-9])Tests?$")
_STANDS_FOR_FOLDER = frozenset({"__init__", "__main__", "index", "main", "readme"})


def slug(text: str) -> str:
    """A text as lower-case ASCII words joined by hyphens.

    A text of punctuation alone is spelled out (``++`` gives ``plus-sign-plus-sign``); one without any ASCII
    is told apart by a hash. Never empty.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    found = _shorten(_NOT_WORD.sub("-", plain).strip("-"))
    if found:
        return found
    spelled = "-".join(unicodedata.name(mark, "").lower() for mark in plain if not mark.isspace())
    return (
        _shorten(_NOT_WORD.sub("-", spelled).strip("-"))
        or f"x{hashlib.sha256(text.encode()).hexdigest()[:8]}"
    )


def label(text: str) -> str:
    """A text as lower-case words joined by hyphens, in whatever script: the form of categories and tags."""
    return "-".join(re.findall(r"\w+", unicodedata.normalize("NFC", text).lower().replace("_", " ")))


def words(identifier: str) -> str:
    """An identifier as words: ``addKeepsOrder`` and ``add_keeps_order`` → ``add keeps order``."""
    spaced = re.sub(r"[_\W]+", " ", _CAMEL.sub(" ", identifier)).split()
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in spaced)


def sentence_case(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def key_of_path(inside: str) -> tuple[str, ...]:
    """Parts of an id from a path, without file ending, ordering numbers, and folders that only lay out."""
    path = PurePosixPath(inside)
    folders = [part for part in path.parent.parts if part not in _LAYOUT_FOLDERS]
    return tuple(slug(_CAMEL.sub("-", _ORDER_PREFIX.sub("", part))) for part in (*folders, path.stem))


def without_order(name: str) -> str:
    """A file or folder name without the number that only orders it: ``07-blocks`` → ``blocks``."""
    return _ORDER_PREFIX.sub("", name)


def topic(path: str) -> str:
    """What a file is about, by its name: without ordering number and without what marks a test.

    A file that stands for its folder (``index``, ``README``, ``__init__``) is about what the folder is about.
    """
    folder, _, name = path.rpartition("/")
    stem = without_order(name.partition(".")[0])
    if stem.lower() in _STANDS_FOR_FOLDER and folder:
        return without_order(folder.rpartition("/")[2])
    return _TEST_MARK.sub("", stem)


def fill_category(template: str, path: str, project: str) -> str:
    """The category that a template gives to the examples of a file.

    Args:
        template: a text that may hold ``{topic}``, ``{stem}``, ``{parent}`` and ``{project}``.
        path: the file's path in the project.
        project: the name of the example project to which it belongs.
    """
    folder, _, name = path.rpartition("/")
    values = {
        "topic": topic(path),
        "stem": without_order(name.partition(".")[0]),
        "parent": without_order(folder.rpartition("/")[2]) or "examples",
        "project": project,
    }
    return label(template.format(**values)) or "examples"


def project_name(inside: str, container: str) -> str:
    """The first folder below a pattern's fixed part, or else the folder that this part ends with."""
    head, slash, _ = inside.partition("/")
    return without_order(head if slash else container)


def _shorten(found: str) -> str:
    """At most ``_SLUG_LENGTH`` characters; what is cut off is told apart by a digest, not by its order."""
    if len(found) <= _SLUG_LENGTH:
        return found
    digest = hashlib.sha256(found.encode()).hexdigest()[:6]
    room = _SLUG_LENGTH - len(digest) - 1
    return f"{found[: room + 1].rpartition('-')[0] or found[:room]}-{digest}"
