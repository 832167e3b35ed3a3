"""Ids are unique, and stay when unrelated content changes."""

from __future__ import annotations

from patternbook.curate.ids import assign_ids
from patternbook.model import Checked, Origin, Snippet, Validation


def _item(path: str, key: str, byte: int = 0, kind: str = "blocks") -> Checked:
    snippet = Snippet(kind, "beamtalk", "x", Origin(path, 1, 1, byte, byte + 1), tuple(key.split("/")), "c")
    return Checked(snippet, (), (), Validation("parsed", "beamtalk@1"))


def test_the_key_is_the_id() -> None:
    assert assign_ids([_item("learn/closures.md", "closures/value-capture")]) == ["closures-value-capture"]


def test_one_heading_with_several_blocks_is_numbered() -> None:
    items = [_item("a.md", "a/x", 0), _item("a.md", "a/y", 10), _item("a.md", "a/x", 20)]
    assert assign_ids(items) == ["a-x", "a-y", "a-x-2"]


def test_files_that_share_a_key_all_get_their_folders() -> None:
    items = [_item("one/src/a.bt", "a"), _item("two/src/a.bt", "a"), _item("z.bt", "b")]
    assert assign_ids(items) == ["one-src-a", "two-src-a", "b"]


def test_no_file_takes_the_plain_id_away() -> None:
    before = assign_ids([_item("m/a.bt", "a"), _item("n/b.bt", "b")])
    after = assign_ids([_item("k/c.bt", "c"), _item("m/a.bt", "a"), _item("n/b.bt", "b")])
    assert after[1:] == before


def test_a_made_id_never_meets_another() -> None:
    items = [_item("a.md", "x", 0), _item("a.md", "x", 5), _item("a.md", "x-2", 9)]
    ids = assign_ids(items)
    assert len(set(ids)) == len(ids)
    assert ids[0] == "x"


def test_two_extractions_of_one_file_do_not_share_numbers() -> None:
    items = [
        _item("a.md", "a/x", 0, "blocks"),
        _item("a.md", "a/x", 0, "sections"),
        _item("a.md", "a/x", 9, "blocks"),
    ]
    assert assign_ids(items) == ["a-x", "a-x-sections", "a-x-2"]


def test_files_that_differ_in_their_order_alone_keep_it() -> None:
    assert assign_ids([_item("05-a.md", "a/x"), _item("09-a.md", "a/x")]) == ["05-a-a-x", "09-a-a-x"]
