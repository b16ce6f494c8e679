"""Two verbs: what a piece of code becomes, and what must not change."""

from __future__ import annotations

import ast
import functools
import importlib.util
import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from paddle_migrate.api import Options, Result, migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

Check = Callable[..., Result]


def _load(path: Path) -> ModuleType:
    """A module that no import path leads to."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ORACLE = Path(__file__).parents[1] / "oracle"
OLDEST_PYTHON = _load(Path(__file__).parent / "oldest_python.py")


def _migrate(source: str, **options: Any) -> Result:
    result = migrate_source(source, "script.py", Options(**options))
    if result.changed:
        before, after = (OLDEST_PYTHON.too_new(ast.parse(text)) for text in (source, result.text))
        assert before or not after
    return result


@pytest.fixture
def check_transformed() -> Check:
    """`before` becomes exactly `after`, which stays as it is in a second run; returns the first run's result."""

    def check(before: str, after: str, **options: Any) -> Result:
        before, after = textwrap.dedent(before), textwrap.dedent(after)
        result = _migrate(before, **options)
        assert result.text == after
        assert _migrate(after, **options).text == after
        return result

    return check


@pytest.fixture
def check_noop() -> Check:
    """The code stays as it is, to the byte."""

    def check(source: str, **options: Any) -> Result:
        source = textwrap.dedent(source)
        result = _migrate(source, **options)
        assert result.text == source
        assert not result.changed
        return result

    return check


Files = dict[str, str]  # a script's files by their names; the one that is run is called main.py
Printed = dict[str, list[str]]

class Way:
    """A process that runs scripts, under the compat layer or without it: each folder of them in a fork of it."""

    def __init__(self, compat: bool, environment: dict[str, str]) -> None:
        self.command = [sys.executable, str(Path(__file__).parent / "both_ways.py"), str(int(compat))]
        self.environment = {**environment, "PADDLE_COMPAT": str(int(compat)), "PYTHONWARNINGS": "ignore"}

    @functools.cached_property
    def process(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, root: Path) -> Printed:
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{root}\n")
        process.stdin.flush()
        assert process.stdout.readline() == "0\n", Path(f"{root}.err").read_text()
        printed: Printed = json.loads(Path(f"{root}.json").read_text())
        return printed

    def close(self) -> None:
        """It waits for its input to end: what a test has forked may still hold that open."""
        if "process" in vars(self):
            self.process.kill()
            self.process.communicate()


@pytest.fixture(scope="session")
def run_both_ways(
    environment: Callable[..., dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., tuple[Printed, Printed]]]:
    """What scripts print, each as it is under the compat layer, and migrated without it: one process for each way."""
    ways = {"old": Way(True, environment(True)), "new": Way(False, environment(False))}

    def run(scripts: dict[str, Files], options: Options = Options()) -> tuple[Printed, Printed]:  # noqa: B008
        root = tmp_path_factory.mktemp("both")
        for name, files in scripts.items():
            for way in ways:
                (root / way / name).mkdir(parents=True)
                for file, text in files.items():
                    (root / way / name / file).parent.mkdir(exist_ok=True)
                    (root / way / name / file).write_text(textwrap.dedent(text))
            outcomes = Run(options, write=True)
            outcomes.all(Walk([root / "new" / name]))
            assert not outcomes.counts["error"]
        old, new = (each.run(root / way) for way, each in ways.items())
        return old, new

    yield run
    for each in ways.values():
        each.close()


@pytest.fixture(scope="session")
def oldest_python() -> ModuleType:
    """``oldest_python.py`` beside this file."""
    return OLDEST_PYTHON


@pytest.fixture(scope="session")
def trials() -> ModuleType:
    """``tests/oracle/trials.py``, with ``ask`` of ``harness.py``."""
    module = _load(ORACLE / "trials.py")
    module.ask = _load(ORACLE / "harness.py").ask
    return module
