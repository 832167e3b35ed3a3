"""Fixtures of pytest: which functions are some, and which a function asks for."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from patternbook.languages.python.testing.names import Function, arguments, dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BUILT_IN: Final = frozenset(
    (
        *("cache", "capfd", "capfdbinary", "caplog", "capsys", "capsysbinary", "capteesys"),
        *("doctest_namespace", "monkeypatch", "pytestconfig", "pytester", "recwarn", "request", "subtests"),
        *("record_property", "record_testsuite_property", "record_xml_attribute", "testdir"),
        *("tmp_path", "tmp_path_factory", "tmpdir", "tmpdir_factory"),
    )
)
"""Fixtures that pytest itself brings."""

OF_PLUGINS: Final = {
    "aiohttp_client": "pytest-aiohttp",
    "anyio_backend": "anyio",
    "anyio_backend_name": "anyio",
    "anyio_backend_options": "anyio",
    "benchmark": "pytest-benchmark",
    "class_mocker": "pytest-mock",
    "data_regression": "pytest-regressions",
    "django_assert_num_queries": "pytest-django",
    "event_loop": "pytest-asyncio",
    "faker": "Faker",
    "freezer": "pytest-freezer",
    "free_tcp_port": "anyio",
    "free_udp_port": "anyio",
    "fs": "pyfakefs",
    "httpserver": "pytest-httpserver",
    "httpx_mock": "pytest-httpx",
    "mocker": "pytest-mock",
    "module_mocker": "pytest-mock",
    "requests_mock": "requests-mock",
    "session_mocker": "pytest-mock",
    "snapshot": "a snapshot plugin",
    "unused_tcp_port": "pytest-asyncio",
}
"""Fixtures that well-known packages bring."""


def fixture_name(node: Function) -> str | None:
    """The name under which a function is a fixture, or ``None`` if it is none."""
    for decorator in node.decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        path = dotted(call.func if call else decorator)
        if path and path[-1] in {"fixture", "yield_fixture"}:
            return _text(_keyword(call, "name")) or node.name
    return None


def is_automatic(node: Function) -> bool:
    """Whether a fixture is used without being asked for."""
    for decorator in node.decorator_list:
        if isinstance(decorator, ast.Call):
            value = _keyword(decorator, "autouse")
            if isinstance(value, ast.Constant) and value.value:
                return True
    return False


def asked_for(node: Function, *, in_class: bool) -> list[str]:
    """Names of the fixtures that a test or fixture asks for by its parameters and marks."""
    positional = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    positional = positional[: len(positional) - len(node.args.defaults)]
    static = any(dotted(decorator) == ("staticmethod",) for decorator in node.decorator_list)
    if in_class and not static:
        positional = positional[1:]
    by_keyword = [
        argument.arg
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if default is None
    ]
    given = set(given_elsewhere(node))
    asked = [name for name in (*positional, *by_keyword) if name not in given]
    return [*asked, *used_fixtures(node.decorator_list)]


def used_fixtures(nodes: Iterable[ast.AST]) -> list[str]:
    """Names in the ``usefixtures`` marks within nodes."""
    return [
        argument.value
        for node in nodes
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and dotted(call.func)[-1:] == ("usefixtures",)
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def given_elsewhere(node: Function) -> Iterator[str]:
    """Parameters that get their values by decorators: from cases, from ``mock.patch``, from ``given``."""
    names = [argument.arg for argument in arguments(node.args)]
    patches = 0
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Call):
            continue
        path = dotted(decorator.func)
        if path[-1:] == ("parametrize",):
            yield from case_names(decorator)
        elif path[-1:] in {("given",), ("example",)}:
            yield from (keyword.arg for keyword in decorator.keywords if keyword.arg)
            yield from names[len(names) - len(decorator.args) :]
        elif _is_patch(path) and len(decorator.args) <= (2 if path[-1] == "object" else 1):
            patches += _keyword(decorator, "new") is None
    own = [name for name in names if name not in {"self", "cls"}]
    yield from own[:patches]


def _is_patch(path: tuple[str, ...]) -> bool:
    return path[-1:] == ("patch",) or path[-2:] == ("patch", "object")


def case_names(parametrize: ast.Call) -> list[str]:
    """Names of the parameters that a ``parametrize`` mark gives values to; those of fixtures left out."""
    if not parametrize.args and not parametrize.keywords:
        return []
    indirect = _keyword(parametrize, "indirect")
    names = parametrize.args[0] if parametrize.args else _keyword(parametrize, "argnames")
    if isinstance(names, ast.Constant) and isinstance(names.value, str):
        found = [name.strip() for name in names.value.split(",") if name.strip()]
    elif isinstance(names, ast.List | ast.Tuple):
        found = [name for name in map(_text, names.elts) if name]
    else:
        return []
    if isinstance(indirect, ast.Constant) and indirect.value:
        return []
    if isinstance(indirect, ast.List | ast.Tuple):
        fixtures = {item.value for item in indirect.elts if isinstance(item, ast.Constant)}
        return [name for name in found if name not in fixtures]
    return found


def _keyword(call: ast.Call | None, name: str) -> ast.expr | None:
    if call is None:
        return None
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
