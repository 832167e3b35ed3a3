"""Secrets: a token or a private key in a fixture never reaches a corpus."""

from __future__ import annotations

from detect_secrets.core.scan import scan_line
from detect_secrets.settings import transient_settings

# Detectors of the form of a credential. Those that go by entropy or by variable names are left out: in
# example code, random-looking strings and words such as `password` are ordinary.
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


def find_secret(source: str) -> tuple[int, str] | None:
    """The first line that holds something of the form of a credential, and what kind it is.

    Returns:
        1-based line and the name of the kind, or ``None``. The secret itself is never part of it.
    """
    with transient_settings({"plugins_used": [{"name": name} for name in _DETECTORS]}):
        for number, line in enumerate(source.split("\n"), 1):
            for secret in scan_line(line):
                return number, str(secret.type)
    return None
