"""A full reduction had shape [1] and has no dimension today: what other files of the project do with it comes out the
same."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

HELPERS = """\
import numpy as np


def show(v, times=1):
    print(v.numpy()[0] * times)


def through(v):
    show(v)


def first(a):
    print(a[0])


def each(vs):
    print([v.numpy()[0] for v in vs])


def kept(*vs):
    print(vs[0].numpy()[0])


def joined(a, b):
    print(np.concatenate([a, b]).tolist())


def shape(v):
    print(list(v.shape), len(v))


def fine(v):
    print(float(v), v.numpy().item(), "%.3f" % v.numpy(), np.mean(v.numpy()))


def averaged(v, into):
    into.append(v.numpy())
    print(np.mean(into))


class Callbacks:
    def __init__(self, *each):
        self.each = each

    def on(self, event, *given):
        for one in self.each:
            getattr(one, "on_" + event)(*given)

    def end(self, v):
        for one in self.each:
            one.on_end(v)


class Length:
    def on_end(self, v):
        print(len(v["loss"].numpy()))

    def on_start(self, v):
        print(v)


class Meter:
    def __init__(self, v=None):
        self.sum = 0 if v is None else v.numpy()[0]

    def update(self, v):
        self.sum += v.numpy()[0]
        print(self.sum)

    def add(self, v):
        self.sum += float(v)
        print(self.sum)

    @staticmethod
    def show(v):
        print(v.numpy()[0])
"""
LOSSES = """\
import paddle.fluid as fluid


def loss_of(x):
    return fluid.layers.reduce_mean(x)


def both(x):
    return x, fluid.layers.mean(x)


def read(v):
    fluid.layers.relu(v)
    print(v.numpy()[0])


def concat(v):
    print(fluid.layers.concat([v, v]).numpy().tolist())
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid
{imports}

with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.array([[1.0, 2.0], [3.0, 4.0]], "float32"))
    l = fluid.layers.mean(x)
    {body}
"""
OWN = "l = paddle.mean(x)"
KEPT = f"{OWN}.reshape([1])"
# imports, what is done, and the line that comes out; each broke without the dimension
FORMS = {
    "a function": ("from helpers import show", "show(l)", KEPT),
    "its other name": ("from helpers import show as s", "s(l, times=2)", KEPT),
    "of a module": ("import helpers", "helpers.show(times=2, v=l)", KEPT),
    "of a module's other name": ("import helpers as h", "h.show(l)", KEPT),
    "of a star": ("from helpers import *", "show(l)", KEPT),
    "handed on": ("from handing import show", "show(l)", KEPT),
    "through another": ("from helpers import through", "through(l)", KEPT),
    "an array": ("from helpers import first", "first(l.numpy())", KEPT),
    "a list": ("from helpers import each", "each([l, l * 2])", KEPT),
    "a star's parameter": ("from helpers import kept", "kept(l, 1)", KEPT),
    "arrays joined": ("from helpers import joined", "joined(l.numpy(), l.numpy())", KEPT),
    "its shape": ("from helpers import shape", "shape(l)", KEPT),
    "a method": ("from helpers import Meter", "m = Meter()\n    m.update(l)", KEPT),
    "a method at once": ("import helpers as h", "h.Meter().update(l)", KEPT),
    "a static method": ("from helpers import Meter", "m = Meter()\n    m.show(l)", KEPT),
    "a constructor": ("from helpers import Meter", "print(Meter(l).sum)", KEPT),
    "a callback": ("from helpers import *", "Callbacks(Length()).end({'loss': l})", KEPT),
    "a callback looked up": ("from helpers import *", "Callbacks(Length()).on('end', {'loss': l})", KEPT),
    "a callback of this file": (
        "from helpers import Callbacks",
        "class Own:\n        def on_end(self, v):\n            print(len(v.numpy()))\n"
        "    Callbacks(Own()).on('end', l)",
        KEPT,
    ),
    "an attribute's method": (
        "from helpers import Meter",
        "class T:\n        def __init__(self):\n            self.m = Meter()\n"
        "        def go(self, v):\n            self.m.update(v)\n    T().go(l)",
        KEPT,
    ),
    "what fluid joins there": ("from losses import concat", "concat(l)", KEPT),
    "made elsewhere": (
        "from losses import *\nfrom helpers import show", "show(loss_of(x))", "show(loss_of(x).reshape([1]))"
    ),
    "a part made elsewhere": (
        "from losses import both\nfrom helpers import show", "_, k = both(x)\n    show(k)", "show(k.reshape([1]))"
    ),
    "calculated from it": (
        "from losses import loss_of\nfrom helpers import show",
        "k = loss_of(x)\n    show(v=k * 2)",
        "show(v=(k * 2).reshape([1]))",
    ),
    "an array made elsewhere": (
        "from losses import loss_of\nfrom helpers import first",
        "k = loss_of(x)\n    first(k.numpy())",
        "first(k.numpy().reshape([1]))",
    ),
}
# what needs no dimension, or gives itself one; the calls come out as they are
TIDY = {
    "numbers": ("from helpers import fine", "fine(l)"),
    "an average": ("from helpers import averaged", "averaged(l, [])"),
    "a method of numbers": ("from helpers import Meter", "Meter().add(l)"),
    "another argument": ("from helpers import show", "show(fluid.layers.ones([1], 'float32'), float(l))"),
    "a reader that is migrated": ("from losses import read", "read(l)"),
    "what is a number already": ("from helpers import first", "first([float(l)])"),
    "numbers made elsewhere": ("from helpers import fine\nfrom losses import loss_of", "fine(loss_of(x))"),
    "made elsewhere, read there": ("from losses import loss_of, read", "read(loss_of(x))"),
}
# what no file of the project says
UNKNOWN = {
    "no file": ("from somewhere import show", "show(l)"),
    "no such function": ("from helpers import show_all", "show_all(l)"),
    "two meanings": ("from helpers import show\nfrom losses import read as show", "show(l)"),
    "a name of its own": ("from helpers import show\ndef show(v):\n    return v", "show(l)"),
    "an unknown method": ("from helpers import Meter", "Meter().average(l)"),
}


def _files(form: tuple[str, ...]) -> dict[str, str]:
    return {
        "helpers.py": HELPERS,
        "losses.py": LOSSES,
        "handing.py": "from helpers import show\n",
        "main.py": MAIN.format(imports=form[0], body=form[1]),
    }


@pytest.fixture(scope="module")
def printed(run_both_ways):
    forms = {**FORMS, **TIDY}
    return run_both_ways({name: _files(form) for name, form in forms.items()})


@pytest.mark.parametrize("name", [*FORMS, *TIDY])
def test_old_and_new_print_the_same(printed, name):
    old, new = printed
    assert old[name]
    assert "Error" not in old[name][-1]
    assert new[name] == old[name]


@pytest.fixture
def migrated(tmp_path: Path):
    """What comes out of main.py and what is told; migrating again changes nothing."""

    def migrate(form: tuple[str, ...]) -> tuple[list[str], str]:
        for file, text in _files(form).items():
            (tmp_path / file).write_text(text)
        first = CliRunner().invoke(main, ["-w", "-v", str(tmp_path)])
        texts = [path.read_text() for path in sorted(tmp_path.glob("*.py"))]
        CliRunner().invoke(main, ["-w", str(tmp_path)])
        assert texts == [path.read_text() for path in sorted(tmp_path.glob("*.py"))]
        assert (tmp_path / "helpers.py").read_text() == HELPERS
        return (tmp_path / "main.py").read_text().splitlines(), first.output

    return migrate


@pytest.mark.parametrize("name", FORMS)
def test_the_dimension_is_kept(migrated, name):
    lines, _ = migrated(FORMS[name])
    assert FORMS[name][2] in [line.strip() for line in lines]


@pytest.mark.parametrize("form", [*TIDY.values(), *UNKNOWN.values()], ids=[*TIDY, *UNKNOWN])
def test_what_needs_none_is_left(migrated, form):
    lines, _ = migrated(form)
    assert OWN in [line.strip() for line in lines]
    assert "reshape" not in "".join(lines)


@pytest.mark.parametrize("name", ["a function", "made elsewhere"])
def test_the_reader_is_named(migrated, name):
    _, told = migrated(FORMS[name])
    assert "`v.numpy()[0]` in helpers.py:5 needs a dimension" in told


def test_files_that_call_one_another(tmp_path):
    (tmp_path / "a.py").write_text("import b\n\n\ndef go(v, n):\n    return b.go(v, n)\n")
    (tmp_path / "b.py").write_text("import a\n\n\ndef go(v, n):\n    return a.go(v, n - 1) if n else v.numpy()[0]\n")
    text = "import paddle.fluid as fluid\nfrom a import go\nl = fluid.layers.mean(x)\ngo(l, 2)\n"
    (tmp_path / "main.py").write_text(text)
    CliRunner().invoke(main, ["-w", str(tmp_path)])
    assert "l = paddle.mean(x).reshape([1])\n" in (tmp_path / "main.py").read_text()
