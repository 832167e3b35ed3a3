"""The MkDocs plugin: a corpus as a section of someone's site. The only module that imports MkDocs."""

from __future__ import annotations

import os
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import base, load_config
from mkdocs.config import config_options as c
from mkdocs.exceptions import MkDocsException, PluginError
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, InclusionLevel, file_sort_key
from mkdocs.utils import nest_paths

from patternbook.config import find_config
from patternbook.config import load_config as load_project
from patternbook.errors import PatternbookError, SourceError
from patternbook.opening import BUNDLED, bundled_corpus, open_paths, open_project
from patternbook.site import box, exports
from patternbook.site.assets import STYLESHEETS, assets
from patternbook.site.layout import Layout
from patternbook.site.memory import Memory
from patternbook.site.navigation import place
from patternbook.site.pages import FILTERS, pages
from patternbook.site.section import ASSETS, Section
from patternbook.site.templates import environment, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import jinja2
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page
    from mkdocs.utils.templates import TemplateContext

    from patternbook.book import Book, Volume
    from patternbook.search.engine import Index
    from patternbook.site.pages import Rendered

_log = get_plugin_logger(__name__)


class _Folder(c.Type[str]):
    """A folder of the site: names with single slashes between them, or nothing for the root."""

    def __init__(self, default: str) -> None:
        super().__init__(str, default=default)

    def run_validation(self, value: object) -> str:
        path = super().run_validation(value).strip("/")
        if path and not all(re.fullmatch(r"(?!\.)[^\\/?#%]+", part) for part in path.split("/")):
            raise base.ValidationError(
                f"{value!r} is no folder of the site; write it like 'examples' or 'docs/examples'"
            )
        return path


class _Name(c.Type[str]):
    """A text that is not empty."""

    def __init__(self, default: str) -> None:
        super().__init__(str, default=default)

    def run_validation(self, value: object) -> str:
        name = super().run_validation(value)
        if not name.strip():
            raise base.ValidationError("empty; give the section a name, or leave the option out")
        return name


class PatternbookConfig(base.Config):  # type: ignore[no-untyped-call]
    """Options of the plugin in ``mkdocs.yml``; ``docs/site.md`` says what each does."""

    corpus = c.Type(str, default="")
    path = _Folder("examples")
    title = _Name("Examples")
    language = c.Type(str, default="")
    source_url = c.Type(str, default="")
    templates = c.Optional(c.Dir(exists=True))
    search_box = c.Type(bool, default=True)


class _KnownPage(File):
    """A page that an earlier build has written as it is: a dirty build (`--dirty`) leaves it alone."""

    def is_modified(self) -> bool:
        return not Path(self.abs_dest_path).is_file()


class _Copied(File):
    """A file that a dirty build writes only where there is another."""

    def is_modified(self) -> bool:
        written = Path(self.abs_dest_path)
        return not written.is_file() or written.read_bytes() != self.content_bytes


class PatternbookPlugin(BasePlugin[PatternbookConfig]):  # type: ignore[no-untyped-call]
    """Generates the pages of a pattern book; nothing is written into ``docs``."""

    supports_multiple_instances = True

    def __init__(self) -> None:
        super().__init__()
        self.book: Book | None = None
        """A book to use instead of the one that ``corpus`` names, for callers from Python."""
        self.section: Section | None = None
        """The section of the current build, once its pages are made."""
        self.memory = Memory()
        """What the last build made, for the next one while `mkdocs serve` runs."""
        self._held: dict[str, Rendered] = {}
        self._written: dict[str, Rendered] = {}
        self._generated: set[str] = set()
        self._under: dict[str, File] = {}
        self._watched: list[str] = []

    def on_startup(self, **_: object) -> None:
        """Do nothing: MkDocs keeps a plugin that has this from one build to the next."""

    def on_shutdown(self) -> None:
        """Forget everything: in one process, MkDocs gives the same plugin to the next site too."""
        self.memory = Memory()
        self.book = self.section = None
        self._written.clear()
        self._start()

    def on_config(self, config: MkDocsConfig) -> None:
        """Add the style sheets of our pages."""
        for name in STYLESHEETS:
            path = f"{ASSETS}/{name}"
            if path not in config.extra_css:
                config.extra_css.append(path)
        if self._has_box(config):
            script = f"{ASSETS}/{box.FRAME_WORKER}"
            config.extra["polyfills"] = box.polyfills(config.extra.get("polyfills", []), script)

    # Plugins for several languages break on generated files that they see: those come after them.
    @event_priority(-200)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Generate the section: pages, exports, scripts."""
        try:
            self._start()
            worker = box.theme_worker(files.src_uris) if self._has_box(config) else None
            section = self.section = self._make_section(config, own_search=worker is not None)
            env = environment(self._overrides, FILTERS)
            self._add_pages(section, env, files, config)
            self._add_exports(section, env, files, config)
            if worker:
                self._add_box(worker, files, config)
        except PatternbookError as error:
            raise PluginError(f"patternbook: {error}") from error
        memory = self.memory
        _log.info(
            "%s: rendered %d of %d pages, parsed %d examples",
            self.config.title,
            memory.pages.made,
            len(memory.pages),
            memory.examples.made,
        )
        return files

    def on_page_content(self, html: str, *, page: Page, **_: object) -> str:
        """Put the HTML that was held back from Markdown into our pages."""
        held = self._held.get(page.file.src_uri)
        return held.fill(html) if held else html

    def on_page_context(self, context: TemplateContext, *, page: Page, **_: object) -> TemplateContext:
        """Open the navigation at the category of an example, which has no entry of its own."""
        self._show_category(page, active=True)
        return context

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig, **_: object) -> str:
        """Leave the navigation as it was, and the search box to our worker."""
        self._show_category(page, active=False)
        if page.file.src_uri in self._held:
            self._written[page.file.src_uri] = self._held[page.file.src_uri]
        if page.file.src_uri in self._generated and _is_translation(config):
            return ""  # not written: the pages of the default language are there for all of them
        return self._with_box(output)

    def on_post_template(self, output: str, **_: object) -> str:
        """Leave the search box to our worker."""
        return self._with_box(output)

    # After the theme's offline plugin, which does the same.
    @event_priority(-200)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Give the theme's own index to pages opened from a folder, which load scripts only."""
        index = Path(config.site_dir) / "search" / "search_index.json"
        script = index.with_suffix(".js")
        if self._has_box(config) and index.is_file() and not script.exists():
            script.write_text(f"var __index = {index.read_text(encoding='utf-8')}", encoding="utf-8")

    def on_serve(self, server: LiveReloadServer, **_: object) -> LiveReloadServer:
        """Build anew when the corpus or a template changes."""
        for path in self._watched:
            server.watch(path)
        return server

    def _start(self) -> None:
        self.memory.start()
        self._held.clear()
        self._generated.clear()
        self._under.clear()

    @property
    def _overrides(self) -> Path | None:
        return Path(self.config.templates) if self.config.templates else None

    def _volume(self, config: MkDocsConfig) -> Volume:
        options = self.config
        folder = _folder(config)
        if self.book is not None:
            book = self.book
        elif options.corpus:
            path = options.corpus if options.corpus == BUNDLED else str(folder / options.corpus)
            book = open_paths([path], options.language or None, _if_needed)
        else:
            book = open_project(folder, options.language or None, _if_needed)
        return book.volumes[0]

    def _has_box(self, config: MkDocsConfig) -> bool:
        return self.config.search_box and "material/search" in config.plugins

    def _with_box(self, output: str) -> str:
        return box.take_over(output) if self.section and self.section.own_search else output

    def _project_source_url(self, config: MkDocsConfig) -> str:
        """The link to source lines that the project configures, where its own corpus is shown."""
        file = None if self.book or self.config.corpus else find_config(_folder(config))
        return load_project(file).source_url if file else ""

    def _make_section(self, config: MkDocsConfig, *, own_search: bool) -> Section:
        options = self.config
        volume = self._volume(config)
        index = self.memory.index(volume, options.language)
        self._watched = [volume.path, *([options.templates] if options.templates else [])]
        return Section(
            title=options.title,
            name=volume.source.name,
            licence=index.licence,
            corpus=volume.corpus,
            examples=self.memory.analysed(volume.corpus, options.language),
            index=index.raw,
            layout=Layout(config.use_directory_urls),
            path=options.path,
            source_url=options.source_url or self._project_source_url(config),
            own_search=own_search,
            mcp_corpus="" if volume.path == str(bundled_corpus()) else "corpus.json",
            make_entry=self.memory.entry,
        )

    def _add_pages(
        self, section: Section, env: jinja2.Environment, files: Files, config: MkDocsConfig
    ) -> None:
        in_navigation: list[str] = []
        templates = self._templates(section)
        for page in pages(section):
            uri = _uri(section, f"{page.address.name}.md")
            if page.in_navigation:
                in_navigation.append(uri)
            if files.get_file_from_path(uri) is not None:
                _log.info("%s: the page in docs is used instead of a generated one", uri)
                continue
            rendered = self.memory.page(page, section, env, templates)
            level = InclusionLevel.INCLUDED if page.in_navigation else InclusionLevel.NOT_IN_NAV
            # What stands in the navigation tells the other pages its title.
            is_known = not page.in_navigation and self._written.get(uri) is rendered
            kind = _KnownPage if is_known else File
            files.append(kind.generated(config, uri, content=rendered.markdown, inclusion=level))
            self._held[uri] = rendered
            self._generated.add(uri)
            if page.under:
                self._under[uri] = files.src_uris[_uri(section, f"{page.under.name}.md")]
        config.nav = place(
            _navigation(config, files, in_navigation), section.path, {escape(section.title): in_navigation}
        )

    def _templates(self, section: Section) -> str:
        """What identifies the templates; someone's own may show anything of the corpus on any page."""
        shown = f"{section.corpus.sha256} {self.config.language}" if self._overrides else ""
        return f"{fingerprint(self._overrides)} {shown}"

    def _add_exports(
        self, section: Section, env: jinja2.Environment, files: Files, config: MkDocsConfig
    ) -> None:
        for name, content in exports.files(section, env):
            _add(files, config, _uri(section, name), content)
        for entry in section.catalog.entries:
            _add(files, config, _uri(section, exports.twin_name(entry)), exports.twin(entry).encode())
        _add(files, config, "llms.txt", exports.llms(section, env, base=_uri(section, "")).encode())
        for name, content in assets(self._overrides):
            _add(files, config, f"{ASSETS}/{name}", content)

    def _add_box(self, worker: str, files: Files, config: MkDocsConfig) -> None:
        """Add our worker, and tell it of every section: several of these plugins can serve one site."""
        plugins = [p for p in config.plugins.values() if isinstance(p, PatternbookPlugin)]
        sections = [p.section for p in plugins if p.section and p.section.own_search]
        name = f"{ASSETS}/{box.CONFIGURATION}"
        earlier = files.get_file_from_path(name)
        if earlier is not None:
            files.remove(earlier)
        _add(files, config, name, box.configuration(worker, sections))
        _add(files, config, box.WORKER, dict(assets(self._overrides))[box.WORKER_SOURCE])

    def _show_category(self, page: Page, *, active: bool) -> None:
        file = self._under.get(page.file.src_uri)
        if file is not None and file.page is not None:
            file.page.active = active


def _if_needed(make: Callable[[], Index]) -> Callable[[], Index]:
    """Put off the indexing of a corpus until it is known that no earlier build has done it."""
    return make


def _folder(config: MkDocsConfig) -> Path:
    """The folder of ``mkdocs.yml``, to which paths in it are relative."""
    return Path(config.config_file_path).absolute().parent if config.config_file_path else Path.cwd()


def _is_translation(config: MkDocsConfig) -> bool:
    """Whether the i18n plugin builds another language than the site's own: it builds one after the other."""
    return not getattr(config.plugins.get("i18n"), "is_default_language_build", True)


def _uri(section: Section, name: str) -> str:
    return f"{section.path}/{name}" if section.path else name


def _navigation(config: MkDocsConfig, files: Files, ours: list[str]) -> list[Any]:
    """The navigation of the site's other pages: as configured, else the one that MkDocs would make."""
    if config.nav is not None:
        return list(config.nav)
    others = sorted(files.documentation_pages(), key=file_sort_key)
    paths = [
        f.src_uri
        for f in others
        if f.inclusion.value > InclusionLevel.NOT_IN_NAV.value and f.src_uri not in ours
    ]
    nested: list[Any] = nest_paths(paths)  # type: ignore[no-untyped-call]
    return nested


def _add(files: Files, config: MkDocsConfig, uri: str, content: bytes) -> None:
    """Add a file that is copied as it is, Markdown too, unless the site has one of that name."""
    source = f"{uri}.txt" if uri.endswith(".md") else uri
    if files.get_file_from_path(source) is not None:
        return
    file = _Copied.generated(config, source, content=content, inclusion=InclusionLevel.NOT_IN_NAV)
    file.dest_uri = uri
    files.append(file)


def build(config_file: Path, books: Sequence[Book]) -> None:
    """Run MkDocs on a configuration file.

    Args:
        config_file: a ``mkdocs.yml``.
        books: one for each of our plugins in it, in their order.

    Raises:
        SourceError: MkDocs gave up; it has logged why.
    """
    # Material announces its successor at every start; whoever asked for a site of examples cannot act on it.
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    try:
        config = load_config(str(config_file))
        ours = [plugin for plugin in config.plugins.values() if isinstance(plugin, PatternbookPlugin)]
        for plugin, book in zip(ours, books, strict=True):
            plugin.book = book
        config.plugins.on_startup(command="build", dirty=False)
        try:
            mkdocs_build(config)
        finally:
            config.plugins.on_shutdown()
    except MkDocsException as error:
        raise SourceError(f"the site was not built: {error}") from error
