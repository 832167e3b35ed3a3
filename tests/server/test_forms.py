"""The two forms of an answer: same facts, within the budget, in the shape that the schema promises."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from examples import corpus, example, hit, long_source, results
from patternbook.search.borders import Borders
from patternbook.search.budget import Answer, fit
from patternbook.search.results import Card, Results, Source
from patternbook.server import render
from patternbook.server.sizes import Sizes
from patternbook.server.structured import INPUT_SCHEMA, OUTPUT_SCHEMA, structured


def fitted(found: Results, budget: int = 10_000, *, text_only: bool = False) -> Answer:
    return fit(found, budget, Sizes(text_only), lambda _: Borders())


def values(document: object) -> list[object]:
    """The leaves of a JSON document."""
    if isinstance(document, dict):
        return [leaf for value in document.values() for leaf in values(value)]
    if isinstance(document, list):
        return [leaf for value in document for leaf in values(value)]
    return [document]


def keys(schema: object) -> set[str]:
    if isinstance(schema, dict):
        return set(schema).union(*map(keys, schema.values()))
    if isinstance(schema, list):
        return set().union(*map(keys, schema))
    return set()


@pytest.mark.parametrize("schema", [INPUT_SCHEMA, OUTPUT_SCHEMA])
def test_schemas_refer_to_nothing(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert not keys(schema) & {"$ref", "$defs", "$schema", "definitions", "anyOf", "oneOf", "allOf"}
    assert schema["type"] == "object"


def test_the_input_schema_sets_no_bounds_and_null_is_the_default() -> None:
    assert not keys(INPUT_SCHEMA) & {"minimum", "maximum", "minLength", "maxLength", "enum"}
    limit = INPUT_SCHEMA["properties"]["limit"]
    assert limit["default"] is None
    Draft202012Validator(INPUT_SCHEMA).validate({"query": "closures", "limit": None})
    assert INPUT_SCHEMA["required"] == ["query"]


FOUND = results(
    hit(example(1), exact=True, score=12.345678),
    hit(example(2, explanation="", tags=())),
    hit(example(3, source=long_source(200)[0])),
    hit(example(4, origin=None, validation=None, language="")),
    replace(hit(example(5)), corpus=Source("Unversioned")),
    match="exact",
)


def test_the_structured_form_has_every_field() -> None:
    document = structured(fitted(FOUND))
    Draft202012Validator(OUTPUT_SCHEMA).validate(document)
    assert set(document) == {"match", "total", "exact_total", "omitted", "results"}
    assert document["results"][0] == {
        "id": "counters-count-1",
        "title": "Count to 1",
        "category": "counting-1",
        "tags": ["step-1", "counter"],
        "source": "counter1 := Counter new.\ncounter1 increment",
        "explanation": "Counter number 1 counts. It has no upper bound.",
        "score": 12.35,
        "exact": True,
        "truncated": False,
        "excerpt": None,
        "corpus": "Shop Floor",
        "version": "1.2.0",
        "path": "docs/count-1.md",
        "lines": "11-12",
        "validation": "parsed",
        "uri": "patternbook://Shop%20Floor/counters-count-1",
    }
    assert document["results"][2]["truncated"]
    assert document["results"][2]["excerpt"].endswith(" of 801")
    assert document["results"][3]["path"] is None
    assert document["results"][4]["version"] is None


def test_on_a_weak_match_both_forms_carry_suggestions_and_categories() -> None:
    found = results(
        hit(example(1)), match="weak", suggestions=("counts",), categories=("counting-1", "other")
    )
    answer = fitted(found)
    Draft202012Validator(OUTPUT_SCHEMA).validate(structured(answer))
    assert structured(answer)["suggestions"] == ["counts"]
    assert structured(answer)["categories"] == ["counting-1", "other"]
    assert "suggestions: counts" in render.text(answer)
    assert "categories: counting-1, other" in render.text(answer)


def test_a_class_asked_for_by_name_leads_in_both_forms() -> None:
    card = Card("Counter", ("Actor", "Object"), "Counts.", ("increment", "class new"), "counters-count-1")
    answer = fitted(results(hit(example(1), exact=True), match="exact", card=card))
    document = structured(answer)
    Draft202012Validator(OUTPUT_SCHEMA).validate(document)
    assert document["definition"] == {
        "symbol": "Counter",
        "supers": ["Actor", "Object"],
        "doc": "Counts.",
        "selectors": ["increment", "class new"],
        "id": "counters-count-1",
    }
    lead, _ = render.text(answer).split("### 1. ")
    assert "Counter extends Actor, Object (defined in counters-count-1)\nCounts.\n" in lead
    assert "defines: increment, class new" in lead


def test_the_text_says_all_that_the_structured_form_says() -> None:
    answer = fitted(FOUND)
    text = render.text(answer)
    for value in values(structured(answer)):
        if isinstance(value, str):
            assert value in text
        elif isinstance(value, float):
            assert f"score: {value}" in text
    assert "total: 5 · exact_total: 1 · shown: 5 · omitted: 0" in text
    assert text.count("\ntruncated") == sum(result["truncated"] for result in structured(answer)["results"])


def test_exact_and_related_stand_under_a_heading_each() -> None:
    text = render.text(fitted(FOUND))
    exact, related = text.split(render.RELATED_HEADING)
    assert render.EXACT_HEADING in exact
    assert "### 1. Count to 1" in exact
    assert all(f"### {number}. " in related for number in (2, 3, 4, 5))


@pytest.mark.parametrize("exact", [True, False])
def test_results_of_one_kind_need_no_heading(exact: bool) -> None:
    text = render.text(fitted(results(hit(example(1), exact=exact))))
    assert "### 1. Count to 1" in text
    assert render.EXACT_HEADING not in text
    assert render.RELATED_HEADING not in text


def test_what_was_trimmed_is_said_below_the_address_of_the_whole() -> None:
    source, _ = long_source(200)
    answer = fitted(results(hit(example(7, source=source), matched=("entry77",))), 2_000)
    head = render.text(answer).partition("### 1. ")[2].split("\n\n")[0]
    assert "patternbook://Shop%20Floor/counters-count-7\n" in head
    assert f"\ntruncated, lines {structured(answer)['results'][0]['excerpt']} shown; the whole: send" in head
    (shown,) = answer.portions
    assert not any(first == 1 and last == 801 for first, last in shown.runs)


def test_no_code_can_close_its_fence() -> None:
    source = 'doc := "\n````\nnot the end\n````\n"'
    assert render.fenced(source, "beamtalk") == f"`````beamtalk\n{source}\n`````"
    assert render.fenced("x := 1", "") == "```\nx := 1\n```"


def test_a_resource_is_the_whole_example() -> None:
    found = corpus().by_id["ledger-whole"]
    text = render.document(found, Source("Shop Floor"))
    assert found.source in text
    assert found.explanation in text
    assert "docs/count-100.md:110-111" in text
    assert "parsed · by beamtalk@1" in text
    assert "Uses: Counter, counter100, increment" in text


sizes_of_any_kind = st.lists(
    st.builds(
        example,
        st.integers(0, 99),
        id=st.text("abc-ü", min_size=1, max_size=40),
        source=st.text('ab"\\\n\t`ü你', max_size=2_500),
        explanation=st.text(max_size=300),
        title=st.text(max_size=120),
        tags=st.lists(st.text(max_size=12), max_size=8).map(tuple),
    ),
    max_size=20,
)


@given(
    sizes_of_any_kind,
    st.integers(1_000, 12_000),
    st.booleans(),
    st.sampled_from(["exact", "strong", "weak"]),
    st.lists(st.text(max_size=30), max_size=60).map(tuple),
)
def test_both_forms_stay_within_the_budget(
    found: list[Any], budget: int, text_only: bool, match: Any, hints: tuple[str, ...]
) -> None:
    hits = [hit(each, exact=number % 2 == 0) for number, each in enumerate(found)]
    card = Card("Counter", hints, "".join(hints), hints, "counter") if hints else None
    answer = fitted(
        results(*hits, match=match, suggestions=hints, categories=hints, card=card),
        budget,
        text_only=text_only,
    )
    assert len(render.text(answer)) <= budget
    if not text_only:
        assert len(json.dumps(structured(answer))) <= budget
    assert bool(answer.portions) is bool(found)
