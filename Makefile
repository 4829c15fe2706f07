# make demo: see it run.  make test: what CI runs.  Only Python 3.11 or newer, make and git are needed.
.DEFAULT_GOAL := help
SHELL := /bin/sh

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# What is installed with the program; .ci/run adds what its later steps need.
EXTRAS ?= dev,pdf,staff
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
# Every core; each takes a run of neighbours, which share the stores they need, and steals from the others at the end.
BOTH := -n auto --dist worksteal

.PHONY: help venv demo test test-fast test-long test-faults test-browser test-spark lint style types audit soak bench dictionary clean

help:
	@echo "make demo   install, load the sample data, print a standing, start the dashboard"
	@echo "make test   install, then lint, types, import contracts and tests"
	@echo "make lint   lint, types and import contracts only"
	@echo "make test-long  simulations, random events against the oracle, fuzzing, every page and published file"
	@echo "make test-faults  the tests that kill loads and fill disks"
	@echo "make test-browser  the tests that drive a browser; they need Chromium"
	@echo "make test-spark  the same answers from Spark as from DuckDB; Java 17 is needed, without it they skip"
	@echo "make audit  compare the pinned dependencies with published advisories"
	@echo "make soak   fault tests, properties and simulations in full, and a dashboard under load: an hour"
	@echo "make bench  load, build and questions against DuckDB alone, polars and pandas; SIZE=10m for ten million bouts"
	@echo "make dictionary   write docs/data-dictionary.md anew"
	@echo "make clean  remove the environment, builds and caches"

venv: $(STAMP)

# The first interpreter that is new enough and can make an environment; PYTHON=... chooses another.
$(STAMP): pyproject.toml constraints.txt
	@python=""; for p in $(PYTHON) python3 python3.13 python3.12 python3.11; do \
	  if $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then python=$$p; break; fi; \
	done; \
	if [ -z "$$python" ]; then echo "Python 3.11 or newer with venv is needed; name it with: make PYTHON=/path/to/python3" >&2; exit 2; fi; \
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $$python -m venv --clear $(VENV)
	$(INSTALL) -e '.[$(EXTRAS)]'
	@touch $@

demo: venv
	$(BIN)/tatame demo

lint: style types

style: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: venv
	$(BIN)/mypy

# Types are checked while the tests run: neither keeps both cores busy from beginning to end.
test: style
	@$(MAKE) --no-print-directory -j2 types test-fast

test-fast: venv
	$(BIN)/pytest $(BOTH)

test-long: venv
	$(BIN)/pytest $(BOTH) -m long

test-faults: venv
	$(BIN)/pytest -m faults

test-browser: venv
	$(BIN)/pytest -m browser

# Spark is 490 MB: installed only where there is a Java to run it.
test-spark: venv
	@if command -v java >/dev/null && ! $(BIN)/python -c 'import pyspark, sqlglot' 2>/dev/null; then \
	  $(INSTALL) -e '.[spark]' || echo "Spark could not be installed"; \
	fi
	$(BIN)/pytest -m spark

# pip-audit calls clean what it could not ask about; .ci/audit.py does not.
audit: venv
	@$(BIN)/python -c 'import pip_audit' 2>/dev/null || $(INSTALL) -e '.[audit]'
	$(BIN)/pip-audit -r constraints.txt --no-deps --disable-pip --progress-spinner off --format json 2>/dev/null \
	  | $(BIN)/python .ci/audit.py

soak: venv
	$(BIN)/python -m benchmarks.soak

# SIZE: bouts, one size or several, as in make bench SIZE="10k 1m 10m"; BENCH: further options (benchmarks/bench.py).
SIZE ?= 10k 1m
bench: venv
	@$(BIN)/python -c 'import polars' 2>/dev/null || \
	  $(INSTALL) -e '.[bench]'
	$(BIN)/python -m benchmarks.bench $(foreach size,$(SIZE),--size $(size)) $(BENCH)

dictionary: venv
	$(BIN)/python -m publishing.dictionary > docs/data-dictionary.md

clean:
	rm -rf $(VENV) dist build .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
