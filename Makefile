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
# make lock    choose the versions in requirements/ anew, within pyproject.toml; UPGRADE=1 takes the newest
# make audit   look up known weaknesses of the locked packages, Python's and the page's
# make sbom    list what a table is made of, as CycloneDX, in build/sbom.json

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
MAPS_STAMP := $(VENV)/.installed-maps
DOCS_STAMP := $(VENV)/.installed-docs
RAY_STAMP := $(VENV)/.installed-ray
CHAIN_STAMP := $(VENV)/.installed-chain
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade) pyproject.toml
GOOD := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c '$(GOOD)' 2>/dev/null && echo "$$p" && break; done)
CORES ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# many tests wait for servers and browsers: more of them at once than there are cores
AT_ONCE ?= $(shell expr $(CORES) '*' 3 / 2)
SLOW := ai cli envs harness lab maps server web
# a test that hangs is told with the stack where it does, and fails
HANGING := -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
GEO ?= $(wildcard ../shared/facts/geo)
# tests start the program hundreds of times: it is compiled once, also where images of containers say otherwise
export PYTHONDONTWRITEBYTECODE :=

.PHONY: test quick lint install play web types chromium postgres caddy bench soak hundred docs maps lock audit sbom clean

test: lint chromium postgres web
	$(BIN)/python hatch_build.py check lint format:check test
	$(BIN)/python -m pytest -n $(AT_ONCE) --dist worksteal $(HANGING)

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
	$(BIN)/python -m ostfront.network.page_types > frontend/src/lib/schema.ts

chromium:
	@command -v chromium >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium; } || { \
		echo "The tests of the page need chromium. On Debian, as root: apt-get install chromium"; exit 1; }

postgres:
	@test -n "$(wildcard /usr/lib/postgresql/*/bin/initdb)" || command -v initdb >/dev/null || { \
		test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } || { \
		echo "The tests of the server need PostgreSQL. On Debian, as root: apt-get install postgresql"; exit 1; }

caddy:
	@command -v caddy >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq caddy; } || { \
		echo "The soak needs caddy. On Debian, as root: apt-get install caddy"; exit 1; }

bench: $(STAMP)
	$(BIN)/ostfront bench core
	@for game in $$($(BIN)/python -c "from ostfront import games; print(*games.names())"); do \
		$(BIN)/ostfront bench "$$game" || true; done

soak: lint chromium postgres caddy $(RAY_STAMP)
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

# the first is what `make install` needs, the others add to it; table.txt is for somebody who only plays
lock: $(CHAIN_STAMP)
	$(LOCK) --extra bench --extra env --extra lab --extra png --extra server --extra table \
		--group build --group test --group lint --group web --output-file requirements/dev.txt
	$(LOCK) --constraint requirements/dev.txt --extra ray --output-file requirements/ray.txt
	$(LOCK) --constraint requirements/dev.txt --extra table --output-file requirements/table.txt
	$(LOCK) --constraint requirements/dev.txt --extra table --extra server --output-file requirements/server.txt
	@for group in docs maps chain; do \
		$(LOCK) --constraint requirements/dev.txt --group $$group --output-file requirements/$$group.txt || exit 1; done

audit: $(CHAIN_STAMP)
	@$(BIN)/python tools/audit.py

sbom: web
	@mkdir -p build
	@$(BIN)/python tools/sbom.py > build/sbom.json
	@echo "build/sbom.json"

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "ostfront needs Python 3.11 or newer." \
		"On Debian or Ubuntu: apt install python3 python3-venv"; exit 1; }
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { echo "This Python cannot make an environment:" \
		"its modules venv and ensurepip (pip) are missing. On Debian or Ubuntu: apt install python3-venv python3-pip"; \
		exit 1; }
	"$(PYTHON)" -m venv $(VENV)

# only files that are known by their digest
$(STAMP): pyproject.toml requirements/dev.txt | $(BIN)/python
	$(PIP) --require-hashes --requirement requirements/dev.txt
	OSTFRONT_SKIP_WEB=1 $(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.installed-%: requirements/%.txt $(STAMP)
	$(PIP) --require-hashes --requirement $<
	@touch $@

$(RAY_STAMP): requirements/ray.txt $(STAMP)
	@$(PIP) --require-hashes --requirement $< || { echo "The soak plays on a local Ray," \
		"which cannot be installed here: pip says why. Without it: pytest --soak"; exit 1; }
	@touch $@
