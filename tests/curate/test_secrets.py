"""Credentials are refused, ordinary code is not."""

from __future__ import annotations

import pytest

from patternbook.curate.secrets import find_secret

# Put together here, so that no scanner mistakes this file for a leak.
_SECRETS = {
    "private key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "AWS": 'key := "AKIA' + 'QYLPMN5HFIQR7BBB"',
    "GitHub": 'token := "ghp_' + "a1B2" * 9 + '"',
    "Slack": 'hook := "xoxb-' + '263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"',
    "Stripe": 'key := "sk_live_' + "ReTllpYQYfIZu2Jnf2lAPFjD" + '"',
}


@pytest.mark.parametrize("line", _SECRETS.values(), ids=_SECRETS.keys())
def test_refused_with_its_line(line: str) -> None:
    found = find_secret(f"x := 1\n{line}\n")
    assert found is not None
    assert found[0] == 2
    assert line not in found[1]


@pytest.mark.parametrize(
    "source",
    [
        'password := "hunter2"',
        'id := "3f2b8c1e-9a77-4f0e-8f8e-2f6f1f0d9c11"',
        'digest := "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
        "token := parser nextToken",
        'secret := Random new nextInteger: 100  // "api_key"',
    ],
)
def test_ordinary_code_passes(source: str) -> None:
    assert find_secret(source) is None
