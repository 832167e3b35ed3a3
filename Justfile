# Every task that anyone runs, each a line. `just --list` shows them.

export PATH := justfile_directory() / ".venv/bin:" + env("PATH")

# Material announces its end of life at every start; decision 7 is what we do about it
export NO_MKDOCS_2_WARNING := "1"

# Create the virtual environment with all that development needs
setup:
    python3 -m venv .venv && .venv/bin/pip install --quiet --editable ".[dev]"

# Build the embedded corpus and its index
build-corpus:
    patternbook build

# Say whether the embedded corpus is fresh
check-corpus:
    patternbook check

# Style, types, layers, tests with coverage
check: lint test

# Style, types, layers
lint:
    ruff check . && ruff format --check . && mypy && lint-imports

# The tests, with coverage
test *ARGS:
    pytest -n auto --cov --cov-report=term {{ARGS}}

# Look for new failing inputs of the properties, at random and for long
fuzz *ARGS:
    PATTERNBOOK_FUZZ=1 pytest -n auto {{ARGS}}

# The site, strictly
site:
    mkdocs build --strict

# The site while writing
serve:
    mkdocs serve

# The benchmarks, as ratios against named peers in the same run; search on CORPUS and QUERIES, if given
bench *ARGS:
    python tests/bench/bench_frontend.py
    python tests/bench/bench_startup.py
    python tests/bench/bench_http.py
    python tests/bench/bench_index.py {{ARGS}}
    python tests/bench/bench_tokens.py {{ARGS}}
    python tests/bench/bench_site.py {{ARGS}}

# What each search mechanism is worth on judged queries, and what comparing scores of several corpora is
bench-search *ARGS:
    python tests/bench/bench_search.py {{ARGS}}
    python tests/bench/bench_together.py {{ARGS}}

# Judged queries against the baseline; then a log made by sending queries through the real server, and its report
search-eval:
    patternbook eval --corpus bundled --queries tests/cases/search/judged.jsonl --queries tests/cases/search/absent.jsonl --baseline tests/cases/search/baseline.json
    python tests/bench/search_log.py build/search-eval/search.log tests/cases/search/judged.jsonl tests/cases/search/present.jsonl
    patternbook eval build/search-eval/search.log --html build/search-eval/report.html

# All that has to hold: a rebuild that changes nothing, then everything else
ci: rebuild check site

# Rebuild the bundled files; fail when that changes what is committed
rebuild:
    patternbook build --no-cache && git diff --exit-code -- generator/patternbook/bundled
