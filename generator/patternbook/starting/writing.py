"""A configuration as a person would write it: short, commented, and with what else can be said."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from patternbook.starting.rules import Rule
    from patternbook.starting.survey import Survey

OUTPUT = "_patternbook"
_WIDTH = 100
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

_HEAD = """\
# What Patternbook takes from this project. In patterns, `*` stays within a folder, `**` crosses folders; one
# that matches nothing stops the build. A category may hold {topic}, {stem}, {parent} and {project}.
"""
_KEYS = """\
# synonyms = "synonyms.toml"      # words that people search with, and what they are called here
# overrides = "overrides.toml"    # titles, categories and explanations of single entries
"""
_RUN = "# execute = true"
_RUN_SAID = "    # run its examples at each build; what fails stays out"
_VALIDATORS = """\
# [validators.{language}]    # a command of your own that every example must pass
# command = ["my-checker", "{{files}}"]
"""


def configuration(found: Survey, rules: Sequence[Rule]) -> str:
    """The text of a ``patternbook.toml``."""
    main = found.languages[0]
    project = found.project
    head = [_HEAD]
    head.append(f"name = {_text(project.name)}\n")
    head.append(f"language = {_text(main.name)}\n")
    head.append(f'output = "{OUTPUT}"    # commit it: `patternbook check` compares with it\n')
    if project.licence:
        head.append(f"licence = {_text(project.licence)}    # says {_comment(project.licence_from)}\n")
    else:
        head.append('# licence = "…"    # the SPDX expression of the examples\' licence; none was sure\n')
    if project.source_url:
        head.append(f"source_url = {_text(project.source_url)}\n")
    else:
        head.append('# source_url = "https://…/{path}#L{start}-L{end}"    # where source lines can be read\n')
    head.append(_KEYS)
    parts = ["".join(head)]
    told = False
    for rule in rules:
        parts.append("".join(_source(rule, told=told)))
        told = told or rule.runs
    parts.append(_VALIDATORS.format(language=main.name))
    return "\n".join(parts)


def _source(rule: Rule, *, told: bool) -> Iterator[str]:
    """One source.

    Args:
        rule: the source.
        told: whether an earlier source says what running is.
    """
    yield f"# {_comment(rule.note)}.\n"
    yield "[[sources]]\n"
    yield f"include = {_list(rule.include, 'include')}\n"
    if rule.exclude:
        yield f"exclude = {_list(rule.exclude, 'exclude')}\n"
    yield f"extract = {_text(rule.extract)}\n"
    yield f"category = {_text(rule.category)}\n"
    if rule.language:
        yield f"language = {_text(rule.language)}\n"
    if rule.runs:
        yield f"{_RUN}{'' if told else _RUN_SAID}\n"


def _list(items: Sequence[str], key: str) -> str:
    line = f"[{', '.join(map(_text, items))}]"
    if len(f"{key} = {line}") <= _WIDTH:
        return line
    return "[\n" + "".join(f"  {_text(item)},\n" for item in items) + "]"


def _text(text: str) -> str:
    """A TOML string: as JSON writes it, and with every control character escaped."""
    return _UNSAFE.sub(lambda mark: f"\\u{ord(mark[0]):04x}", json.dumps(text, ensure_ascii=False))


def _comment(text: str) -> str:
    return _UNSAFE.sub("\ufffd", text)
