"""Runs examples, one process a document, where their source asks for it."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from patternbook.errors import ExecutionError
from patternbook.execution.findings import Findings
from patternbook.execution.isolation import find_isolation
from patternbook.execution.process import Limits, Place, run_process
from patternbook.execution.scratch import scratch_folder
from patternbook.execution.wording import Wording
from patternbook.languages import frontend
from patternbook.languages.running import Document, Outcome, Settings, Verdict, runner_of
from patternbook.model import Rejection, Validation

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from patternbook.config import Config
    from patternbook.execution.isolation import Isolation
    from patternbook.execution.proof import Taken
    from patternbook.languages.running import Job, Runner, Toolchain
    from patternbook.model import Origin

_MEGABYTE = 1024 * 1024
_TOOLCHAIN_SECONDS = 60.0
_NAMED = 5
"""Missing modules named in a warning; there may be more."""
_QUOTED = re.compile(r"'([^']+)'")


@dataclass(frozen=True, slots=True)
class _Run:
    """A document with the numbers of its examples in the build."""

    language: str
    document: Document
    numbers: tuple[int, ...]


def run_documents(
    config: Config,
    taken: Sequence[Taken],
    jobs: int,
    halt: threading.Event,
    progress: Callable[[int, int], None],
) -> Findings:
    """Run the examples of all files whose source asks for it; numbers count all that was taken."""
    found = Findings()
    runs = _runs(taken, found)
    if not runs:
        return found
    settings = Settings(config.root, config.execution, f"{config.file}: key '{config.prefix}execution")
    bench = _Bench(settings, find_isolation(), halt)
    toolchains = {language: bench.toolchain(language) for language in sorted({run.language for run in runs})}
    found.facts["isolation"] = bench.isolation.facts
    found.facts["toolchains"] = {
        language: {"by": toolchain.by, **toolchain.details} for language, toolchain in toolchains.items()
    }
    progress(0, len(runs))
    with ThreadPoolExecutor(max_workers=jobs) as pool:
        try:
            for done, (run, verdicts) in enumerate(zip(runs, pool.map(bench.verdicts, runs), strict=True), 1):
                _keep(found, run, verdicts, toolchains[run.language].by)
                progress(done, len(runs))
        except BaseException:
            halt.set()
            pool.shutdown(cancel_futures=True)
            raise
    _warn_of_imports(found, settings, toolchains)
    return found


def _runs(taken: Sequence[Taken], found: Findings) -> list[_Run]:
    runs = []
    number = 0
    for group in taken:
        numbered = list(enumerate(group.items, number))
        number += len(group.items)
        if not group.execute:
            continue
        wanted = [(n, item.snippet) for n, item in numbered if item.snippet.run]
        for _, item in numbered:
            if not item.snippet.run:
                _note(found, Verdict("unproven", "it asks not to be run"), item.snippet.origin)
        wanted.sort(key=lambda pair: pair[1].origin.start_byte)
        if wanted:
            numbers, snippets = zip(*wanted, strict=True)
            language = snippets[0].language
            runs.append(_Run(language, Document(group.file, snippets), numbers))
    return runs


class _Bench:
    """Where jobs run."""

    def __init__(self, settings: Settings, isolation: Isolation, halt: threading.Event) -> None:
        self._settings = settings
        self.isolation = isolation
        self._halt = halt

    def toolchain(self, language: str) -> Toolchain:
        """What runs a language's examples."""
        runner = _runner(language)
        with self._ended(runner.toolchain_job(self._settings), _TOOLCHAIN_SECONDS) as outcome:
            return runner.toolchain(outcome, self._settings)

    def verdicts(self, run: _Run) -> list[Verdict]:
        """The verdicts on a document's examples, their texts without paths of the machine."""
        runner = _runner(run.language)
        job = runner.job(run.document, self._settings)
        with self._ended(job, self._settings.execution.timeout) as outcome:
            wording = Wording(self._settings.root, outcome.scratch)
            return [
                Verdict(v.status, wording.message(v.message, v.values), v.line, wording.output(v.output))
                for v in runner.verdicts(run.document, outcome)
            ]

    @contextmanager
    def _ended(self, job: Job, seconds: float) -> Iterator[Outcome]:
        """The outcome of a job, as long as its scratch folder is there."""
        limits = Limits(seconds, self._settings.execution.memory * _MEGABYTE)
        with scratch_folder() as scratch:
            for name, text in job.files.items():
                (scratch.root / name).write_text(text, encoding="utf-8")
            environment = {**scratch.environment(), **job.environment}
            place = Place(scratch.work, environment, scratch.root, self.isolation.namespaces)
            ended = run_process(job.command, place, limits, self._halt)
            if not ended.started or not ended.found:
                raise ExecutionError(
                    f"{Path(job.command[0]).name}: cannot be started: {ended.output.strip()[-300:]}"
                )
            yield Outcome(ended.code, ended.stopped, ended.output, scratch.root)


def _keep(found: Findings, run: _Run, verdicts: Sequence[Verdict], by: str) -> None:
    for number, snippet, verdict in zip(run.numbers, run.document.snippets, verdicts, strict=True):
        if verdict.status == "passed":
            found.grants[number] = Validation("executed", by)
        elif verdict.status == "unproven":
            _note(found, verdict, snippet.origin)
        else:
            found.rejections[number] = Rejection(
                snippet.origin.path, verdict.line, verdict.status, verdict.message, verdict.output
            )


def _note(found: Findings, verdict: Verdict, origin: Origin) -> None:
    """Keep for the report that an example was not run, and why."""
    notes = found.facts.setdefault("not_run", [])
    cast("list[object]", notes).append(
        {"path": origin.path, "line": origin.start_line, "message": verdict.message}
    )


def _warn_of_imports(found: Findings, settings: Settings, toolchains: Mapping[str, Toolchain]) -> None:
    """Say in one line what is missing when examples fail for nothing but the place where they run."""
    missing = Counter[str]()
    for rejection in found.rejections.values():
        name = _QUOTED.search(rejection.message) if rejection.reason == "import" else None
        if name:
            missing[name.group(1)] += 1
    if not missing:
        return
    names = ", ".join(name for name, _ in missing.most_common(_NAMED))
    more = ", …" if len(missing) > _NAMED else ""
    bys = ", ".join(toolchain.by for toolchain in toolchains.values())
    count = missing.total()
    examples = "1 example was" if count == 1 else f"{count} examples were"
    found.warnings.append(
        f"{examples} left out because {bys} has no {names}{more}: install that there, "
        f"or name an interpreter that has it, such as '.venv/bin/python' ({settings.key('python')})"
    )


def _runner(language: str) -> Runner:
    runner = runner_of(frontend(language))
    if runner is None:
        raise ExecutionError(f"examples in {language} cannot be run")
    return runner
