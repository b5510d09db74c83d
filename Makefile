# `make` alone lists the targets.

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev

# What to build; each may be given on the command line: make dataset IMAGES=my/annotations DOMAINS="animals, food"
IMAGES ?=
LANDMARKS ?=
ENDPOINT ?=
TEMPLATES ?=
FACTS ?=
DOMAINS ?=
HOPS ?=
SEED ?=
LIMIT ?=
SHARD ?=
OUT ?= build/dataset
CONFIG ?=
OFFLINE ?=
DRY_RUN ?=
ENGINE ?=
SHARED ?=

# What to measure: make bench BENCH="--sizes 100,10 --repeats 3"
BENCH ?=

# Processes that the tests run in, each of which builds the sample.
JOBS ?= 2

# What to take out of a finished dataset: make subset FROM=build/dataset DOMAINS="nature, animals" OUT=build/nature
FROM ?= build/dataset
SOURCES ?=
PROPERTIES ?=
CLASSES ?=
CLAUSES ?=
GUESSABLE ?=
ANSWER_KINDS ?=
MAX_IMAGES ?=
MAX_QUESTIONS ?=
BALANCE ?=
OVERWRITE ?=

comma := ,
empty :=
space := $(empty) $(empty)
OPTIONS = $(if $(CONFIG),--config "$(CONFIG)") \
  $(if $(IMAGES),--images "$(subst $(space),$(comma),$(strip $(IMAGES)))") \
  $(if $(LANDMARKS),--landmarks "$(LANDMARKS)") $(if $(ENDPOINT),--endpoint "$(ENDPOINT)") \
  $(if $(TEMPLATES),--templates "$(subst $(space),$(comma),$(strip $(TEMPLATES)))") \
  $(if $(FACTS),--facts "$(subst $(space),$(comma),$(strip $(FACTS)))") \
  $(if $(DOMAINS),--domains "$(DOMAINS)") $(if $(PROPERTIES),--properties "$(PROPERTIES)") \
  $(if $(HOPS),--hops "$(HOPS)") \
  $(if $(SEED),--seed $(SEED)) $(if $(LIMIT),--limit $(LIMIT)) $(if $(OFFLINE),--offline) \
  $(if $(SHARD),--shard "$(SHARD)") \
  $(if $(ENGINE),--engine "$(ENGINE)") $(if $(SHARED),--shared "$(SHARED)") --out "$(OUT)"

FILTERS = $(if $(DOMAINS),--domains "$(DOMAINS)") $(if $(HOPS),--hops "$(HOPS)") \
  $(if $(SOURCES),--sources "$(SOURCES)") $(if $(PROPERTIES),--properties "$(PROPERTIES)") \
  $(if $(CLASSES),--classes "$(CLASSES)") $(if $(CLAUSES),--clauses "$(CLAUSES)") \
  $(if $(GUESSABLE),--guessable "$(GUESSABLE)") \
  $(if $(ANSWER_KINDS),--answer-kinds "$(ANSWER_KINDS)") $(if $(MAX_IMAGES),--max-images $(MAX_IMAGES)) \
  $(if $(MAX_QUESTIONS),--max-questions $(MAX_QUESTIONS)) $(if $(BALANCE),--balance) \
  $(if $(OVERWRITE),--overwrite) $(if $(SEED),--seed $(SEED)) $(if $(CONFIG),--config "$(CONFIG)")

.PHONY: help dataset subset verify test lint types layers check bench sample clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "  Variables of dataset: IMAGES LANDMARKS ENDPOINT TEMPLATES FACTS DOMAINS PROPERTIES HOPS SEED LIMIT"
	@echo "    SHARD OUT CONFIG OFFLINE DRY_RUN ENGINE SHARED"
	@echo "  Variables of subset: FROM DOMAINS HOPS SOURCES PROPERTIES CLASSES CLAUSES GUESSABLE ANSWER_KINDS"
	@echo "    MAX_IMAGES MAX_QUESTIONS BALANCE OVERWRITE SEED OUT CONFIG"

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(INSTALLED_DEV): pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@ $(INSTALLED)

dataset: $(INSTALLED) ## build a dataset (the embedded sample, offline, if no variable is set)
	$(BIN)/reasonvqa build $(OPTIONS) $(if $(DRY_RUN),--dry-run)

subset: $(INSTALLED) ## take a part of the dataset in FROM as a dataset of its own into OUT
	$(BIN)/reasonvqa subset "$(FROM)" "$(OUT)" $(FILTERS)

verify: $(INSTALLED) ## replay every question of the dataset in OUT
	$(BIN)/reasonvqa verify "$(OUT)"

test: $(INSTALLED_DEV) ## run all tests
	$(BIN)/python -m pytest -n $(JOBS)

lint: $(INSTALLED_DEV) ## check style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED_DEV) ## check types
	$(BIN)/mypy

layers: $(INSTALLED_DEV) ## check that imports go down only
	$(BIN)/lint-imports

check: lint types layers test ## everything that must pass before a change lands

bench: $(INSTALLED) ## measure the build at a hundredth, a tenth and all of the full size (BENCH="--sizes 100,10")
	$(BIN)/python -m pipeline.bench.run $(BENCH)

sample: $(INSTALLED) ## make data/ anew from the reference extracts in REFERENCE (maintainers)
	$(BIN)/python -m pipeline.sample.distil "$(REFERENCE)" data

clean: ## remove what was built; the environment stays
	rm -rf build
