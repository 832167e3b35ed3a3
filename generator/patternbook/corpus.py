"""A corpus: examples in canonical order, canonical JSON in and out, and comparison."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from patternbook.errors import CorpusError
from patternbook.model import Example, Origin, Validation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.resources.abc import Traversable

_TEXT_FIELDS = ("id", "title", "category", "source", "explanation")
_LIST_FIELDS = ("tags",)
_OPTIONAL_LIST_FIELDS = ("defines", "uses")
_ORIGIN_NUMBERS = ("start_line", "end_line", "start_byte", "end_byte")
_LEVELS = ("parsed", "compiled", "executed")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Corpus:
    """Examples and the bytes that they were read from or are written as."""

    entries: tuple[Example, ...]
    raw: bytes
    """The JSON document, UTF-8."""

    @classmethod
    def of(cls, entries: Iterable[Example]) -> Corpus:
        """Put entries in canonical order: source path, byte offset, id."""
        ordered = tuple(sorted(entries, key=_canonical_position))
        return cls(ordered, _dump(ordered))

    @classmethod
    def parse(cls, raw: bytes, where: str) -> Corpus:
        """Read a corpus in the order in which it stands.

        Args:
            raw: a JSON document ``{"entries": [Entry, …]}``, UTF-8.
            where: what to call it in an error, usually its path.

        Raises:
            CorpusError: it is not such a document; the message names the entry and the field.
        """
        try:
            document = json.loads(raw.decode("utf-8"))
        except UnicodeDecodeError as error:
            raise CorpusError(f"{where}: not UTF-8 at byte {error.start}; a corpus is UTF-8 JSON") from None
        except (ValueError, RecursionError) as error:
            raise CorpusError(f"{where}: not JSON ({error}); rebuild it with `patternbook build`") from None
        if not isinstance(document, dict) or not isinstance(document.get("entries"), list):
            raise CorpusError(f'{where}: expected an object with a list "entries"')
        entries = tuple(_entry(item, f"{where}: entry {n}") for n, item in enumerate(document["entries"], 1))
        seen: dict[str, int] = {}
        for number, entry in enumerate(entries, 1):
            if entry.id in seen:
                raise CorpusError(
                    f"{where}: entry {number}: field 'id': {entry.id!r} is "
                    f"the id of entry {seen[entry.id]} too; ids are unique"
                )
            seen[entry.id] = number
        return cls(entries, raw)

    @classmethod
    def load(cls, path: Traversable) -> Corpus:
        """Read a corpus from a file, which may lie in an archive.

        Raises:
            CorpusError: it cannot be read, or it is broken.
        """
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise CorpusError(f"{path}: cannot be read ({error.strerror}); expected a corpus.json") from None
        return cls.parse(raw, str(path))

    @cached_property
    def sha256(self) -> str:
        """SHA-256 of the document's bytes, lowercase hexadecimal: an index names its corpus by it."""
        return hashlib.sha256(self.raw).hexdigest()

    @cached_property
    def by_id(self) -> Mapping[str, Example]:
        """Entries by id."""
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The categories that occur, sorted."""
        return tuple(sorted({entry.category for entry in self.entries}))


@dataclass(frozen=True, slots=True)
class Difference:
    """How a corpus differs from an earlier one, as sorted ids."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: tuple[str, ...]

    @classmethod
    def between(cls, old: Corpus, new: Corpus) -> Difference:
        """Compare two corpora entry by entry."""
        before, after = old.by_id, new.by_id
        return cls(
            added=tuple(sorted(after.keys() - before.keys())),
            removed=tuple(sorted(before.keys() - after.keys())),
            changed=tuple(sorted(k for k in before.keys() & after.keys() if before[k] != after[k])),
        )


def entry_to_dict(entry: Example) -> dict[str, Any]:
    """One entry as the JSON object of the contract; fields that a foreign corpus lacks stay out."""
    result: dict[str, Any] = {
        "id": entry.id,
        "title": entry.title,
        "category": entry.category,
        "tags": list(entry.tags),
        "source": entry.source,
        "explanation": entry.explanation,
    }
    if entry.language:
        result["language"] = entry.language
    if entry.analysed:
        result["defines"] = list(entry.defines)
        result["uses"] = list(entry.uses)
    if entry.origin is not None:
        result["origin"] = {"path": entry.origin.path} | {
            n: getattr(entry.origin, n) for n in _ORIGIN_NUMBERS
        }
    if entry.validation is not None:
        result["validation"] = {"level": entry.validation.level, "by": entry.validation.by}
    return result


def _canonical_position(entry: Example) -> tuple[str, int, str]:
    if entry.origin is None:
        return ("", 0, entry.id)
    return (entry.origin.path, entry.origin.start_byte, entry.id)


def _dump(entries: tuple[Example, ...]) -> bytes:
    document = {"entries": [entry_to_dict(entry) for entry in entries]}
    return (json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _entry(item: object, where: str) -> Example:
    if not isinstance(item, dict):
        raise CorpusError(f"{where}: expected an object, found {_kind(item)}")
    if isinstance(item.get("id"), str):
        where = f"{where} ({item['id']})"
    texts = {name: _text(item, name, where) for name in _TEXT_FIELDS}
    if not texts["id"]:
        raise CorpusError(f"{where}: field 'id': expected a string that is not empty")
    return Example(
        **texts,
        tags=_strings(item, "tags", where),
        language=_text(item, "language", where) if "language" in item else "",
        defines=_strings(item, "defines", where) if "defines" in item else (),
        uses=_strings(item, "uses", where) if "uses" in item else (),
        origin=_origin(item["origin"], where) if "origin" in item else None,
        validation=_validation(item["validation"], where) if "validation" in item else None,
        analysed=all(name in item for name in _OPTIONAL_LIST_FIELDS),
    )


def _text(item: Mapping[str, object], name: str, where: str) -> str:
    if name not in item:
        raise CorpusError(f"{where}: field {name!r} is missing; expected a string")
    value = item[name]
    if not isinstance(value, str):
        raise CorpusError(f"{where}: field {name!r}: expected a string, found {_kind(value)}")
    return _well_formed(value, name, where)


def _strings(item: Mapping[str, object], name: str, where: str) -> tuple[str, ...]:
    if name not in item:
        raise CorpusError(f"{where}: field {name!r} is missing; expected a list of strings")
    value = item[name]
    if not isinstance(value, list):
        raise CorpusError(f"{where}: field {name!r}: expected a list of strings, found {_kind(value)}")
    for member in value:
        if not isinstance(member, str):
            raise CorpusError(f"{where}: field {name!r}: expected strings only, found {_kind(member)}")
    return tuple(_well_formed(member, name, where) for member in value)


def _well_formed(value: str, name: str, where: str) -> str:
    if not value.isascii() and _SURROGATE.search(value):
        raise CorpusError(f"{where}: field {name!r}: a lone surrogate (\\ud800–\\udfff) is no character")
    return value


def _origin(value: object, where: str) -> Origin:
    if not isinstance(value, dict):
        raise CorpusError(f"{where}: field 'origin': expected an object, found {_kind(value)}")
    numbers: dict[str, int] = {}
    for name in _ORIGIN_NUMBERS:
        number = value.get(name)
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise CorpusError(
                f"{where}: field 'origin.{name}': expected a whole number from 0, found {number!r}"
            )
        numbers[name] = number
    return Origin(path=_text(value, "path", f"{where}: origin"), **numbers)


def _validation(value: object, where: str) -> Validation:
    if not isinstance(value, dict):
        raise CorpusError(f"{where}: field 'validation': expected an object, found {_kind(value)}")
    level = value.get("level")
    if level not in _LEVELS:
        raise CorpusError(
            f"{where}: field 'validation.level': expected one of {', '.join(_LEVELS)}, found {level!r}"
        )
    return Validation(level=level, by=_text(value, "by", f"{where}: validation"))


def _kind(value: object) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a string",
        bool: "a boolean",
        type(None): "null",
    }
    return names.get(type(value), "a number")
