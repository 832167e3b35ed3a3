"""From a Python text to its outline."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from patternbook.languages.python.borders import imports, statements, steps, unbroken
from patternbook.languages.python.collecting import collect
from patternbook.languages.python.comments import comments
from patternbook.languages.python.order import order
from patternbook.languages.python.places import Places
from patternbook.languages.python.prompts import code_of
from patternbook.languages.python.reading import read
from patternbook.languages.python.resolving import BUILT_IN, Resolver
from patternbook.languages.python.unit_tests import unit_tests
from patternbook.languages.python.uses import used
from patternbook.languages.python.values import symbol_of
from patternbook.model import UNKNOWN, Definition, Diagnostic, Outline

if TYPE_CHECKING:
    from patternbook.languages.python.scopes import Class
    from patternbook.languages.python.walking import Collected, Found

_LANGUAGE = "python"


def outline(text: str, *, tests: bool = False) -> Outline:
    """Parse a text or an interactive session, and say what it defines and uses. Never raises.

    Args:
        text: the text.
        tests: whether to find unit tests too.
    """
    code = code_of(text)
    module = read(code)
    if isinstance(module, Diagnostic):
        return Outline(_LANGUAGE, diagnostics=(module,))
    places = Places(text, code)
    collected = collect(module)
    resolver = Resolver(collected)
    run = order(module)
    uses = used(collected, resolver, places, run.unseen | _unseen_in_functions(collected))
    wanted = tests and not code.session and "\r" not in text
    ignored = {"_"} if code.session else set()
    found_tests, shared = unit_tests(module, text) if wanted else ((), ())
    return Outline(
        _LANGUAGE,
        definitions=tuple(_definition(found, resolver, places) for found in _in_order(collected)),
        calls=tuple(uses.calls),
        mentions=tuple(uses.mentions),
        comments=comments(collected.strings, places),
        tests=found_tests,
        statements=statements(module, {found.node for found in collected.found}, code.session, places),
        steps=steps(collected.statements, places),
        unbroken=unbroken(collected.strings, places),
        imports=imports(module, places),
        unbound=tuple(sorted(uses.unbound - ignored)),
        binds=tuple(sorted(run.binds)),
        early=tuple(sorted(run.early - (BUILT_IN - collected.module.bindings.keys()) - ignored)),
        shared=shared,
        doc="" if code.session else ast.get_docstring(module) or "",
    )


def _unseen_in_functions(collected: Collected) -> set[int]:
    """Names that classes within functions use before they bind them."""
    bodies = (found.body for found in collected.found if found.body is not None)
    within = (body.node for body in bodies if body.outside.target_of_walrus().kind == "function")
    return set().union(*(order(ast.Module([node], [])).unseen for node in within))


def _in_order(collected: Collected) -> list[Found]:
    return sorted(collected.found, key=lambda found: (found.node.lineno, found.node.col_offset))


def _definition(found: Found, resolver: Resolver, places: Places) -> Definition:
    node = found.node
    documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return Definition(
        symbol=found.symbol,
        name=found.name,
        kind=found.kind,
        span=places.span(node),
        doc=(ast.get_docstring(node) or "") if documented else "",  # type: ignore[arg-type]
        owner=found.owner,
        supers=_supers(found.body, resolver) if found.body is not None else (),
    )


def _supers(body: Class, resolver: Resolver) -> tuple[str, ...]:
    """What a class extends: full names, and names as they are written where no more is known."""
    nodes = [base.value if isinstance(base, ast.Subscript) else base for base in body.node.bases]
    values = [symbol_of(resolver.value(node, body.outside)) for node in nodes]
    return tuple(value or _written(node) for node, value in zip(nodes, values, strict=True))


def _written(node: ast.expr) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else UNKNOWN
