"""From files to corpus and index: the order of the stages."""

from __future__ import annotations

import os
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from patternbook.cache import cache_key, load_cache, save_cache
from patternbook.corpus import Corpus
from patternbook.curate.overrides import apply_overrides, load_overrides
from patternbook.errors import ConfigError, CorpusError, LanguageError
from patternbook.execution import Taken, check_settings, prove
from patternbook.files import replace_file
from patternbook.indexing import build_index
from patternbook.languages import frontend
from patternbook.model import Checked, Rejection
from patternbook.opening import CORPUS_FILE, INDEX_FILE
from patternbook.pipeline.assembly import examples_of, fold
from patternbook.pipeline.one_file import take
from patternbook.pipeline.telling import fit_to_tell
from patternbook.search.synonyms import SynonymTable
from patternbook.sources import discover
from patternbook.verification import verify_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from patternbook.cache import Outcomes
    from patternbook.config import Config
    from patternbook.model import Example
    from patternbook.sources import Source

_CACHE_FILE = ".patternbook/cache.json"
_FEWEST_IN_PARALLEL = 16
"""Files below which starting worker processes costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did."""

    files: int
    rejections: tuple[Rejection, ...]
    """By path and line."""
    warnings: tuple[str, ...]
    seconds: float
    proof: Mapping[str, object] = field(default_factory=dict)
    """What ran and validated the examples beyond the frontends, and how many reached which ``levels``; empty
    where the configuration asks for nothing of the kind."""

    @property
    def rejected(self) -> dict[str, int]:
        """Number of rejections by reason, the reasons sorted."""
        return dict(sorted(Counter(r.reason for r in self.rejections).items()))


@dataclass(frozen=True, slots=True)
class Build:
    """A finished build, in memory."""

    corpus: Corpus
    index: bytes
    report: Report

    def write(self, output: Path) -> None:
        """Put corpus and index in a folder, each replaced atomically.

        Between the two, the old index lies beside the new corpus; readers see that it does not belong and
        index in memory.

        Raises:
            CorpusError: the folder cannot be written.
        """
        try:
            output.mkdir(parents=True, exist_ok=True)
            replace_file(output / CORPUS_FILE, self.corpus.raw)
            replace_file(output / INDEX_FILE, self.index)
        except OSError as error:
            raise CorpusError(f"{output}: cannot be written ({error.strerror})") from None


def build(
    config: Config,
    *,
    jobs: int | None = None,
    use_cache: bool = True,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> Build:
    """Build a project's corpus and index in memory.

    Args:
        config: the project's configuration.
        jobs: worker processes; ``None`` means one a processor.
        use_cache: whether files that have not changed are taken from the last build.
        progress: called with the number of files done and of all; then, where examples are run, with the
            number of files whose examples have run and of all such.

    Raises:
        PatternbookError: the configuration or an input is wrong.
    """
    start = time.monotonic()
    _know_languages(config)
    discovery = discover(config)
    jobs = jobs or os.cpu_count() or 1
    outcomes = _take_all(config, discovery.sources, jobs, use_cache, progress)
    proof = prove(config, _taken(discovery.sources, outcomes), jobs, progress)
    rejections = [
        *discovery.left_out,
        *(item for items in outcomes for item in items if isinstance(item, Rejection)),
        *map(fit_to_tell, proof.rejections),
    ]
    kept, folded = fold(proof.items)
    examples, unmatched = apply_overrides(examples_of(kept), load_overrides(config.overrides))
    corpus = Corpus.of(examples)
    synonyms = [SynonymTable.load(config.synonyms)] if config.synonyms else []
    index = build_index(
        corpus, name=config.name, licence=config.licence, language=config.language, synonyms=synonyms
    )
    verify_index(index)
    warnings = tuple(
        f"{config.overrides}: no entry has the id {override!r}; take the override out or mend it"
        for override in unmatched
    )
    report = Report(
        files=len(discovery.sources),
        rejections=tuple(sorted({*rejections, *folded}, key=lambda r: (r.path, r.line, r.reason, r.message))),
        warnings=(*proof.warnings, *warnings),
        seconds=time.monotonic() - start,
        proof=_with_levels(proof.facts, examples),
    )
    return Build(corpus, index, report)


def _know_languages(config: Config) -> None:
    for rule in config.sources:
        try:
            frontend(rule.language)
        except LanguageError as error:
            raise ConfigError(f"{config.file}: source {rule.number}: {error}") from None
    check_settings(config)


def _taken(sources: Sequence[Source], outcomes: Sequence[Outcomes]) -> list[Taken]:
    return [
        Taken(source.file, tuple(item for item in items if isinstance(item, Checked)), source.rule.execute)
        for source, items in zip(sources, outcomes, strict=True)
    ]


def _with_levels(facts: Mapping[str, object], examples: Sequence[Example]) -> dict[str, object]:
    """What was found in proving, and how many entries have which level: not all that holds is kept."""
    if not facts:
        return {}
    return {
        "levels": dict(sorted(Counter(e.validation.level for e in examples if e.validation).items())),
        **facts,
    }


def _take_all(
    config: Config,
    sources: Sequence[Source],
    jobs: int,
    use_cache: bool,
    progress: Callable[[int, int], None],
) -> list[Outcomes]:
    cache_file = config.root / _CACHE_FILE
    keys = [_cache_key(source) for source in sources]
    cached = load_cache(cache_file) if use_cache else {}
    missing = {key: source for key, source in zip(keys, sources, strict=True) if key not in cached}
    done = len(sources) - len(missing)
    progress(done, len(sources))
    fresh: dict[str, Outcomes] = {}
    for key, outcomes in zip(missing, _map(list(missing.values()), jobs), strict=True):
        fresh[key] = outcomes
        progress(done + len(fresh), len(sources))
    known = {key: fresh[key] if key in fresh else cached[key] for key in keys}
    if use_cache and known.keys() != cached.keys():
        save_cache(cache_file, known)
    return [known[key] for key in keys]


def _map(sources: list[Source], jobs: int) -> Iterable[Outcomes]:
    if jobs == 1 or len(sources) < _FEWEST_IN_PARALLEL:
        yield from map(take, sources)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(take, sources, chunksize=max(1, len(sources) // (jobs * 8)))


def _cache_key(source: Source) -> str:
    rule = source.rule
    parts = (rule.extract, rule.category, rule.language, source.inside, source.container)
    files = (source.file, *source.companions)
    return cache_key(*parts, *(part for file in files for part in (file.path, file.text)))
