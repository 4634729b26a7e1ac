# Everything runs in .venv, made from pyproject.toml and the exact versions in constraints.txt.
#   make play         install and start a game in the terminal
#   make test         every check there is; the last line is the count of tests
#   make bench        measure this machine
#   make format       format the sources
#   make constraints  write constraints.txt anew, with the newest versions that fit
#   make clean        remove what the others made

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# The first Python that is new enough, unless one is named: make PYTHON=python3.13 test
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && break; done)
PY := .venv/bin/python
INSTALL = -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
BUILD = hatchling editables

.PHONY: help play test bench format constraints clean

help:
	@sed -n 's/^#   //p' Makefile

.venv/game: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Perron needs Python 3.11 or newer; name yours: make PYTHON=..."; exit 1; }
	@echo "Setting up .venv ..."
	@"$(PYTHON)" -m venv --clear .venv
	@$(PY) $(INSTALL) $(BUILD)
	@$(PY) $(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/dev: .venv/game
	@echo "Installing the tools for tests ..."
	@$(PY) $(INSTALL) --no-build-isolation --editable '.[dev,notebook]'
	@touch $@

.venv/bench: .venv/dev
	@$(PY) $(INSTALL) --no-build-isolation --editable '.[bench]'
	@touch $@

play: .venv/game
	@.venv/bin/perron play

test: .venv/dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m perron.engine.warm
	$(PY) -m perron.bots.warm
	$(PY) -m pytest --numprocesses=auto --dist=loadgroup --count-file=.venv/count
	.venv/bin/perron rules --coverage
	@cat .venv/count

bench: .venv/bench
	$(PY) -m benchmarks

format: .venv/dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# The oldest Python decides, so that every version fits the newer ones too.
constraints:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
		{ echo "This takes Python 3.11: make constraints PYTHON=python3.11"; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv
	@$(PY) -m pip --disable-pip-version-check install --quiet $(BUILD)
	@$(PY) -m pip --disable-pip-version-check install --quiet --no-build-isolation --editable '.[dev,notebook,bench]'
	@{ echo "# Exact versions for Python 3.11 to 3.13; written by: make constraints"; \
		$(PY) -m pip freeze --exclude-editable --exclude perron | LC_ALL=C sort --ignore-case; } > constraints.new
	@mv constraints.new constraints.txt
	@touch .venv/game .venv/dev .venv/bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
