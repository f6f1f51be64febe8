# Everything from a machine with Python 3.11 or newer and make: `make play`, `make test`.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
export PYTHONWARNINGS := ignore::DeprecationWarning:pip

.PHONY: play test bench lock clean

play: .venv/play-ready
	@$(BIN)/tulips play

test: .venv/test-ready
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy
	$(BIN)/tulips warm
	$(BIN)/pytest -n 2

bench: .venv/play-ready
	$(BIN)/tulips bench

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

LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --upgrade pyproject.toml

lock: | .venv/test-ready # new versions of all dependencies, with their hashes
	@$(PIP) uv
	$(LOCK) --group build -o requirements.lock
	$(LOCK) --group dev -o requirements-dev.lock

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
