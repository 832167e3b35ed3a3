"""Examples by category, tag and symbol, and which are like another."""

from __future__ import annotations

from dataclasses import replace

import pytest

from patternbook.model import Example, Origin
from patternbook.site.catalog import Catalog, category_title
from patternbook.site.layout import Layout
from patternbook.site.related import related
from sites import small_corpus


def _example(example_id: str, **fields: object) -> Example:
    values = {"title": example_id, "category": "c", "tags": (), "source": "x", "explanation": ""}
    return Example(id=example_id, **(values | fields))  # type: ignore[arg-type]


def _catalog(*examples: Example) -> Catalog:
    return Catalog.of(examples or small_corpus().entries, Layout(directory_urls=False))


def test_groups_hold_every_example_under_each_of_its_names() -> None:
    catalog = _catalog()
    for entry in catalog.entries:
        assert entry in catalog.categories[entry.example.category].entries
        assert all(entry in catalog.tags[tag].entries for tag in entry.example.tags)
        assert all(entry in catalog.symbols[name].entries for name in entry.example.uses)
        assert all(entry in catalog.symbols[name].defined_in for name in entry.example.defines)


def test_names_are_in_alphabetical_order_whatever_their_case() -> None:
    tags = list(_catalog().tags)
    assert tags == sorted(tags, key=lambda tag: (tag.casefold(), tag))


def test_only_a_name_of_several_examples_has_a_page() -> None:
    catalog = _catalog()
    assert catalog.symbols["inject:into:"].address is None
    assert catalog.symbols["printString"].address is not None
    assert catalog.tags["C++"].address != catalog.tags["c++"].address
    assert all(group.address for group in catalog.categories.values())


def test_an_example_that_defines_and_uses_a_symbol_is_listed_once() -> None:
    group = _catalog(_example("a", defines=("f",), uses=("f",)), _example("b", uses=("f",))).symbols["f"]
    assert [e.example.id for e in group.defined_in] == ["a"]
    assert [e.example.id for e in group.entries] == ["b"]
    assert group.count == 2


def test_the_best_of_a_symbol_come_first() -> None:
    test_origin = Origin("app/tests/f_test.py", 1, 2, 0, 9)
    named = _example("named", title="How f works", uses=("f",), origin=test_origin)
    focused = _example("focused", uses=("f",))
    long = _example("long", uses=("f",), source="x\n" * 30)
    busy = _example("busy", uses=("a", "b", "c", "f"))
    tested = _example("tested", uses=("f",), origin=test_origin)
    in_tests = _example("in-tests", uses=("f",), category="unit-testing")
    group = _catalog(in_tests, tested, busy, long, focused, named).symbols["f"]
    order = [entry.example.id for entry in group.entries]
    assert order == ["named", "focused", "long", "busy", "in-tests", "tested"]


def test_neighbours_are_those_of_the_category() -> None:
    catalog = _catalog(_example("a"), _example("b", category="d"), _example("c"), _example("e"))
    around = {
        example_id: tuple(entry and entry.example.id for entry in pair)
        for example_id, pair in catalog.neighbours.items()
    }
    assert around == {"a": (None, "c"), "b": (None, None), "c": ("a", "e"), "e": ("c", None)}


@pytest.mark.parametrize(
    ("name", "title"),
    [("language-reference", "Language reference"), ("a_b", "A b"), ("", "Uncategorized"), ("API", "API")],
)
def test_category_titles(name: str, title: str) -> None:
    assert category_title(name) == title


def test_what_is_rare_says_more_of_what_is_alike() -> None:
    others = tuple(_example(f"other-{n}", uses=("common",)) for n in range(8))
    one = _example("one", uses=("common", "rare"))
    twin = _example("twin", uses=("rare",))
    alike = related(_catalog(one, twin, *others))
    assert alike["one"][0].example.id == "twin"
    assert "one" not in [entry.example.id for entry in alike["one"]]


def test_an_example_that_shares_nothing_has_no_relatives() -> None:
    alike = related(_catalog(_example("a", tags=("x",)), _example("b", tags=("y",))))
    assert alike.get("a", ()) == ()


def test_a_name_of_very_many_examples_relates_none() -> None:
    many = tuple(_example(f"e{n}", uses=(":=",)) for n in range(100))
    assert not related(_catalog(*many))


def test_relatives_do_not_depend_on_the_order_of_names() -> None:
    entries = small_corpus().entries
    turned = tuple(replace(e, tags=e.tags[::-1], uses=e.uses[::-1]) for e in entries)
    ids = [
        {key: [entry.example.id for entry in found] for key, found in related(_catalog(*examples)).items()}
        for examples in (entries, turned)
    ]
    assert ids[0] == ids[1]
