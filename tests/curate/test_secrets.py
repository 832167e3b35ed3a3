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
    "JSON web token": "t = 'eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiJhbm4ifQ" + ".c2lnbmF0dXJl'",
    "Anthropic": "key = 'sk-ant-" + "api03-" + "aB3_" * 24 + "'",
    "age": "AGE-SECRET-" + "KEY-1" + "QW3E" * 14 + "RT",
    "Databricks": "dapi" + "0123456789abcdef" * 2,
    "DigitalOcean": "dop_" + "v1_" + "0123456789abcdef" * 4,
    "GitHub, fine-grained": "github_" + "pat_" + "a1B2" * 5 + "c3_" + "d4E5" * 14 + "f6G",
    "Google": "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q",
    "Google sign-in": "GOCS" + "PX-" + "a1B2" * 7,
    "Grafana": "glsa_" + "a1B2" * 8 + "_0123abcd",
    "Hugging Face": "hf_" + "aBcD" * 8 + "eF",
    "npm": "npm_" + "a1B2" * 9,
    "OpenAI": "sk-" + "proj-" + "a1B2" * 12,
    "encrypted private key": "-----BEGIN ENCRYPTED " + "PRIVATE KEY-----",
    "PuTTY": "PuTTY-User-Key-" + "File-3: ssh-ed25519",
    "Shopify": "shpat_" + "0123456789abcdef" * 2,
    "Slack app": "xapp-1-" + "A0123456789-1234567890123-" + "0123456789abcdef",
    "Stripe test": "sk_test_" + "a1B2" * 6,
    "Vault": "hvs." + "a1B2" * 6,
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
        "https://ann:hunter2@example.org/feed",
        "SECRET_KEY = 'dev'",
        "headers = {'Authorization': 'Bearer token'}",
        "commit = '0123456789abcdef0123456789abcdef01234567'",
        "x = eyJ.not.atoken",
        "-----BEGIN CERTIFICATE-----",
        "-----BEGIN PUBLIC KEY-----",
        "hf_hub_download(repo_id='a/b')",
        "api_key=os.environ['OPENAI_API_KEY']  # sk-...",
        'secret := Random new nextInteger: 100  // "api_key"',
    ],
)
def test_ordinary_code_passes(source: str) -> None:
    assert find_secret(source) is None
