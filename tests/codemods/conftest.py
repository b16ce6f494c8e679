"""Two verbs: what a piece of code becomes, and what must not change."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from paddle_migrate.api import Options, Result, migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

Check = Callable[..., Result]


def _migrate(source: str, **options: Any) -> Result:
    return migrate_source(source, "script.py", Options(**options))


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

RUNNER = """\
import contextlib, io, json, os, runpy, sys
import numpy as np
compat = sys.argv[3]
if compat == "1":
    import paddle_compat
    paddle_compat.install()
import paddle
printed = {}
for name in sorted(os.listdir(sys.argv[1])):
    folder, before, out = os.path.join(sys.argv[1], name), set(sys.modules), io.StringIO()
    sys.path.insert(0, folder)
    np.random.seed(7)
    paddle.seed(7)
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_path(os.path.join(folder, "main.py"), run_name="__main__")
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    sys.path.remove(folder)
    for module in set(sys.modules) - before:
        if str(getattr(sys.modules[module], "__file__", "")).startswith(folder):
            del sys.modules[module]
    printed[name] = out.getvalue().splitlines()
if compat != "1":
    assert not any(name.startswith(("paddle.fluid", "paddle_compat.fluid")) for name in sys.modules)
json.dump(printed, open(sys.argv[2], "w"))
"""


@pytest.fixture(scope="session")
def run_both_ways(
    environment: Callable[..., dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., tuple[Printed, Printed]]:
    """What scripts print, each as it is under the compat layer, and migrated without it: one process for each way."""

    def run(scripts: dict[str, Files], options: Options = Options()) -> tuple[Printed, Printed]:  # noqa: B008
        root = tmp_path_factory.mktemp("both")
        for name, files in scripts.items():
            for way in ("old", "new"):
                (root / way / name).mkdir(parents=True)
                for file, text in files.items():
                    (root / way / name / file).parent.mkdir(exist_ok=True)
                    (root / way / name / file).write_text(textwrap.dedent(text))
            outcomes = Run(options, write=True)
            outcomes.all(Walk([root / "new" / name]))
            assert not outcomes.counts["error"]
        return _run(root, "old", "1"), _run(root, "new", "0")

    def _run(root: Path, way: str, compat: str) -> Printed:
        runner = root / "runner.py"
        runner.write_text(RUNNER)
        command = [sys.executable, str(runner), str(root / way), str(root / f"{way}.json"), compat]
        variables = {**environment(compat == "1"), "PADDLE_COMPAT": compat, "PYTHONWARNINGS": "ignore"}
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, cwd=root)
        assert done.returncode == 0, done.stderr
        printed: Printed = json.loads((root / f"{way}.json").read_text())
        return printed

    return run


def _load(name: str) -> ModuleType:
    """A module of ``tests/oracle``, which no import path leads to."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parents[1] / "oracle" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def trials() -> ModuleType:
    """``tests/oracle/trials.py``, with ``ask`` of ``harness.py``."""
    module = _load("trials")
    module.ask = _load("harness").ask
    return module
