# `make setup` and `make play` are all a player needs; `make help` lists the rest.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup play test check style types format web-check web-test chromium bench bench-server bench-web pictures soak mutants compiled docs clean

# The first Python that is new enough; choose another with `make PYTHON=...`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
# More than two cores' worth: tests also wait, for browsers, for processes and for time to pass.
JOBS ?= 3
BIN := .venv/bin
SYNCED := .venv/.synced
NODE_MODULES := web/node_modules/.installed
STATIC := src/sandtable/server/static/index.html
BYTECODE := .venv/.bytecode
# Folders too: a deleted file changes nothing but its folder.
WEB_SOURCES := $(shell find web/src web/public 2>/dev/null) web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json
WEB_RULES := web/eslint.config.js web/.prettierrc.json web/.prettierignore
# Stamps of what was found good; in the folder that a new `npm ci` empties, for other libraries want everything again.
WEB_CHECKED := web/node_modules/.checked
WEB_TESTED := web/node_modules/.tested
PYTHON_SOURCES := src tests tools benchmarks examples
# The tests start some hundred processes: without compiled files each of them would compile all the code again.
unexport PYTHONDONTWRITEBYTECODE
# For the edit loop: no browser, nothing that takes seconds, and a short look at the contract of every game.
SHORT := $(if $(FAST),SANDTABLE_EFFORT=quick)
QUICK := $(if $(FAST),-m "not soak and not e2e and not slow")
# Node and npm come from the environment, whatever else is installed.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --loglevel=error

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(SYNCED) $(STATIC) ## create the environment in .venv and build the web client
	@:

$(SYNCED): pyproject.toml uv.lock tools/setup.py tools/uv.txt
	@test -n "$(PYTHON)" || { echo "Sandtable needs Python 3.11 or newer (Debian: apt-get install python3)."; exit 1; }
	$(PYTHON) tools/setup.py dev
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json web/.npmrc | $(SYNCED)
	$(NPM) ci
	@touch $@

$(STATIC): $(WEB_SOURCES) $(NODE_MODULES)
	$(NPM) run build
	@touch $@

play: setup ## start the table and print its address
	@$(BIN)/sandtable serve $(ARGS)

# The web client is built beside what needs one core and no client, so that in a new clone neither core waits. Types,
# layers and the web client are checked beside the tests; what they say stands at the end.
test: $(SYNCED) chromium ## everything that must pass before a commit; FAST=1 for the edit loop: see docs/build/testing.md
	@$(MAKE) --no-print-directory -j2 style $(STATIC) $(BYTECODE)
	@mkdir -p build
	@nice $(MAKE) --no-print-directory types web-check web-test >build/checks.log 2>&1 & checks=$$!; \
	trap 'kill $$checks 2>/dev/null' EXIT; \
	echo "== pytest"; \
	SANDTABLE_CHROMIUM="$$(tools/chromium.sh)" $(SHORT) $(BIN)/pytest -n $(JOBS) --dist worksteal $(QUICK) $(ARGS); \
	tested=$$?; wait $$checks; checked=$$?; trap - EXIT; cat build/checks.log; \
	test $$checked -eq 0 || echo "The checks above failed."; \
	test $$tested -eq 0 || echo "The tests further above failed."; \
	test $$tested -eq 0 && test $$checked -eq 0

# In a new environment nothing is compiled yet. One process does it here, or every worker would, all at once.
$(BYTECODE): $(SYNCED)
	@$(BIN)/pytest --collect-only -q >/dev/null && touch $@ || :

check: style types web-check ## style, types and layers

style: $(SYNCED)
	@echo "== ruff"
	@$(BIN)/ruff check $(PYTHON_SOURCES)
	@$(BIN)/ruff format --check $(PYTHON_SOURCES)

types: $(SYNCED)
	@echo "== mypy"
	@$(BIN)/mypy --strict $(PYTHON_SOURCES)
	@echo "== import-linter"
	@$(BIN)/lint-imports

web-check: $(WEB_CHECKED) ## the web client: types and style, if any of it changed
	@$(BIN)/python tools/web_types.py --check

$(WEB_CHECKED): $(STATIC) $(WEB_RULES)
	@echo "== svelte-check"
	@$(NPM) run --silent check
	@echo "== eslint and prettier"
	@$(NPM) run --silent lint
	@touch $@

format: setup ## format the code, Python and web
	@$(BIN)/ruff format $(PYTHON_SOURCES)
	@$(BIN)/ruff check --fix $(PYTHON_SOURCES)
	@$(NPM) run --silent format

web-test: $(WEB_TESTED) ## the unit tests of the web client, if any of it changed

$(WEB_TESTED): $(STATIC)
	@echo "== vitest"
	@$(NPM) test --silent
	@touch $@

chromium:
	@echo "== chromium: $$(tools/chromium.sh)"
	@tools/chromium.sh >/dev/null

bench: setup ## measure the engine
	@$(BIN)/sandtable bench $(ARGS)

bench-server: setup ## load on the server: 100 matches, 200 sockets
	@$(BIN)/python -m benchmarks.server_load $(ARGS)

bench-web: setup chromium ## the browser table: time to draw a choice, frames while the map moves
	@SANDTABLE_CHROMIUM="$$(tools/chromium.sh)" $(BIN)/python -m benchmarks.web $(ARGS)

pictures: setup ## new pictures of every map in a real browser, and those of the documentation
	@SANDTABLE_CHROMIUM="$$(tools/chromium.sh)" $(BIN)/pytest tests/e2e/pictures.py -n $(JOBS) $(ARGS)

soak: setup ## the long forms of the tests, about 80 minutes; one alone: make soak PART=kills
	@SANDTABLE_CHROMIUM="$$(tools/chromium.sh)" JOBS=$(JOBS) $(BIN)/python -m tools.soak $(PART)

mutants: setup ## plant faults in the rules of GAME=... and count how many its own tests find
	@test -n "$(GAME)" || { echo "Say which game: make mutants GAME=warbirds"; exit 2; }
	@$(BIN)/python -m tools.mutants $(GAME) --workers $(JOBS) $(ARGS)

compiled: setup ## a copy compiled with mypyc in build/compiled
	$(BIN)/python tools/setup.py dev compiled
	$(BIN)/python tools/compile.py

docs: setup ## the documentation site in build/site; a dead link fails
	@$(PYTHON) tools/setup.py dev docs
	@$(BIN)/zensical build --strict
	@echo "The site is in build/site: open build/site/index.html"

clean: ## remove everything built here
	rm -rf .venv build dist web/node_modules src/sandtable/server/static src/sandtable/api/static reports test-results
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests tools examples -name __pycache__ -type d -prune -exec rm -rf {} +
