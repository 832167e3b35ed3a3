"""While MkDocs serves a site, only what changed is parsed and rendered again, and the pages are the right ones."""

from __future__ import annotations

import json
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from patternbook.corpus import Corpus
from patternbook.languages.beamtalk import BeamtalkFrontend
from patternbook.site import memory, pages
from patternbook.site.memory import Kept
from sites import small_corpus, write_corpus, write_site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SECONDS = 60
"""How long a server may take to build a small site anew before it is taken for stuck."""
_FIELDS = ("id", "title", "category", "tags", "source", "explanation")
_OF_ALL = {"index", "search", "symbols", "tags"}
"""Pages that show something of every example."""


class _Server:
    """Builds a site again and again, as `mkdocs serve` does, and notes what the plugin did."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.rendered: set[str] = set()
        self.parsed: list[str] = []
        render, parse = pages.render, BeamtalkFrontend.parse

        def rendered(page: Any, *others: Any) -> Any:
            self.rendered.add(page.address.name)
            return render(page, *others)

        def parsed(frontend: BeamtalkFrontend, source: str) -> Any:
            self.parsed.append(source)
            return parse(frontend, source)

        monkeypatch.setattr(memory, "render", rendered)
        monkeypatch.setattr(BeamtalkFrontend, "parse", parsed)

    def build(self, *, dirty: bool = False, fresh: bool = False) -> dict[str, bytes]:
        """Build; returns the files of the site. A fresh build knows nothing of those before it."""
        config = load_config(str(self.folder / "mkdocs.yml"))
        if fresh:
            config.plugins.on_shutdown()
        self.rendered.clear()
        self.parsed.clear()
        build(config, serve_url="http://127.0.0.1/", dirty=dirty)
        site = self.folder / "site"
        return {
            file.relative_to(site).as_posix(): file.read_bytes()
            for file in sorted(site.rglob("*"))
            if file.is_file() and file.suffix != ".gz"
        }


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Server]:
    write_site(tmp_path, plugin={"language": "beamtalk"})
    serving = _Server(tmp_path, monkeypatch)
    serving.build(fresh=True)
    yield serving
    load_config(str(tmp_path / "mkdocs.yml")).plugins.on_shutdown()


def _foreign(folder: Path, **changes: str) -> None:
    """Write the corpus as another tool would, without symbols; fields of the entry `counter` changed."""
    entries = [{name: getattr(e, name) for name in _FIELDS} for e in small_corpus().entries]
    entries = [entry | {"tags": list(entry["tags"])} for entry in entries]
    next(entry for entry in entries if entry["id"] == "counter").update(changes)
    write_corpus(folder / "book", Corpus.parse(json.dumps({"entries": entries}).encode(), "foreign"))


def _edit(server: _Server, **changes: str) -> None:
    """Change fields of the entry `counter` in the site's corpus."""
    document = json.loads(small_corpus().raw)
    next(entry for entry in document["entries"] if entry["id"] == "counter").update(changes)
    write_corpus(server.folder / "book", Corpus.parse(json.dumps(document).encode(), "edited"))


def _article(content: bytes) -> bytes:
    """What a page says, without the navigation around it; any other file as it is."""
    return content.split(b"<article", 1)[-1].split(b"</article>", 1)[0]


def test_nothing_is_rendered_again_when_nothing_or_a_page_of_docs_changes(server: _Server) -> None:
    assert server.rendered > _OF_ALL
    before = server.build()
    assert (server.rendered, server.parsed) == (set(), [])
    (server.folder / "docs" / "index.md").write_text("# Anew\n", encoding="utf-8")
    after = server.build()
    assert (server.rendered, server.parsed) == (set(), [])
    assert b"Anew" in after["index.html"]
    assert after["examples/counter.html"].count(b"Counter") == before["examples/counter.html"].count(
        b"Counter"
    )


def test_a_changed_example_is_rendered_again_with_the_pages_that_show_it(server: _Server) -> None:
    _edit(server, explanation="Many processes count together.")
    site = server.build()
    assert server.rendered >= _OF_ALL | {"counter", "category/actors"}
    assert not server.rendered & {"visit-each", "count-up", "category/lists", "tag/list"}
    for name in server.rendered - _OF_ALL - {"counter"}:
        assert b"counter.html" in site[f"examples/{name}.html"], name


@pytest.mark.parametrize("dirty", [False, True])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"explanation": "Many processes count together."},
        {"title": "Another title", "category": "lists"},
        {"source": "Actor subclass: Counter\n  other => Transcript show: self"},
        {"id": "counted"},
    ],
)
def test_a_site_that_was_built_again_is_the_one_that_is_built_at_once(
    server: _Server, changes: dict[str, str], dirty: bool
) -> None:
    _edit(server, **changes)
    again = server.build(dirty=dirty)
    fresh = server.build(fresh=True)
    if dirty:  # it leaves old pages, and knows nothing of pages that it does not read
        ours = [name for name in fresh if name.startswith("examples/")]
        again, fresh = ({name: _article(site[name]) for name in ours} for site in (again, fresh))
    assert again == fresh


def test_a_dirty_build_writes_only_the_pages_that_changed(server: _Server) -> None:
    page = server.folder / "site" / "examples" / "visit-each.html"
    page.write_text("as it was", encoding="utf-8")
    _edit(server, explanation="Many processes count together.")
    after = server.build(dirty=True)
    assert after["examples/visit-each.html"] == b"as it was"
    assert b"Many processes" in after["examples/counter.html"]


def test_only_a_changed_source_is_parsed(server: _Server) -> None:
    _foreign(server.folder)
    server.build()
    assert len(server.parsed) == len(small_corpus().entries)
    server.build()
    assert server.parsed == []
    _foreign(server.folder, source="Actor subclass: Other")
    site = server.build()
    assert server.parsed == ["Actor subclass: Other"]
    assert site == server.build(fresh=True)


def test_a_corpus_without_an_index_is_indexed_once(server: _Server) -> None:
    _foreign(server.folder)
    (server.folder / "book" / "index.json").unlink()
    server.build()
    assert server.parsed
    server.build()
    assert server.parsed == []


@pytest.mark.parametrize("option", [{"title": "Another"}, {"source_url": "https://example.org/{path}"}])
def test_another_option_renders_every_page_again(server: _Server, option: dict[str, str]) -> None:
    every = server.rendered.copy()
    write_site(server.folder, plugin={"language": "beamtalk"} | option)
    site = server.build()
    assert server.rendered == every
    assert site == server.build(fresh=True)


def test_templates_of_ones_own_show_every_change(server: _Server) -> None:
    templates = server.folder / "own"
    (templates / "pages").mkdir(parents=True)
    page = templates / "pages" / "tag.md.jinja"
    page.write_text(
        "# {{ title | text }}\n\n{{ catalog.entries[0].example.title | text }}\n", encoding="utf-8"
    )
    write_site(server.folder, plugin={"language": "beamtalk", "templates": str(templates)})
    every = server.rendered.copy()
    server.build()
    assert server.rendered == every
    _edit(server, title="Another title")
    assert server.build() == server.build(fresh=True)
    page.write_text("# Tag\n\nA new page.\n", encoding="utf-8")
    assert b"A new page." in server.build()["examples/tag/list.html"]


def test_a_site_after_another_in_one_process_knows_nothing_of_it(server: _Server, tmp_path: Path) -> None:
    server.build(fresh=True)
    plugin: Any = load_config(str(tmp_path / "mkdocs.yml")).plugins["patternbook"]
    assert len(plugin.memory.pages) > 0
    plugin.on_shutdown()
    assert (len(plugin.memory.pages), plugin.book, plugin.section) == (0, None, None)


def test_what_two_builds_did_not_ask_for_is_made_again() -> None:
    kept: Kept[str] = Kept()
    made = []
    for asked in (["a", "b"], ["a"], ["a", "b"]):
        kept.start()
        assert [kept.get(key, key.upper) for key in asked] == [key.upper() for key in asked]
        made.append(kept.made)
    assert made == [2, 0, 1]


class _Process:
    """`mkdocs serve` on a site."""

    def __init__(self, folder: Path, port: int) -> None:
        configuration = str(folder / "mkdocs.yml")
        command = [sys.executable, "-m", "mkdocs", "serve", "-f", configuration, "-a", f"127.0.0.1:{port}"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._lines: queue.Queue[str] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._lines.put(line)

    def counts(self, until: str) -> tuple[int, ...]:
        """Wait for a line that holds a text; returns what the plugin said last: rendered, of all, parsed."""
        counts: tuple[int, ...] = ()
        while True:
            line = self._lines.get(timeout=_SECONDS)
            found = re.search(r"rendered (\d+) of (\d+) pages, parsed (\d+) examples", line)
            counts = tuple(map(int, found.groups())) if found else counts
            if counts and until in line:
                return counts

    def stop(self) -> None:
        """Stop as Ctrl-C does, which takes the built site along."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=_SECONDS)
        self._reader.join()
        assert self._process.stderr is not None
        self._process.stderr.close()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[_Process]:
    write_site(tmp_path, plugin={"language": "beamtalk"})
    _foreign(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = _Process(tmp_path, port)
    yield process
    process.stop()


def test_mkdocs_serve_renders_what_was_edited(serving: _Process, tmp_path: Path) -> None:
    rendered, pages, parsed = serving.counts("Serving on")
    assert (rendered, parsed) == (pages, len(small_corpus().entries))
    (tmp_path / "docs" / "index.md").write_text("# Anew\n", encoding="utf-8")
    assert serving.counts("Documentation built") == (0, pages, 0)
    _foreign(tmp_path, explanation="Many processes count together.")
    rendered, _, parsed = serving.counts("Documentation built")
    assert 0 < rendered < pages
    assert parsed == 1
