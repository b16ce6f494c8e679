"""Projects of several files, as repositories had them: under real 1.8.5, unmodified under compat, and migrated.

``projects/`` holds them: own code of the shapes that people's had (models, readers, schedules, metrics and checkpoints
in other files, a notebook, a class for training, models by name), very small. All projects of one way run in one
process, which ``projects.py`` is.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from paddle_migrate.api import Options, Result
from paddle_migrate.batch.migrating import look_at
from paddle_migrate.batch.sharing import share
from paddle_migrate.batch.tied import tied
from paddle_migrate.project.project import Project
from parity import NUDGES, free_run

pytestmark = [pytest.mark.slow, pytest.mark.oracle, pytest.mark.numeric]

HERE = Path(__file__).parent
Files = dict[str, str]
PROJECTS: dict[str, Files] = {
    folder.name: {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir()) if path.is_file()}
    for folder in sorted(HERE.joinpath("projects").iterdir())
}
OF_ADAM = re.compile(r"optimizer\.Adam(Optimizer)?\(")
ADAM = [name for name, files in PROJECTS.items() if OF_ADAM.search("".join(files.values()))]
QUESTION = """
import os, sys, types
def module(name, source):
    sys.modules[name] = types.ModuleType(name)
    exec(compile(source, name + ".py", "exec"), sys.modules[name].__dict__)
    return sys.modules[name]
utility, runner, projects = [module(name, source) for name, source in {modules!r}]
for name, files in {projects!r}.items():
    os.makedirs(os.path.join(folder, name))
    for file, text in files.items():
        with open(os.path.join(folder, name, file), "wb") as opened:
            opened.write(text.encode("utf-8"))
for nudge in [0] + {nudges!r}:
    utility.NUDGE = nudge
    for name in {projects!r}:
        left = projects.run_project(folder, name)
        assert "error" not in left, name + ": " + str(left.get("error"))
        answer[name + "|%d" % nudge] = left["loss"]
"""


@pytest.fixture(scope="module")
def oracle(harness: ModuleType) -> dict[str, np.ndarray]:
    """By ``project|nudge``: 1.8.5's losses."""
    modules = [(name, HERE.joinpath(f"{name}.py").read_text(encoding="utf-8"))
               for name in ("utility", "runner", "projects")]
    question = QUESTION.format(modules=modules, projects=PROJECTS, nudges=list(NUDGES))
    return harness.ask("projects", "import tempfile\nfolder = tempfile.mkdtemp()\n" + question)


@pytest.fixture(scope="module")
def migrated() -> dict[str, dict[str, Result]]:
    """What the tool makes of each project, by its files."""
    return {name: migrate(HERE / "projects" / name) for name in PROJECTS}


def migrate(folder: Path) -> dict[str, Result]:
    """As one run over the folder does it, with a module of helpers where files share some."""
    paths = sorted(path for path in folder.iterdir() if path.is_file())
    project = Project(paths, [folder])
    outcomes = [each.outcome for each in share([look_at(path, Options(), project) for path in paths], project, {})]
    return {Path(o.path).name: Result(o.new if o.changed else Path(o.path).read_text(encoding="utf-8"), o.findings)
            for o in outcomes}


@pytest.fixture(scope="module")
def losses(
    migrated: dict[str, dict[str, Result]], environment: Callable[..., dict[str, str]],
    tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], dict[str, np.ndarray]]:
    """A function of a way: the losses of each project; of those with Adam, again as ``NAME again`` under compat."""
    folder = tmp_path_factory.mktemp("projects")
    for name, files in migrated.items():
        (folder / name).mkdir()
        for file, result in files.items():
            (folder / name / file).write_text(result.text, encoding="utf-8")

    @cache
    def run(way: str) -> dict[str, np.ndarray]:
        answers = folder / f"{way}.npz"
        there = {"compat": HERE / "projects", "migrated": folder}[way]
        job = {"way": way, "folder": str(there), "names": list(PROJECTS), "again": ADAM if way == "compat" else [],
               "answers": str(answers)}
        command = [sys.executable, str(HERE / "projects.py"), json.dumps(job)]
        done = subprocess.run(command, env=environment(way == "compat", HERE), cwd=folder, capture_output=True,
                              text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        with np.load(answers) as left:
            return dict(left)

    return run


def of(left: dict[str, np.ndarray], name: str) -> np.ndarray:
    assert f"{name}|error" not in left, left[f"{name}|error"]
    return left[f"{name}|loss"]


def check(name: str, got: np.ndarray, oracle: dict[str, np.ndarray]) -> None:
    """Within ten times what nudges have done to 1.8.5 by that loss."""
    free = free_run(got, oracle[f"{name}|0"], np.array([oracle[f"{name}|{nudge}"] for nudge in NUDGES]))
    print(f"{name}: {free}")
    assert free.good, f"{name}: {free}"
    assert free.steps >= 5


@pytest.mark.parametrize("name", PROJECTS)
def test_unmodified(losses: Callable, oracle: dict[str, np.ndarray], name: str) -> None:
    check(name, of(losses("compat"), name), oracle)


@pytest.mark.parametrize("name", PROJECTS)
def test_migrated(losses: Callable, oracle: dict[str, np.ndarray], name: str) -> None:
    """With Adam, today's epsilon is another one; the losses are those of compat once it has that epsilon too."""
    got = of(losses("migrated"), name)
    if name in ADAM:
        wanted = of(losses("compat"), f"{name} again")
        assert np.abs(got / wanted - 1).max() <= 1e-6
    else:
        check(name, got, oracle)


# With one file of it rewritten, and no other: the schedule is today's, and its step() belongs into the other file.
TRAINS_OTHERWISE = {"warm_up": ["optimizers.py"]}


@pytest.fixture(scope="module")
def halves(
    environment: Callable[..., dict[str, str]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, dict[str, tuple[bool, np.ndarray | None]]]:
    """By project and by the one file of it that is rewritten: whether the tool names files that are tied to it, and the
    losses under compat, None where it ends with an error."""
    folder = tmp_path_factory.mktemp("halves")
    tied_to = {}
    for name, files in PROJECTS.items():
        for file in files:
            there = folder / f"{name}+{file}"
            shutil.copytree(HERE / "projects" / name, there, ignore=shutil.ignore_patterns("__pycache__"))
            project = Project([there / file], [there])
            outcome = look_at(there / file, Options(), project).outcome
            if outcome.changed:
                before = {there / file: outcome.old.encode()} if file.endswith(".py") else {}
                tied_to[name, file] = bool(tied(before, project))
                (there / file).write_text(outcome.new, encoding="utf-8")
    job = {"way": "compat", "folder": str(folder), "names": [f"{name}+{file}" for name, file in tied_to], "again": [],
           "answers": str(folder / "halves.npz")}
    command = [sys.executable, str(HERE / "projects.py"), json.dumps(job)]
    done = subprocess.run(command, env=environment(True, HERE), cwd=folder, capture_output=True, text=True,
                          timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with np.load(folder / "halves.npz") as answers:
        left = dict(answers)
    found: dict[str, dict[str, tuple[bool, np.ndarray | None]]] = {name: {} for name in PROJECTS}
    for (name, file), is_tied in tied_to.items():
        failed = f"{name}+{file}|error" in left
        found[name][file] = is_tied, None if failed else left[f"{name}+{file}|loss"]
    return found


@pytest.mark.parametrize("name", PROJECTS)
def test_half_new_it_is_as_it_was_or_it_was_said(halves: dict, oracle: dict[str, np.ndarray], name: str) -> None:
    """What trains otherwise, or not at all, is tied to a file that the tool names."""
    assert halves[name]
    for file, (is_tied, got) in halves[name].items():
        if got is None or file in TRAINS_OTHERWISE.get(name, ()):
            assert is_tied, file
        else:
            check(name, got, oracle)


def test_most_halves_run(halves: dict) -> None:
    losses = [got for files in halves.values() for _, got in files.values()]
    assert len(losses) >= 70
    assert sum(got is not None for got in losses) / len(losses) > 0.8


@pytest.mark.parametrize("name", PROJECTS)
def test_nothing_of_fluid_is_left(migrated: dict[str, dict[str, Result]], name: str, tmp_path: Path) -> None:
    for file, result in migrated[name].items():
        assert not result.left, file
        if file.endswith(".py"):
            nodes = list(ast.walk(ast.parse(result.text)))
            words = {getattr(node, field, "") or "" for node in nodes for field in ("id", "attr", "name", "module")}
            assert not {word for word in words if "fluid" in str(word).split(".")}, file
        (tmp_path / file).write_text(result.text, encoding="utf-8")
    assert {file: result.text for file, result in migrate(tmp_path).items()} == {
        file: result.text for file, result in migrated[name].items()
    }


def test_every_project_has_files_and_trains(oracle: dict[str, np.ndarray]) -> None:
    assert len(PROJECTS) >= 30
    for name, files in PROJECTS.items():
        assert len(files) >= 2, name
        assert len(set(oracle[f"{name}|0"])) >= 5, name
