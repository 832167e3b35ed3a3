"""Tests found in Python texts: what of the text each is shown with, and which stay out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from patternbook.languages import frontend
from patternbook.languages.companions import companions_of
from patternbook.languages.testing import parse_with_tests
from patternbook.model import Rejection, Snippet
from python_tests import taken
from support import CASES, ROOT, cases, run_patternbook

if TYPE_CHECKING:
    from collections.abc import Iterator

PYTHON = frontend("python")
FOLDER = "languages/python/unit_tests"
FILES = sorted(path.name for path in (CASES / FOLDER).glob("*.toml"))
ALL = [case for name in FILES for case in cases(f"{FOLDER}/{name}")]


def _facts(found: Snippet | Rejection, wanted: dict[str, Any]) -> dict[str, Any]:
    facts = {name: getattr(found, name, None) for name in wanted}
    if isinstance(found, Snippet) and "source" in facts:
        facts["source"] = f"{found.source}\n"
    return {name: list(fact) if isinstance(fact, tuple) else fact for name, fact in facts.items()}


@pytest.mark.parametrize("case", ALL)
def test_what_is_taken(case: dict[str, Any]) -> None:
    found = taken(case["source"], companions=case.get("companions"))
    assert [_facts(item, wanted) for item, wanted in zip(found, case["found"], strict=True)] == case["found"]


def _texts() -> Iterator[tuple[str, dict[str, str]]]:
    """Texts with tests, each with the files around it: our own tests, and all cases."""
    neighbours = {"tests/conftest.py": (ROOT / "tests/conftest.py").read_text("utf-8")}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        yield path.read_text("utf-8"), neighbours
    for case in ALL:
        (values,) = case.values
        assert isinstance(values, dict)
        yield values["source"], values.get("companions", {})


def test_every_test_stands_by_itself() -> None:
    count = 0
    for text, companions in _texts():
        whole = PYTHON.parse(text)
        for item in taken(text, companions=companions):
            if isinstance(item, Rejection):
                continue
            count += 1
            outline = parse_with_tests(PYTHON, item.source)
            place = (item.origin.start_line, item.key)
            assert outline.accepted, place
            assert outline.tests, place
            missing = {name for name in outline.unbound if f"`{name}`" not in item.note}
            quoted = {name for name in missing if f'"{name}"' in item.source}  # a value or an annotation
            assert missing - quoted <= set(whole.unbound), place
    assert count > 500


def test_every_line_of_an_example_is_of_its_file() -> None:
    for text, companions in _texts():
        lines = text.split("\n")
        for item in taken(text, companions=companions):
            if isinstance(item, Rejection) or " from `" in item.note:
                continue
            shown = zip(item.source.split("\n"), item.lines, strict=True)
            assert all(not line or lines[number - 1].endswith(line) for line, number in shown)


def test_origin_is_the_test_itself() -> None:
    text = 'import shop\n\nclass TestÄ:\n    @mark("ü")\n    def test_a(self):\n        assert shop.pay("ö")  # why\n'
    (test,) = parse_with_tests(PYTHON, text).tests
    cut = text.encode()[test.span.start_byte : test.span.end_byte].decode()
    assert cut == '@mark("ü")\n    def test_a(self):\n        assert shop.pay("ö")'
    assert (test.span.start_line, test.span.end_line, test.owner) == (4, 6, "TestÄ")


def test_companions_of_a_file() -> None:
    assert companions_of(PYTHON, "a/b/test_c.py") == ("a/b/conftest.py", "a/conftest.py", "conftest.py")
    assert companions_of(PYTHON, "test_c.py") == ("conftest.py",)
    assert companions_of(frontend("beamtalk"), "a/b.bt") == ()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_pay.py").write_text(
        "import shop\n\ndef test_pay_twice(till):\n    assert shop.pay(till)\n\ndef test_later():\n    pass\n"
    )
    (tmp_path / "tests/conftest.py").write_text(
        "import pytest\nimport shop\n\n@pytest.fixture\ndef till():\n    return shop.Till()\n"
    )
    (tmp_path / "patternbook.toml").write_text(
        'language = "python"\noutput = "out"\n[[sources]]\ninclude = ["tests/test_*.py"]\nextract = "tests"\n'
    )
    return tmp_path


def _built(folder: Path, *arguments: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    done = run_patternbook("build", "--json", *arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), json.loads((folder / "out/corpus.json").read_bytes())["entries"]


def test_a_build_counts_reasons_and_follows_neighbours(shop: Path) -> None:
    report, (entry,) = _built(shop)
    assert report["rejected"] == {"empty": 1}
    assert (entry["id"], entry["title"]) == ("test-pay-pay-twice", "Pay twice")
    assert "return shop.Till()" in entry["source"]
    assert entry["explanation"].endswith("`till` comes from `tests/conftest.py`.")
    assert (entry["origin"]["start_line"], entry["origin"]["end_line"]) == (3, 4)
    conftest = shop / "tests/conftest.py"
    conftest.write_text(conftest.read_text().replace("shop.Till()", "shop.Till(2)"))
    _, (changed,) = _built(shop)
    assert "return shop.Till(2)" in changed["source"]
    assert changed["id"] == entry["id"]


def test_a_secret_in_a_neighbour_keeps_the_test_out(shop: Path) -> None:
    conftest = shop / "tests/conftest.py"
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    conftest.write_text(conftest.read_text().replace("shop.Till()", f'shop.Till("{secret}")'))
    report, entries = _built(shop, "--report", "report.json")
    assert report["rejected"] == {"empty": 1, "secret": 1}
    assert entries == []
    rejections = json.loads((shop / "report.json").read_text(encoding="utf-8"))["rejections"]
    (found,) = [r for r in rejections if r["reason"] == "secret"]
    assert (found["path"], found["line"]) == ("tests/test_pay.py", 3)
    assert "in what the example is shown with" in found["message"]
    assert secret not in found["message"]


@pytest.mark.parametrize("kind", ["outside", "bytes"])
def test_a_neighbour_that_cannot_be_read_counts_as_none(shop: Path, kind: str, tmp_path_factory: Any) -> None:
    conftest = shop / "tests/conftest.py"
    if kind == "bytes":
        conftest.write_bytes(b"\xff")
    else:
        elsewhere = tmp_path_factory.mktemp("elsewhere") / "conftest.py"
        conftest.rename(elsewhere)
        conftest.symlink_to(elsewhere)
    _, (entry,) = _built(shop)
    assert entry["explanation"].endswith("`till` is defined elsewhere.")
