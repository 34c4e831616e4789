# nescio: the README's commands. `make demo` and `make test` set up everything they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check install
# As many workers as cores, but at least two, so that the suites run beside each other.
WORKERS := $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -gt 2 ] && echo $$n || echo 2)

.PHONY: help demo test check lint bench results docs resources clean

help:                ## this list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 18

demo: $(VENV)/.run   ## anonymize the examples with every method, before and after in colour
	$(BIN)/python examples/demo.py

test: $(VENV)/.test  ## all tests
	$(BIN)/python -m pytest -n $(WORKERS) tests

check: lint test     ## ruff, mypy --strict, import contracts, all tests

lint: $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(VENV)/.bench ## speed and memory, as figures
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/evaluate_speed.py

results: $(VENV)/.run    ## the thesis's tables beside ours, from NESCIO_DATA: docs/results.md
	$(BIN)/python bench/results.py

docs: $(VENV)/.run       ## write the generated pages of docs/reference again
	$(BIN)/python tools/make_reference.py

resources: $(VENV)/.resources ## compile lists (from NESCIO_LEX) and language profiles (from NESCIO_DATA) again
	$(BIN)/python tools/compile_lists.py
	$(BIN)/python tools/compile_profiles.py

clean:               ## remove the environment and all output
	rm -rf $(VENV) out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# One environment; each stamp adds an extra to it.
$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "nescio needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: pyproject.toml $(VENV)/.venv
	$(PIP) -e .
	@touch $@

$(VENV)/.test $(VENV)/.check $(VENV)/.bench $(VENV)/.resources: $(VENV)/.%: pyproject.toml $(VENV)/.venv
	$(PIP) -e '.[$*]'
	@touch $@
