"""Secrets: a token or a private key in a fixture never reaches a corpus."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from detect_secrets.core.plugins.initialize import from_plugin_classname
from detect_secrets.settings import transient_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from detect_secrets.plugins.base import RegexBasedDetector

# Detectors of the form of a credential. Those that go by entropy or by variable names are left out: in
# example code, random-looking strings and words such as `password` are ordinary. So are addresses with a
# user and a password in them, of which documentation is full.
_DETECTORS = (
    "ArtifactoryDetector",
    "AWSKeyDetector",
    "AzureStorageKeyDetector",
    "DiscordBotTokenDetector",
    "GitHubTokenDetector",
    "GitLabTokenDetector",
    "JwtTokenDetector",
    "MailchimpDetector",
    "NpmDetector",
    "OpenAIDetector",
    "PrivateKeyDetector",
    "PypiTokenDetector",
    "SendGridDetector",
    "SlackDetector",
    "SquareOAuthDetector",
    "StripeDetector",
    "TelegramBotTokenDetector",
    "TwilioKeyDetector",
)

_NEWER_FORMS = {
    "Anthropic API Key": r"sk-ant-[a-z]+\d\d-[\w-]{80,}",
    "Age Secret Key": r"AGE-SECRET-KEY-1[0-9A-Z]{58}",
    "Databricks Token": r"\bdapi[0-9a-f]{32}\b",
    "DigitalOcean Token": r"\bdo[opr]_v1_[0-9a-f]{64}\b",
    "GitHub Fine-grained Token": r"\bgithub_pat_[0-9A-Za-z]{22}_[0-9A-Za-z]{59}\b",
    "Google API Key": r"\bAIza[\w-]{35}\b",
    "Google OAuth Secret": r"\bGOCSPX-[\w-]{28}\b",
    "Grafana Token": r"\bgl(?:sa|c)_[0-9A-Za-z+/=]{32,}",
    "Hugging Face Token": r"\bhf_[A-Za-z]{34}\b",
    "npm Token": r"\bnpm_[0-9A-Za-z]{36}\b",
    "OpenAI Project Key": r"\bsk-(?:proj|svcacct|admin)-[\w-]{40,}",
    "Private Key": r"BEGIN (?:ENCRYPTED |PGP )?PRIVATE KEY(?: BLOCK)?-|PuTTY-User-Key-File-3",
    "Shopify Token": r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b",
    "Slack App Token": r"\bxapp-\d-[0-9A-Z]+-\d+-[0-9a-f]+",
    "Stripe Test Key": r"\b[rs]k_test_[0-9A-Za-z]{24,}",
    "Vault Token": r"\bhv[bs]\.[\w-]{24,}",
}
"""Forms that the library does not know, from the documentation of those who hand the credentials out."""


class _Detector(NamedTuple):
    kind: str
    """The credential's name for people."""
    forms: Sequence[re.Pattern[str]]
    find: Callable[[str], Iterator[object]]
    """The credentials in a line; it may be stricter than the forms."""


def find_secret(source: str) -> tuple[int, str] | None:
    """The first line that holds something of the form of a credential, and what kind it is.

    Returns:
        1-based line and the name of the kind, or ``None``. The secret itself is never part of it.
    """
    # Nearly every text holds nothing of any form, which one search over the whole tells quickly.
    suspects = [d for d in _detectors() if any(form.search(source) for form in d.forms)]
    if not suspects:
        return None
    for number, line in enumerate(source.split("\n"), 1):
        for detector in suspects:
            if any(detector.find(line)):
                return number, detector.kind
    return None


@cache
def _detectors() -> tuple[_Detector, ...]:
    with transient_settings({"plugins_used": [{"name": name} for name in _DETECTORS]}):
        known: list[RegexBasedDetector] = [from_plugin_classname(name) for name in _DETECTORS]
    newer = [(kind, re.compile(pattern)) for kind, pattern in _NEWER_FORMS.items()]
    return (
        *(_Detector(str(d.secret_type), tuple(d.denylist), d.analyze_string) for d in known),
        *(_Detector(kind, (form,), form.finditer) for kind, form in newer),
    )
