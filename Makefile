# make test    everything a change must pass, in an environment of its own
# make quick   the engine and the rules of the games only, in under a minute
# make play    open the table in the browser
# make web     build the page of the table
# make types   regenerate the types of the page from the structs of the server
# make bench   measure the engine and the games
# make soak    the long tests, and those on a real local Ray
# make hundred a hundred games by each level in each scenario; takes hours, resumes where it was stopped
# make docs    the documentation as a site, in build/docs
# make maps    rebuild the frozen map data from geography

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
MAPS_STAMP := $(VENV)/.installed-maps
DOCS_STAMP := $(VENV)/.installed-docs
RAY_STAMP := $(VENV)/.installed-ray
GOOD := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c '$(GOOD)' 2>/dev/null && echo "$$p" && break; done)
CORES ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
SLOW := ai cli envs harness lab maps server web
GEO ?= $(wildcard ../shared/facts/geo)

.PHONY: test quick lint install play web types chromium bench soak hundred docs maps clean

test: lint chromium web
	$(BIN)/python hatch_build.py check lint format:check test
	$(BIN)/python -m pytest -n auto

quick: $(STAMP)
	$(BIN)/python -m pytest -n auto -m unit $(SLOW:%=--ignore=tests/%)

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/equal_lines.py

install: $(STAMP)

# `ostfront play --help` has the settings
play: web
	@$(BIN)/ostfront play

# the page of the table, built when its sources have changed; node comes from PyPI
web: $(STAMP)
	@$(BIN)/python hatch_build.py

types: $(STAMP)
	$(BIN)/python -m ostfront.server.page_types > frontend/src/lib/schema.ts

chromium:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } || { \
		echo "The tests of the page need chromium. On Debian, as root: apt-get install chromium"; exit 1; }

bench: $(STAMP)
	$(BIN)/ostfront bench core
	@for game in $$($(BIN)/python -c "from ostfront import games; print(*games.names())"); do \
		$(BIN)/ostfront bench "$$game" || true; done

soak: lint $(RAY_STAMP)
	OSTFRONT_EVERYWHERE=1 $(BIN)/python -m pytest -n auto --soak

hundred: $(STAMP)
	@$(BIN)/python -c 'from ostfront import ai, games; \
		[print(g, s, l) for l in ai.levels() for g in games.names() for s in games.info(g).scenarios]' | \
	while read -r game scenario level; do \
		$(BIN)/ostfront lab run "$$game" --scenario "$$scenario" --players "$$level" --games 100 --seed hundred \
			--workers "$(CORES)" --out "runs/hundred/$$game-$$scenario-$$level" </dev/null || exit 1; \
	done

docs: $(DOCS_STAMP)
	$(BIN)/sphinx-build -W --keep-going -q -c docs/site docs build/docs
	@echo "build/docs/index.html"

maps: $(MAPS_STAMP)
	@test -n "$(GEO)" || { echo "The map workshop reads geography from a folder: make maps GEO=FOLDER"; exit 1; }
	$(BIN)/python maps/build.py --geo "$(GEO)"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "ostfront needs Python 3.11 or newer." \
		"On Debian or Ubuntu: apt install python3 python3-venv"; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "This Python cannot make an environment:" \
		"its modules venv and ensurepip (pip) are missing. On Debian or Ubuntu: apt install python3-venv python3-pip"; \
		exit 1; }
	"$(PYTHON)" -m venv $(VENV)

$(STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	OSTFRONT_SKIP_WEB=1 $(BIN)/python -m pip install --quiet --editable ".[bench,env,lab,png,table]" --group test --group lint --group web
	@touch $@

$(MAPS_STAMP): pyproject.toml $(STAMP)
	$(BIN)/python -m pip install --quiet --group maps
	@touch $@

$(DOCS_STAMP): pyproject.toml $(STAMP)
	$(BIN)/python -m pip install --quiet --group docs
	@touch $@

$(RAY_STAMP): pyproject.toml $(STAMP)
	@OSTFRONT_SKIP_WEB=1 $(BIN)/python -m pip install --quiet --editable ".[ray]" || { echo "The soak plays on a local Ray," \
		"which cannot be installed here: pip install ray says why. Without it: pytest --soak"; exit 1; }
	@touch $@
