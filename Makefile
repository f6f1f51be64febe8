# Everything from a machine with Python 3.11 or newer and make: `make play`, `make test`.
# `make play SERVE=--lan` lets others in the local network play too.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
export PYTHONWARNINGS := ignore::DeprecationWarning:pip

PAGE := src/tulips/web/page/index.html
SOURCES := $(shell find web/src web/public src/tulips/catalogue src/tulips/games/*/catalogue -type f) web/index.html web/package.json web/vite.config.ts web/svelte.config.js web/tsconfig.json
# Node builds the page: the system's if it is new enough, else one from PyPI in the virtual environment.
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm --loglevel=error

LINT = $(BIN)/ruff check && $(BIN)/ruff format --check && $(BIN)/lint-imports --no-cache && $(BIN)/mypy

.PHONY: play page quick test soak bench golden generated pictures docs lock clean

play: .venv/play-ready $(PAGE)
	@$(BIN)/tulips serve $(SERVE)

page: $(PAGE)

# What a sentence's change can break, in two minutes; `make test` before a change is proposed.
quick: .venv/test-ready
	$(LINT)
	$(BIN)/pytest -n 3 --dist worksteal -m "not soak and not slow and not postgres" tests
	@echo "Left out: tests marked slow (kills, processes, strength, fuzzing, reviews, the lab's environments), PostgreSQL, the page and the browser."

# The linters and the page's own tests run beside the compiler, which uses one core; what kills and waits runs alone.
test: .venv/test-ready $(PAGE)
	@$(MAKE) --no-print-directory --jobs 2 $(SYNC) lint warm page-check
	$(BIN)/pytest -n 3 --dist worksteal # two cores; some tests wait for processes
	$(NPM) run test:browser

SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) # macOS has make 3.81

.PHONY: lint warm page-check
lint:
	$(LINT)

warm:
	$(BIN)/tulips warm

page-check: web/node_modules/.ready
	$(NPM) run check
	$(NPM) test

# Seconds that each of the tests goes on which only `make soak` has, and how often those that kill a process kill it.
SOAK ?= 600
KILLS ?= 1000

soak: .venv/test-ready # what takes long, with fresh examples: `make soak SOAK=7200 KILLS=5000` for a night
	TULIPS_SOAK_SECONDS=$(SOAK) TULIPS_KILLS=$(KILLS) $(BIN)/pytest -m "soak or repeats" -n 0 tests

bench: .venv/play-ready
	$(BIN)/tulips bench

golden: .venv/test-ready # the games told in tests/golden, anew, when a rule or a word is meant to change
	PYTHONPATH=tests $(BIN)/python -m support.transcripts

generated: .venv/play-ready # the page's types and the record file's schema, when a type has changed or there is a new game
	$(BIN)/python -m tulips.web.typescript web/src/generated
	$(BIN)/python -m tulips.web.record_schema docs/record.schema.json

pictures: .venv/play-ready $(PAGE) # those of README.md, from real games, and those that messengers show beside a link
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" node tools/pictures.mjs
	cd web && PATH="$(CURDIR)/$(BIN):$$PATH" node tools/cards.mjs

docs: .venv/docs-ready # the documents and the reference of Python as a site; a warning is an error
	$(BIN)/sphinx-build -q -W --keep-going -c docs/site . build/site
	@echo "The site is at build/site/index.html"

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tulips needs Python 3.11 or newer; name one with 'make PYTHON=/path/to/python'."; exit 1; }
	@echo "Making a virtual environment in .venv"
	@$(PYTHON) -m venv .venv

.venv/play-ready: requirements.lock pyproject.toml | .venv/bin/python
	@echo "Installing what the games need (once, a minute or so)"
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test-ready: requirements-dev.lock pyproject.toml | .venv/play-ready
	@echo "Installing what the tests need (once)"
	@$(PIP) --require-hashes -r requirements-dev.lock
	@touch $@

.venv/docs-ready: requirements-docs.lock pyproject.toml | .venv/play-ready
	@echo "Installing what the site is made with (once)"
	@$(PIP) --require-hashes -r requirements-docs.lock
	@touch $@

web/node_modules/.ready: web/package-lock.json requirements-node.lock | .venv/bin/python
	@$(NODE_IS_NEW) || { echo "Installing Node (once)"; $(PIP) --require-hashes -r requirements-node.lock; }
	@echo "Installing what the page is built with (once)"
	@$(NPM) ci --no-audit --no-fund --ignore-scripts >/dev/null
	@touch $@

$(PAGE): $(SOURCES) web/node_modules/.ready
	@echo "Building the page"
	@$(NPM) run build -- --logLevel error >/dev/null
	@touch $@

LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --upgrade

lock: | .venv/test-ready # new versions of all dependencies, with their hashes
	$(LOCK) pyproject.toml --group build -o requirements.lock
	$(LOCK) pyproject.toml --group dev -o requirements-dev.lock
	$(LOCK) --group docs -o requirements-docs.lock
	$(LOCK) --group node -o requirements-node.lock

clean:
	rm -rf web/node_modules src/tulips/web/page build .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
