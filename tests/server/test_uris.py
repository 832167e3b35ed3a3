from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patternbook.server.uris import is_uri, parse_uri, uri_of


@pytest.mark.parametrize(
    ("corpus", "example_id", "uri"),
    [
        ("Beamtalk", "closures-value-capture", "patternbook://Beamtalk/closures-value-capture"),
        ("Shop Floor", "a/b c", "patternbook://Shop%20Floor/a/b%20c"),
        ("a/b", "ü", "patternbook://a%2Fb/%C3%BC"),
    ],
)
def test_an_address(corpus: str, example_id: str, uri: str) -> None:
    assert uri_of(corpus, example_id) == uri
    assert is_uri(uri)


@given(st.text(), st.text())
def test_an_address_leads_back(corpus: str, example_id: str) -> None:
    assert parse_uri(uri_of(corpus, example_id)) == (corpus, example_id)


def test_what_is_no_address() -> None:
    assert not is_uri("https://example.org")
    assert not is_uri("patternbook")
    assert is_uri("PATTERNBOOK://x/y")
    assert parse_uri("patternbook://Beamtalk") == ("Beamtalk", "")
