"""The index file: a Lunr 2.3.9 index laid out so that it can be read without being parsed.

Each vector and each term has a line of its own, terms are sorted, every number of a vector's values has a
decimal point and no term number has one. So a term's posting is found by bisection over the lines, and a
document's weight for a term by a byte search in the document's line; a query decodes only what it touches.
Any JSON with the same content is accepted too: it is laid out anew when it is read.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Any

from patternbook.errors import IndexFormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LUNR_VERSION = "2.3.9"
FORMAT = 3
TEXT, SYMBOLS = FIELDS = ("text", "symbols")

_HEAD = f'{{"version":"{LUNR_VERSION}","fields":["{TEXT}","{SYMBOLS}"],"pipeline":[],'
_CHECK = b',\n"check":'
_OWN = b'\n"patternbook":{\n'
_REBUILD = "rebuild it with `patternbook build`"
_MOST_KEPT = 1000
"""Terms whose postings and weights are kept decoded."""
_STRIDE = 32
"""One term in so many is kept decoded, to find the others by."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

Posting = dict[str, Any]
"""``{"_index": n, "text": {ref: {}}, "symbols": {ref: {}}}``."""


def ref_of(number: int) -> str:
    """Short name of a document by its number: letters, for JavaScript reorders keys that are numbers."""
    ref = _LETTERS[number % 52]
    while number := number // 52:
        number -= 1
        ref = _LETTERS[number % 52] + ref
    return ref


def write(
    vectors: Sequence[tuple[str, Sequence[tuple[int, float]]]],
    postings: Sequence[tuple[str, Posting]],
    extra: dict[str, Any],
) -> bytes:
    """Lay out an index.

    Args:
        vectors: for each field in turn, for each document in turn: ``field/ref`` and its weights by term
            number, ascending.
        postings: sorted by term.
        extra: what stands under the key ``patternbook``.
    """
    body = "\n".join(
        [
            _HEAD,
            '"fieldVectors":[',
            ",\n".join(_vector_line(name, weights) for name, weights in vectors),
            '],"invertedIndex":[',
            ",\n".join(_json(pair) for pair in postings),
            "],",
        ]
    ).encode("ascii")
    own = {"format": FORMAT, **extra}
    tail = ",\n".join(f"{_json(key)}:{_json(value)}" for key, value in own.items())
    checked = body + _OWN + tail.encode("ascii")
    return checked + _CHECK + b"%d}}\n" % zlib.crc32(checked)


def _vector_line(name: str, weights: Iterable[tuple[int, float]]) -> str:
    numbers = ",".join(f"{index},{float(weight)!r}" for index, weight in weights)
    return f"[{_json(name)},[{numbers}]]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


class Extra:
    """What stands under the key ``patternbook``; each value is decoded when it is first asked for."""

    def __init__(self, raw: bytes) -> None:
        """Take the members of the object, one a line."""
        members = (line.rstrip(b",").partition(b":") for line in raw.split(b"\n"))
        self._raw = {key[1:-1].decode(): value for key, _, value in members}
        self._decoded: dict[str, Any] = {}

    def __getitem__(self, key: str) -> Any:
        if key not in self._decoded:
            self._decoded[key] = json.loads(self._raw[key])
        return self._decoded[key]


class Store:
    """An index file, opened."""

    def __init__(self, lines: list[bytes], extra: Extra) -> None:
        self.extra = extra
        self.numbers = {ref_of(number): number for number in range(len(extra["ids"]))}
        """Number of each document, by its short name."""
        self._lines = lines
        self._first_term = 3 + max(1, 2 * len(self.numbers))
        self._end = len(lines) - 1
        if self.numbers and lines[self._first_term - 1] != b'],"invertedIndex":[':
            raise ValueError("the number of vectors differs from the number of ids")
        if self._end - self._first_term == 1 and not lines[self._first_term]:
            self._end = self._first_term
        self._postings: dict[str, Posting | None] = {}
        self._weights: dict[tuple[str, str], dict[str, float]] = {}

    @classmethod
    def parse(cls, raw: bytes, where: str) -> Store:
        """Open an index.

        Raises:
            IndexFormatError: it is broken, or it is not an index of this format.
        """
        store = cls._as_laid_out(raw)
        if store is None:
            store = cls._as_laid_out(_laid_out(raw, where))
        if store is None:
            raise IndexFormatError(f"{where}: not an index that this version reads; {_REBUILD}")
        return store

    @classmethod
    def _as_laid_out(cls, raw: bytes) -> Store | None:
        checked, _, check = raw.rpartition(_CHECK)
        body, _, own = checked.partition(_OWN)
        if not body.startswith(_HEAD.encode()) or check != b"%d}}\n" % zlib.crc32(checked):
            return None
        try:
            extra = Extra(own)
            return cls(body.split(b"\n"), extra) if extra["format"] == FORMAT else None
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            return None

    def posting(self, term: str) -> Posting | None:
        """Return the posting of a term, or ``None`` if the index lacks it."""
        try:
            return self._postings[term]
        except KeyError:
            if len(self._postings) > _MOST_KEPT:
                self._postings.clear()
            found = self._postings[term] = self._find(term)
            return found

    @cached_property
    def _signposts(self) -> list[str]:
        """Every so many a term, so that a search for one decodes few lines."""
        return [_term_of(line) for line in self._lines[self._first_term : self._end : _STRIDE]]

    def _line_of(self, term: str) -> int:
        """Number of the first line whose term is not before a term."""
        passed = bisect_left(self._signposts, term)
        start = self._first_term + max(0, passed - 1) * _STRIDE
        stop = min(self._end, self._first_term + passed * _STRIDE)
        return bisect_left(self._lines, term, start, stop, key=_term_of)

    def _find(self, term: str) -> Posting | None:
        line = self._line_of(term)
        if line == self._end or _term_of(self._lines[line]) != term:
            return None
        posting: Posting = json.loads(self._lines[line].rstrip(b","))[1]
        return posting

    def weights(self, term: str, field: str) -> dict[str, float]:
        """Return the stored weight of a term in each document that holds it, by short name."""
        kept = self._weights.get((term, field))
        if kept is None:
            if len(self._weights) > _MOST_KEPT:
                self._weights.clear()
            posting = self.posting(term)
            kept = {} if posting is None else self._read_weights(posting, field)
            self._weights[term, field] = kept
        return kept

    def _read_weights(self, posting: Posting, field: str) -> dict[str, float]:
        lines = self._lines
        base = 2 if field == TEXT else 2 + len(self.numbers)
        inner, first = b",%d," % posting["_index"], b"[%d," % posting["_index"]
        weights = {}
        for ref in posting[field]:
            line = lines[base + self.numbers[ref]]
            at = line.find(inner)
            at = (line.index(first) if at < 0 else at) + len(inner)
            weights[ref] = float(line[at : line.find(b",", at)].rstrip(b"],"))
        return weights

    def terms(self, beginning: str = "") -> list[str]:
        """Every term that begins in a certain way, sorted."""
        start = self._line_of(beginning)
        stop = self._end
        if beginning:
            following = beginning[:-1] + chr(ord(beginning[-1]) + 1)
            stop = self._line_of(following)
        return [_term_of(line) for line in self._lines[start:stop]]


def _term_of(line: bytes) -> str:
    end = line.index(b'",{"_index"')
    head = line[2:end]
    return head.decode() if b"\\" not in head else str(json.loads(b'"' + head + b'"'))


def _laid_out(raw: bytes, where: str) -> bytes:
    """Lay out an index that some other program has written again, key order and white space changed.

    Laying out depends on the content alone, so the check sum tells whether the content is still the same.
    """
    try:
        document = json.loads(raw)
        extra = dict(document["patternbook"])
        if (
            document["version"] != LUNR_VERSION
            or document["fields"] != list(FIELDS)
            or extra["format"] != FORMAT
        ):
            raise IndexFormatError(f"{where}: an index of another format; {_REBUILD}")
        check = extra.pop("check")
        del extra["format"]
        vectors = [(name, list(zip(v[::2], v[1::2], strict=True))) for name, v in document["fieldVectors"]]
        laid_out = write(vectors, document["invertedIndex"], extra)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise IndexFormatError(f"{where}: not an index ({type(error).__name__}); {_REBUILD}") from None
    if zlib.crc32(laid_out.rpartition(_CHECK)[0]) != check:
        raise IndexFormatError(f"{where}: damaged, its check sum differs; {_REBUILD}")
    return laid_out
