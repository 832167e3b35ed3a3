"""Everything that is proven of a build's examples, put together: who vouches for each, and which fail."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from patternbook.errors import ConfigError, LanguageError
from patternbook.execution.running import run_documents
from patternbook.execution.validating import validate
from patternbook.languages import frontend
from patternbook.languages.running import runner_of
from patternbook.model import Checked, Rejection, Validation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from patternbook.config import Config
    from patternbook.execution.findings import Findings
    from patternbook.model import Level, SourceFile

_RANK: tuple[Level, ...] = ("parsed", "compiled", "executed")


@dataclass(frozen=True, slots=True)
class Taken:
    """What the gate let in from one file by one source."""

    file: SourceFile
    items: tuple[Checked, ...]
    execute: bool
    """Whether its source asks for its examples to be run."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What is left of a build's examples once they were proven, and what was found."""

    items: tuple[Checked, ...]
    """Those that hold, each with the level that it reached."""
    rejections: tuple[Rejection, ...] = ()
    """Those that do not, with all that was said: what looks like a secret in it, and its length, is left to
    who passes it on; see ``short_message`` and ``short_output``."""
    warnings: tuple[str, ...] = ()
    facts: dict[str, object] = field(default_factory=dict)
    """For the report: what ran and validated the examples, and under which conditions."""


def check_settings(config: Config) -> None:
    """Refuse a configuration that asks for what no frontend offers.

    Raises:
        ConfigError: examples of a language are to be run that cannot be, or validated that no one reads; or
            what is to precede them is no code.
    """
    for rule in config.sources:
        if rule.execute and runner_of(frontend(rule.language)) is None:
            raise ConfigError(
                f"{config.file}: source {rule.number}: key 'execute': examples in {rule.language} cannot "
                "be run; take the key out, or name a command for them under 'validators'"
            )
        if rule.execute:
            _check_setup(config, rule.language)
    for validator in config.validators:
        try:
            frontend(validator.language)
        except LanguageError as error:
            key = f"{config.prefix}validators.{validator.language}"
            raise ConfigError(f"{config.file}: key '{key}': {error}") from None


def _check_setup(config: Config, language: str) -> None:
    outline = frontend(language).parse(config.execution.setup)
    error = outline.error
    if error is not None:
        where = f"{config.file}: key '{config.prefix}execution.setup'"
        raise ConfigError(f"{where}: expected code in {language}; line {error.line}: {error.message}")


def prove(config: Config, taken: Sequence[Taken], jobs: int, progress: Callable[[int, int], None]) -> Proof:
    """Validate and run what the configuration asks for.

    Args:
        config: the project's configuration, its settings checked.
        taken: what passed the gate, in the order of the files.
        jobs: how many programs run at a time.
        progress: called with the number of documents run and of all.

    Raises:
        ConfigError: a program that the configuration names is not there or is no such program.
        ExecutionError: a program cannot be used.
    """
    items = [item for group in taken for item in group.items]
    if not config.validators and not any(group.execute for group in taken):
        return Proof(tuple(items))
    halt = threading.Event()
    try:
        found = [validate(config, validator, items, jobs, halt) for validator in config.validators]
        found.append(run_documents(config, taken, jobs, halt, progress))
    finally:
        halt.set()
    return _put_together(items, found)


def _put_together(items: Sequence[Checked], found: Sequence[Findings]) -> Proof:
    kept: list[Checked] = []
    rejections: list[Rejection] = []
    for number, item in enumerate(items):
        rejected = [findings.rejections[number] for findings in found if number in findings.rejections]
        rejections += rejected[:1]
        if not rejected:
            grants = [findings.grants[number] for findings in found if number in findings.grants]
            kept.append(replace(item, validation=_validation(item.validation, grants)))
    facts: dict[str, object] = {}
    for findings in found:
        for key, value in findings.facts.items():
            known = facts.get(key)
            facts[key] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    warnings = tuple(warning for findings in found for warning in findings.warnings)
    return Proof(tuple(kept), tuple(rejections), warnings, facts)


def _validation(parsed: Validation, grants: Sequence[Validation]) -> Validation:
    """The strongest level, and all who vouch for the example: who ran or parsed it, then the validators."""
    if not grants:
        return parsed
    level = max((grant.level for grant in grants), key=_RANK.index)
    # The runner comes last among the findings, and stands in the parser's place.
    runs = [grant.by for grant in grants if grant.by.partition("@")[0] == parsed.by.partition("@")[0]]
    others = [grant.by for grant in grants if grant.by not in runs]
    return Validation(level, ", ".join([runs[-1] if runs else parsed.by, *others]))
