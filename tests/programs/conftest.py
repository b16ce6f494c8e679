"""Whole programs as they were written in 2019 and 2020, three ways: under real 1.8.5, unmodified, and migrated.

``legacy/`` holds them: own code, with the structure of the models that people had, very small. They start from weights
that ``utility.py`` makes, and each prints the loss of every step. Import takes longer than training, so all programs of
one way run in one process, which ``runner.py`` is.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from paddle_migrate.api import Options, Result, migrate_source
from parity import NUDGES

HERE = Path(__file__).parent
LEGACY = {path.stem: path.read_text(encoding="utf-8") for path in sorted(HERE.joinpath("legacy").glob("*.py"))}
PARALLEL = [name for name, source in LEGACY.items() if "prepare_context" in source]
LAUNCH = ["-m", "paddle.distributed.launch", "--nproc_per_node", "2", "--log_dir", "log"]
Arrays = dict[str, np.ndarray]
# Each program runs once as it is, and once for each nudge of its starting weights, by a unit in the last place: so much
# it amplifies rounding, whichever kernels run it.
QUESTION = """
import sys, types
def module(name, source):
    sys.modules[name] = types.ModuleType(name)
    exec(compile(source, name + ".py", "exec"), sys.modules[name].__dict__)
    return sys.modules[name]
utility, runner = module("utility", {utility!r}), module("runner", {runner!r})
for nudge in [0] + {nudges!r}:
    utility.NUDGE = nudge
    for name in {programs!r}:
        left = runner.run_program({programs!r}[name], name + ".py")
        assert "error" not in left, name + ": " + str(left.get("error"))
        answer[name + "|loss|%d" % nudge] = left["loss"]
        answer[name + "|fingerprints|%d" % nudge] = runner.fingerprints(left)
        if not nudge:
            answer[name + "|keys"] = np.array("\\n".join(sorted(left)))
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """``program`` is the name of each program, ``parallel`` of each that can train on several cards."""
    for argument, names in (("program", list(LEGACY)), ("parallel", PARALLEL)):
        if argument in metafunc.fixturenames:
            metafunc.parametrize(argument, names)


@pytest.fixture(scope="session")
def legacy() -> dict[str, str]:
    """The programs' own text, by name."""
    return LEGACY


def loaded(path: Path) -> Arrays:
    with np.load(path) as arrays:
        return dict(arrays)


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def runner() -> ModuleType:
    return load(HERE / "runner.py")


@pytest.fixture(scope="session")
def harness() -> ModuleType:
    """``tests/oracle/harness.py``."""
    return load(HERE.parent / "oracle" / "harness.py")


@pytest.fixture(scope="session")
def oracle(harness: ModuleType, legacy: dict[str, str]) -> Arrays:
    """By ``program|…``: 1.8.5's ``loss|0`` of each step, the ``keys`` that the program left and ``fingerprints|0``; and
    the same from nudged weights, by the nudge's number."""
    texts = {name: HERE.joinpath(f"{name}.py").read_text(encoding="utf-8") for name in ("utility", "runner")}
    return harness.ask("programs", QUESTION.format(programs=legacy, nudges=list(NUDGES), **texts))


@pytest.fixture(scope="session")
def migrated() -> dict[str, Result]:
    """What the tool makes of each program."""
    return {name: migrate_source(source, f"{name}.py", Options()) for name, source in LEGACY.items()}


@pytest.fixture(scope="session")
def folders(tmp_path_factory: pytest.TempPathFactory, migrated: dict[str, Result]) -> dict[str, Path]:
    """Where the programs of a way lie."""
    folder = tmp_path_factory.mktemp("migrated")
    for name, result in migrated.items():
        (folder / f"{name}.py").write_text(result.text, encoding="utf-8")
    return {"compat": HERE / "legacy", "migrated": folder}


@pytest.fixture(scope="session")
def run(
    folders: dict[str, Path], environment: Callable[..., dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., list[Programs]]:
    """A function of a way to run, names of programs and options: what each rank's programs left, by program and key."""

    @cache
    def run(way: str, names: tuple[str, ...], *options: str) -> list[Programs]:
        folder = tmp_path_factory.mktemp("answers")
        job = {"way": way, "folder": str(folders[way.partition(",")[0]]), "names": names, "options": options,
               "answers": str(folder / "{rank}.npz")}
        launcher = LAUNCH if way.endswith("launch") else []
        command = [sys.executable, *launcher, str(HERE / "runner.py"), json.dumps(job)]
        variables = environment(way.startswith("compat"), HERE)
        done = subprocess.run(command, env=variables, cwd=folder, capture_output=True, text=True, timeout=600,
                              check=False)
        logs = "".join(path.read_text(errors="replace") for path in sorted(folder.glob("log/workerlog.*")))
        assert done.returncode == 0, done.stdout + done.stderr + logs
        return [by_program(loaded(path)) for path in sorted(folder.glob("*.npz"))]

    return run


class Programs(dict[str, Arrays]):
    """What each program left; asking for one that failed fails with what it printed."""

    def __getitem__(self, name: str) -> Arrays:
        left = super().__getitem__(name)
        assert "error" not in left, f"{name}:\n{left['error']}"
        return left


def by_program(arrays: Arrays) -> Programs:
    found = Programs()
    for key, value in arrays.items():
        program, _, rest = key.partition("|")
        found.setdefault(program, {})[rest] = value
    return found
