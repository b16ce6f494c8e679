"""Names beside paddle.fluid that today's Paddle has not."""

from __future__ import annotations

import os
import subprocess
import sys
import types

import paddle_compat.utils.plot
import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.rewrites.patterns.gone_names import GONE
from paddle_migrate.written import plots


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from paddle.utils import Ploter\np = Ploter('a')", {1: "utils.Ploter"}),
        ("import paddle\np = paddle.utils.Ploter('a')", {2: "utils.Ploter"}),
        ("import paddle.utils as u\nprint(u.Ploter)", {2: "utils.Ploter"}),
        ("from paddle.utils.plot import Ploter as P\nP('a')", {1: "utils.plot"}),
        ("from paddle.utils.plot import *", {1: "utils.plot"}),
        ("import paddle.compat as cpt\ny = cpt.to_text(x)", {2: "compat.to_text"}),
        ("from paddle.compat import to_text\ny = to_text(x)", {1: "compat.to_text"}),
        ("from paddle import compat as c\nc.round(3)\nc.split(3)", {2: "compat.round"}),
        ("def f():\n    from paddle.incubate import hapi\n    hapi.Model()", {2: "incubate.hapi"}),
        ("from paddle.incubate.hapi.model import Model, Input", {1: "incubate.hapi"}),
        ("import paddle.incubate.hapi as hapi\nhapi.Model()", {1: "incubate.hapi"}),
        ("import paddle\nwith paddle.imperative.guard():\n    x = paddle.imperative.to_variable(y)",
         {2: "imperative.guard", 3: "imperative.to_variable"}),
        ("from paddle import imperative\nimperative.foo()", {1: "imperative"}),
        ("import paddle.dataset.sentiment as s\ns.train()", {1: "dataset.sentiment"}),
        ("import paddle.v2 as paddle\nr = paddle.batch(read, 3)", {1: "v2"}),
        ("from paddle.v2.dataset import mnist\nmnist.train()", {1: "v2"}),
    ],
)
def test_without_fluid_they_are_left_to_a_person(check_noop, code, names):
    found = check_noop(code + "\n").left
    assert {f.line: f.name for f in found} == names
    assert {f.code for f in found} == {"PM332"}


@pytest.mark.parametrize("place", ["compat.to_text(x)", "utils.Ploter('a')"])
def test_beside_fluid(place):
    result = migrate_source(f"import paddle\nimport paddle.fluid as fluid\ny = fluid.layers.relu(paddle.{place})\n")
    assert result.text == f"import paddle\nimport paddle.nn.functional as F\ny = F.relu(paddle.{place})\n"
    assert [f.code for f in result.left] == ["PM332"]


@pytest.mark.parametrize(
    "code",
    [
        "import paddle\npaddle.utils.run_check()\npaddle.compat.split(x)",
        "import paddle.incubate as incubate\nincubate.nn.FusedFeedForward(1, 1, 1)",
        "from paddle.utils import unique_name, try_import",
        "from plot import Ploter\nimport paddle\np = Ploter('a')",
        "from paddle.dataset import mnist\nimport paddle.dataset.uci_housing",
        "import paddle\npaddle.batch(paddle.dataset.mnist.train(), 8)",
        "import mylib as paddle\npaddle.utils.Ploter('a')",
        "import paddle\np = paddle.utils.Ploter('a')  # paddle-migrate: skip",
        "import paddle\n# paddle.utils.Ploter drew curves\nhapi = paddle.Model",
    ],
)
def test_what_is_there_says_nothing(check_noop, code):
    assert check_noop(code + "\n").left == []


PROBE = """
import importlib, sys


def is_there(name):
    first, *parts = name.split(".")
    at, path = importlib.import_module(first), first
    for part in parts:
        path += f".{part}"
        try:
            at = getattr(at, part, None) or importlib.import_module(path)
        except ImportError:
            return False
    return True


print(*filter(is_there, sys.argv[1:]))
"""


def test_each_of_them_is_gone_today():
    """None of them is in the Paddle that the tests run with, and what is said of them instead is."""
    told = {word.strip(".,()") for words in GONE.values() for word in words.split() if word.startswith("paddle.")}
    assert len(told) > 10
    done = subprocess.run([sys.executable, "-c", PROBE, *GONE, *told], env={**os.environ, "PADDLE_COMPAT": "0"},
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) == told


HEAD = "import paddle.fluid as fluid\n{}\nx = fluid.data('x', [2])\n"


@pytest.mark.parametrize(("imported", "name"), [
    ("from paddle.utils.plot import Ploter", "Ploter"), ("from paddle.utils import Ploter", "Ploter"),
    ("from paddle.utils.plot import Ploter as Curves", "Curves"),
    ("def drawn():\n    from paddle.utils import Ploter\n    return Ploter('train')", ""),
])  # fmt: skip
def test_plots_become_a_class_of_the_scripts_own(imported, name):
    result = migrate_source(HEAD.format(imported) + (f"curves = {name}('train')\n" if name else ""))
    assert not result.left
    assert result.text.count("class Ploter:") == 1
    assert "paddle.utils" not in result.text
    assert result.text.count("Ploter('train')") == 1
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("imported", [
    "from paddle.utils.plot import Ploter, PlotData", "import paddle.utils.plot as plot",
    "from paddle.utils.plot import *",
])
def test_plots_of_other_imports_are_told(imported):
    result = migrate_source(HEAD.format(imported))
    assert [each.code for each in result.left] == ["PM332"]
    assert imported in result.text


def test_what_is_drawn(tmp_path, monkeypatch):
    """The same calls of Matplotlib, in their order, as 1.8.5's class, which compat has."""
    said = []

    class Told(types.ModuleType):
        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return lambda *given, **named: said.append((name, repr(given), repr(named))) or self

    told = Told("pyplot")
    for name in ("matplotlib", "IPython"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setattr(sys.modules["matplotlib"], "pyplot", told, raising=False)
    monkeypatch.setattr(sys.modules["IPython"], "display", told, raising=False)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", told)
    monkeypatch.setitem(sys.modules, "IPython.display", told)
    drawn = []
    for made in (paddle_compat.utils.plot.Ploter, plots.Ploter):
        curves = made("train", "test", "none")
        for step in range(3):
            curves.append("train", step, step * 0.5)
        curves.append("test", step=1, value=2.0)
        curves.plot("file.png")
        curves.reset()
        curves.append(title="none", step=0, value=1.0)
        curves.plot()
        drawn.append(list(said))
        said.clear()
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) > 8
