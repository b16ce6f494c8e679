# Needs python3, make and a package index. `make PADDLE=2.6.2 test` chooses the Paddle, NUMPY=1.26.4 the NumPy beside it;
# without them pip takes the newest that install here.
PYTHON ?= python3
PADDLE ?=
NUMPY ?=
TESTS ?=
VENV := .venv$(if $(PADDLE),-$(PADDLE))
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
ORACLE := .venv-oracle
PIP := -m pip --disable-pip-version-check install --quiet

# Hundreds of processes are started: each would compile all that it imports where the machine forbids to keep it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help install second oracle demo test pythons lint types bench performance net earns helpers libraries library-runs modern site generated record release bare clone clean
.DEFAULT_GOAL := help

help:
	@echo 'make demo    old script under 1.8.5, under compat and migrated: compares the losses'
	@echo 'make test    the tests'
	@echo 'make pythons the wheel on every Python that Paddle has wheels for'
	@echo 'make lint    ruff    |  make types   mypy --strict'
	@echo 'make bench   ratios against hand-written code'
	@echo 'make performance  the same, and more, as the page docs/en/performance.md'
	@echo 'make net OLD=… REAL=…  what the codemods of this checkout make otherwise than those of OLD, of projects'
	@echo 'make earns REAL=…      in how many files of projects each module of the codemods runs'
	@echo 'make helpers REAL=…  how many of the lines that the codemods add are helpers'
	@echo 'make libraries  how many modules of real libraries import'
	@echo 'make library-runs  what they compute, against real Paddle 2.0 to 2.4'
	@echo 'make second  Paddle 2.6.2 beside NumPy 1, for make PADDLE=2.6.2 test'
	@echo 'make oracle  real PaddlePaddle 1.8.5 beside it, where there is a Python 3.7'
	@echo 'make modern  examples/modern again, from examples/legacy'
	@echo 'make site    the documentation as pages, in build/site'
	@echo 'make generated  after a rule: signatures, the list of what is not there yet, docs/api.md'
	@echo 'make release builds wheel and sdist in dist/, checks them and tries them in a bare environment'
	@echo 'make clone   the pre-commit hooks and the action, taken from a clone'
	@echo 'make bare    the lines of README.md on bare machines, and those of Dockerfile (root, debootstrap)'
	@echo 'make record  the recorded results again (needs make oracle)'

install: $(INSTALLED)

$(INSTALLED): pyproject.toml compat/paddle_migrate.pth compat/paddle_migrate.start
	@echo 'First an environment with Paddle, in $(VENV): some hundred MB from the package index, one to five minutes.'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) -e '.[cpu,dev]' $(if $(PADDLE),'paddlepaddle==$(PADDLE)') $(if $(NUMPY),'numpy==$(NUMPY)')
	@$(BIN)/python -c 'from importlib.metadata import version as v; print("Paddle", v("paddlepaddle"), "and NumPy", v("numpy"), "in $(VENV)")'
	@touch $@

# The second Paddle of the tests, beside the NumPy of its time.
second:
	@$(MAKE) PADDLE=2.6.2 NUMPY=1.26.4 install

# Never fails for want of a Python 3.7: everything that uses it has recorded results to fall back on.
oracle:
	@sh examples/oracle.sh $(ORACLE)

demo: $(INSTALLED) oracle
	$(BIN)/python examples/demo.py

# One thread in each process: workers fill the cores, and threads that wait for one another only heat them.
test: $(INSTALLED) oracle
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder \
		--max-worker-restart=0 -o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true $(TESTS)

pythons: $(INSTALLED)
	$(BIN)/python .ci/pythons.py $(PYTHONS)

lint: $(INSTALLED)
	$(BIN)/ruff check .

types: $(INSTALLED)
	$(BIN)/mypy

bench: $(INSTALLED)
	$(BIN)/python benchmarks/run.py

# Half an hour. Beside PaddlePaddle 1.8.5 where there is one, and beside paddle_upgrade_tool, which it installs.
performance: $(INSTALLED) oracle
	OMP_NUM_THREADS=1 $(BIN)/python -W ignore benchmarks/performance.py $(REAL)
	$(BIN)/python docs/make_performance.py

net: $(INSTALLED)
	$(BIN)/python benchmarks/net.py $(OLD) . $(REAL)

# In how many files of real code each module of the codemods runs: what is to be taken out next.
earns: $(INSTALLED)
	$(BIN)/python benchmarks/earns.py $(REAL)

helpers: $(INSTALLED)
	$(BIN)/python benchmarks/helper_lines.py . $(REAL)

# Downloads about fifty packages, 160 MB; no part of the tests.
libraries: $(INSTALLED)
	$(BIN)/python benchmarks/libraries/download.py work/libraries
	$(BIN)/python -W ignore benchmarks/libraries.py work/libraries -o work/libraries.csv
	$(BIN)/python -W ignore benchmarks/libraries.py work/libraries --plain -o work/libraries-plain.csv

# Real Paddle 2.0 to 2.4 (12 GB, CPython 3.7 and 3.8, gcc), after `make libraries` and `make PADDLE=2.6.2 install`.
library-runs: $(INSTALLED) oracle
	$(BIN)/python benchmarks/libraries/oracles.py work/oracles
	test -e work/oracles/1.8.5 || ln -s ../../$(ORACLE) work/oracles/1.8.5
	$(BIN)/python -W ignore benchmarks/library_runs.py work/libraries work/oracles --on .venv-2.6.2/bin/python .venv/bin/python -o work/runs.csv

modern: $(INSTALLED)
	$(BIN)/python examples/make_modern.py

site: $(INSTALLED)
	$(BIN)/python $(PIP) -e '.[docs]'
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=docs:docs/site $(BIN)/python docs/site/make_site.py

generated: $(INSTALLED) oracle
	$(BIN)/python tests/codemods/record_targets.py
	PADDLE_ORACLE_RECORD=1 $(BIN)/python -m pytest -q tests/compat/test_surface.py tests/compat/test_rules.py
	$(BIN)/python docs/make_api.py

record: $(INSTALLED) oracle
	$(BIN)/python examples/demo.py --record
	PADDLE_ORACLE_RECORD=1 $(BIN)/python -m pytest -m oracle tests/oracle tests/compat tests/programs

# Builds, checks and tries what would be uploaded; uploads nothing. RELEASE=--as-it-is: before it is committed.
release: $(INSTALLED)
	$(BIN)/python $(PIP) build twine
	$(BIN)/python .ci/release.py $(RELEASE)

clone: $(INSTALLED)
	$(BIN)/python .ci/from_a_clone.py

# Half an hour, 2 GB of wheels, which are kept in work/bare.
bare: $(INSTALLED)
	$(BIN)/python .ci/bare.py
	$(BIN)/python .ci/from_a_clone.py image

clean:
	rm -rf .venv .venv-* build dist .pytest_cache .mypy_cache .ruff_cache
