"""What the tool writes is there: every name of today's Paddle, in the installed one."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from curves import ROOT
from paddle_migrate.api import migrate_source
from paddle_migrate.rewrites.patterns.gone_names import GONE
from paddle_migrate.rules.legacy import is_legacy

HERE = Path(__file__).parent
OF_PADDLE_3 = {
    "paddle.pir.IrMapping",
    "paddle.pir.get_current_insertion_point",
    "paddle._C_ops._run_python_op",
    "paddle.static.MetaTensor",
}  # what is written asks first which Paddle's programs these are
OLD = [*ROOT.glob("examples/legacy/*.py"), *ROOT.glob("tests/programs/legacy/*.py")]
_NAME = re.compile(r"paddle(?:\.[A-Za-z_]\w*)+")


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TODAYS = _load("todays_names")


def test_those_that_rules_write() -> None:
    names = _load("record_targets").target_names()
    assert len(names) > 300
    assert [name for name in names if not TODAYS.exists(name)] == []


def test_those_that_rewrites_write() -> None:
    found = set()
    for path in ROOT.joinpath("codemods", "paddle_migrate").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        strings = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        found.update(text for text in strings if _NAME.fullmatch(text))
    names = sorted(name for name in found if name not in GONE and not is_legacy(name))
    assert len(names) > 40
    assert [name for name in names if not TODAYS.exists(name)] == []


@pytest.mark.parametrize("path", sorted(ROOT.glob("codemods/paddle_migrate/written/*.py")), ids=lambda path: path.stem)
def test_those_of_what_is_written(path: Path) -> None:
    assert set(TODAYS.missing(path.read_text(encoding="utf-8"))) <= OF_PADDLE_3


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_those_of_whole_outputs(path: Path) -> None:
    result = migrate_source(path.read_text(encoding="utf-8"), path.name)
    assert TODAYS.used(result.text)
    assert {name for name in TODAYS.missing(result.text) if not is_legacy(name)} <= OF_PADDLE_3


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import paddle\npaddle.nn.Linaer(1, 2)\n", ["paddle.nn.Linaer"]),
        ("import paddle.nn as nn\nclass A(nn.Layr): pass\n", ["paddle.nn.Layr"]),
        ("from paddle.nn import functional as F\nF.reluu(x)\n", ["paddle.nn.functional.reluu"]),
        ("from paddle.io import Datset\n", ["paddle.io.Datset"]),
        ("import paddle\npaddle.profiler.SortedKeys.CPUTotl\n", ["paddle.profiler.SortedKeys.CPUTotl"]),
        ("import paddle\npaddle.nn.Linear(1, 2).weigth\n", []),  # of an object
        ("from paddle import nn\ndef f(nn): return nn.Layr\n", []),
        ("import numpy as paddle\npaddle.nn\n", []),
        ("import paddle.nn.initializer\nfrom .io import Datset\n", []),
    ],
)
def test_what_is_missing_is_seen(text: str, names: list[str]) -> None:
    assert TODAYS.missing(text) == names
