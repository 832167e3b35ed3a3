"""Every command with its options."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

from patternbook import __version__

_OPERATOR = re.compile(r"-(?![\w-])|--(?=[^\w])|---")
_SHIELD = "\0"


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments of a command; ends the process with exit code 2 and a message on wrong use."""
    shielded = [f"{_SHIELD}{word}" if _OPERATOR.match(word) and len(word) > 1 else word for word in argv]
    parser = build_parser()
    arguments, unknown = parser.parse_known_args(shielded)
    if unknown:
        words = ", ".join(word.removeprefix(_SHIELD) for word in unknown)
        prog = f"{parser.prog} {arguments.command}"
        parser.exit(2, f"{prog}: unknown arguments: {words}; see `{prog} --help`\n")
    return arguments


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line; the usage is in ``--help``."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}; see `{self.prog} --help`\n")


def _word(text: str) -> str:
    """A word of a query: an operator such as ``->`` is no option."""
    return text.removeprefix(_SHIELD)


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = _Parser(
        prog="patternbook",
        description="Turn a project's tests, example files and docs into a validated example corpus; "
        "search it, serve it to agents over MCP, and browse it as a site.",
    )
    parser.add_argument("--version", action="version", version=f"patternbook {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in (_init, _build, _check, _search, _show, _parse, _mcp, _corpora, _site, _eval):
        add(commands.add_parser)
    return parser


def _init(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(
        add,
        "init",
        "Look at a project and write a patternbook.toml that builds at once. Exit code 1 when nothing is "
        "found to take examples from, or a configuration stands already.",
    )
    parser.add_argument(
        "dir", nargs="?", type=_path, default=Path(), metavar="DIR", help="the project (default: here)"
    )
    parser.add_argument("--print", action="store_true", help="print the configuration and write nothing")
    parser.add_argument("--force", action="store_true", help="replace a configuration that stands already")


def _build(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "build", "Build corpus.json and index.json from the configured sources.")
    _config_option(parser)
    parser.add_argument("--output", type=_path, metavar="DIR", help="where to write (default: as configured)")
    parser.add_argument(
        "--jobs", type=_positive, metavar="N", help="worker processes (default: one a processor)"
    )
    parser.add_argument("--no-cache", action="store_true", help="take nothing from the last build")
    parser.add_argument(
        "--report", type=Path, metavar="FILE", help="write what was rejected and why, as JSON"
    )
    _json_option(parser)


def _check(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "check", "Say whether the corpus is fresh; exit code 1 when it is stale.")
    _config_option(parser)
    parser.add_argument(
        "--format",
        choices=("text", "github"),
        default="text",
        help="github adds annotations and a summary for GitHub Actions (default: text)",
    )
    _json_option(parser)


def _search(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(
        add, "search", "Search the examples. Exit code 1 when nothing is found, 2 when the query is blank."
    )
    parser.add_argument("query", nargs="*", type=_word, metavar="QUERY", help="what to look for")
    parser.add_argument("--limit", type=_positive, default=None, metavar="N", help="most hits (default: 5)")
    parser.add_argument(
        "--queries",
        type=Path,
        metavar="FILE",
        help='a batch: lines {"qid", "query"} → {"qid", "ids", "match"}',
    )
    parser.add_argument(
        "--explain", action="store_true", help="show terms, plan, and what makes up each score"
    )
    _corpus_options(parser)
    _json_option(parser)


def _show(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "show", "Show one example, whole.")
    parser.add_argument("id", type=_word, metavar="ID")
    _corpus_options(parser)
    _json_option(parser)


def _parse(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "parse", "Show what a language frontend sees. Exit code 1 when it rejects a file.")
    parser.add_argument(
        "files", nargs="+", type=_word, metavar="FILE", help="a file, or - for standard input"
    )
    parser.add_argument("--language", metavar="L", help="the frontend (default: by the file's ending)")
    _json_option(parser)


def _mcp(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "mcp", "Serve search_examples to agents over MCP on standard input and output.")
    _corpus_options(parser)
    parser.add_argument(
        "--budget", type=_positive, default=10_000, metavar="CHARS", help="size of an answer (default: 10000)"
    )
    parser.add_argument("--http", metavar="HOST:PORT", help="serve over HTTP there, at /mcp")
    parser.add_argument(
        "--allow-host",
        action="append",
        metavar="H",
        help="with --http: a name by which clients ask; needed where other machines can connect",
    )
    parser.add_argument(
        "--allow-origin",
        action="append",
        metavar="O",
        help="with --http: an origin whose web pages may ask, such as https://docs.example.org",
    )
    parser.add_argument("--text-only", action="store_true", help="leave structured content out of answers")
    parser.add_argument(
        "--log-level",
        type=str.lower,
        choices=("debug", "info", "warning", "error"),
        default=None,
        help="what to log (default: info; PATTERNBOOK_LOG works too)",
    )
    parser.add_argument("--log-file", type=Path, metavar="FILE", help="log there (default: standard error)")
    parser.add_argument(
        "--print-config",
        metavar="CLIENT",
        help="print what to paste into a client's configuration, with these options, and serve nothing; "
        "claude-code, claude-desktop, cursor, vscode, windsurf, zed, codex, gemini or json",
    )


def _corpora(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "corpora", "List the corpora that answer here, and where they are from.")
    _json_option(parser)


def _site(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(add, "site", "Make a browsable site of a corpus; no mkdocs.yml is needed.")
    parser.add_argument("--output", type=_path, default=Path("site"), metavar="DIR", help="(default: site)")
    _corpus_options(parser)


def _eval(add: Callable[..., argparse.ArgumentParser]) -> None:
    parser = _command(
        add,
        "eval",
        "Report on search logs, or score judged queries. Exit code 1 when the share of searches without a "
        "result is above --threshold, or when a figure has regressed against --baseline.",
    )
    logs = parser.add_argument_group("search logs")
    logs.add_argument(
        "logs", nargs="*", type=_word, metavar="LOG", help="a log, plain or gzipped, or - for standard input"
    )
    logs.add_argument(
        "--threshold",
        metavar="P",
        help="largest share of searches without a result, in percent; 15, 15%% and 0.15 are the same "
        "(default: 15)",
    )
    logs.add_argument(
        "--low-score",
        metavar="S",
        help="an answer is low if its best score is below S (default: if its match is weak)",
    )
    logs.add_argument("--html", type=_path, metavar="FILE", help="write the report as a page with charts too")
    queries = parser.add_argument_group("judged queries")
    queries.add_argument(
        "--queries",
        action="append",
        type=Path,
        metavar="FILE",
        help='lines {"query", "relevant": [{"id", "grade"}]}; may be given several times',
    )
    queries.add_argument("--baseline", type=_path, metavar="FILE", help="compare with the figures kept there")
    queries.add_argument(
        "--save-baseline", type=_path, metavar="FILE", help="keep the figures there, unless one has regressed"
    )
    _corpus_options(parser)
    _json_option(parser)


def _command(add: Callable[..., argparse.ArgumentParser], name: str, text: str) -> argparse.ArgumentParser:
    return add(name, help=text, description=text)


def _config_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="(default: found from the working directory upwards)"
    )


def _json_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")


def _corpus_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--corpus",
        action="append",
        metavar="PATH",
        help="a corpus.json, a folder that holds one, or the word bundled; may be given several times "
        "(default: those of the project here and of installed packages, else bundled)",
    )
    parser.add_argument("--language", metavar="L", help="the frontend for entries that name no language")


def _path(text: str) -> Path:
    if not text.strip():
        raise argparse.ArgumentTypeError("expected a path; found nothing")
    return Path(text)


def _positive(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1; found {text!r}")
    return number
