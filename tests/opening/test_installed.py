"""Which corpora of installed packages are found, in every way that a package can be installed."""

from __future__ import annotations

import logging
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import books
from patternbook.opening import open_here, open_project, readings_here
from patternbook.opening.installed import installed_places
from support import cases, write_project

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that packages are installed in, first on the path of this process."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


@pytest.fixture(autouse=True)
def _nothing_imported() -> Iterator[None]:
    """No package that announces a corpus is run."""
    yield
    assert not {"mylib", "otherlib"} & set(sys.modules)


def install(
    site: Path, name: str = "mylib", version: str = "1.2", *, value: str = "", files: bool = True
) -> Path:
    """Install a package whose import would fail; returns the folder of its corpus."""
    module = name.replace("-", "_")
    package = site / module
    (package / "examples").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    if files:
        books.write(package / "examples", name=f"{name} examples")
    announce(site, name, version, value or f"{module}.examples")
    return package / "examples"


def announce(site: Path, name: str, version: str, value: str) -> None:
    """Write a package's metadata alone."""
    metadata = site / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (metadata / "entry_points.txt").write_text(
        f"[console_scripts]\nx = x:y\n\n[patternbook.corpora]\nexamples = {value}\n"
    )


def names(folder: Path) -> list[tuple[str, str | None]]:
    """Names and versions of the corpora that answer in a folder."""
    return [(v.source.name, v.source.version) for v in open_here(folder).volumes]


def test_a_package_in_a_folder(site: Path, tmp_path: Path) -> None:
    install(site)
    assert names(tmp_path) == [("mylib examples", "1.2")]
    (hit, *_) = open_here(tmp_path).search("Counter")
    assert (hit.corpus.name, hit.corpus.version) == ("mylib examples", "1.2")


def test_an_archive_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loose = tmp_path / "loose"
    loose.mkdir()
    install(loose)
    wheel = tmp_path / "mylib-1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in sorted(loose.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(loose))
    monkeypatch.syspath_prepend(str(wheel))
    assert names(tmp_path) == [("mylib examples", "1.2")]
    assert open_here(tmp_path).search("Counter").match == "exact"


def test_an_editable_install_by_path(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "checkout" / "src"
    source.mkdir(parents=True)
    install(source)
    next(source.glob("*.dist-info")).rename(site / "mylib-1.2.dist-info")
    monkeypatch.syspath_prepend(str(source))
    assert names(tmp_path) == [("mylib examples", "1.2")]


def test_an_editable_install_by_an_import_hook(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "checkout"
    source.mkdir()
    install(source)
    next(source.glob("*.dist-info")).rename(site / "mylib-1.2.dist-info")

    class Hook:
        @staticmethod
        def find_spec(name: str, *_: object) -> Any:
            from importlib.util import spec_from_file_location

            if name != "mylib":
                return None
            return spec_from_file_location(
                name, source / "mylib" / "__init__.py", submodule_search_locations=[str(source / "mylib")]
            )

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Hook])
    assert names(tmp_path) == [("mylib examples", "1.2")]


def test_a_namespace_package_in_two_places(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    for folder in (other, site):
        (folder / "space").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(other))
    (site / "space" / "examples").mkdir()
    books.write(site / "space" / "examples", name="Space")
    announce(other, "space-lib", "3", "space.examples")
    assert names(tmp_path) == [("Space", "3")]


def test_the_first_package_of_a_name_hides_later_ones(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, version="1.2")
    later = tmp_path / "later"
    later.mkdir()
    install(later, name="Mylib", version="0.9")
    monkeypatch.setattr(sys, "path", [*sys.path, str(later)])
    assert names(tmp_path) == [("mylib examples", "1.2")]


@pytest.mark.parametrize("case", cases("opening/broken.toml"))
def test_a_broken_one_is_left_out_with_one_warning(
    case: dict[str, Any], site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = install(site, "otherlib", value=case.get("value", ""), files="corpus" not in case)
    if case.get("corpus"):
        (folder / "corpus.json").write_text(case["corpus"], encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        readings = readings_here(tmp_path)
    assert [reading.place.origin for reading in readings] == ["bundled"]
    (record,) = caplog.records
    for part in ("otherlib 1.2", "left out", *case["says"]):
        assert part in record.getMessage()


def test_a_broken_one_does_not_keep_others_out(
    site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site)
    install(site, "otherlib", files=False)
    assert names(tmp_path) == [("mylib examples", "1.2")]
    assert len(caplog.records) == 1


def test_without_a_usable_index_the_entry_point_names_it(
    site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (install(site) / "index.json").unlink()
    assert names(tmp_path) == [("examples", "1.2")]
    assert "there is no index" in caplog.text


def project(folder: Path, *, package: str = "") -> Path:
    """A project with a built corpus, called Demo."""
    folder.mkdir()
    write_project(folder, {}, '[[sources]]\ninclude = ["*.bt"]\nextract = "file"\n')
    (folder / "out").mkdir()
    books.write(folder / "out", name="Demo")
    if package:
        (folder / "pyproject.toml").write_text(f'[project]\nname = "{package}"\n')
    return folder


def test_a_project_comes_first_and_a_copy_of_it_is_left_out(site: Path, tmp_path: Path) -> None:
    folder = project(tmp_path / "project")
    install(site)  # holds the same corpus
    assert names(folder) == [("Demo", None)]


def test_a_project_and_a_package(site: Path, tmp_path: Path) -> None:
    folder = project(tmp_path / "project")
    change(install(site))
    assert names(folder) == [("Demo", None), ("mylib examples", "1.2")]
    assert [v.source.name for v in open_project(folder).volumes] == ["Demo"]
    assert [v.source.name for v in open_project(tmp_path).volumes] == ["Beamtalk"]


def test_a_project_stands_for_the_package_that_it_builds(site: Path, tmp_path: Path) -> None:
    folder = project(tmp_path / "project", package="My.Lib")
    change(install(site, "my-lib"))
    assert names(folder) == [("Demo", None)]


def change(folder: Path) -> None:
    """Make a corpus one of its own, with an index that belongs to it."""
    from patternbook.corpus import Corpus
    from patternbook.indexing import build_index

    corpus = Corpus.of(Corpus.load(folder / "corpus.json").entries[1:])
    (folder / "corpus.json").write_bytes(corpus.raw)
    (folder / "index.json").write_bytes(build_index(corpus, name="mylib examples"))


def test_places_are_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("zlib-x", "alpha", "Beta"):
        announce(tmp_path, name, "1", f"{name.replace('-', '_').lower()}.examples")
        folder = tmp_path / name.replace("-", "_").lower() / "examples"
        folder.mkdir(parents=True)
        (folder / "corpus.json").write_text('{"entries": []}')
    assert [place.package for place in installed_places([str(tmp_path)])] == ["alpha", "Beta", "zlib-x"]


def test_folders_that_are_not_there_are_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "no.zip"
    file.write_text("not an archive")
    assert installed_places([str(tmp_path / "none"), str(file)]) == []


@pytest.mark.parametrize("damage", ["no metadata", "not text"])
def test_a_damaged_package_does_not_keep_others_out(
    damage: str, site: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site)
    install(site, "otherlib")
    metadata = site / "otherlib-1.2.dist-info"
    if damage == "no metadata":
        (metadata / "METADATA").unlink()
    else:
        (metadata / "entry_points.txt").write_bytes(b"[patternbook.corpora]\nx = \xff\n")
    with caplog.at_level(logging.WARNING):
        assert names(tmp_path) == [("mylib examples", "1.2")]
    assert "cannot be read" in caplog.text


def test_the_group_alone_is_looked_for(tmp_path: Path) -> None:
    code = (
        "import sys; from patternbook.opening import readings_here; from pathlib import Path; "
        "readings_here(Path.cwd()); print('patternbook.indexing' in sys.modules, 'mylib' in sys.modules)"
    )
    install(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
