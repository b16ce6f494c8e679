"""Which constants a value may be."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.facts import Facts
from paddle_migrate.project.project import Project
from paddle_migrate.text.source import Source

METHOD = "class N:\n    def f(self, x, act=None):\n        ask(act)\n    def g(self, n):\n        self.f(n)\n"
MADE = "class N:\n    def __init__(self, act='relu'):\n        super(N, self).__init__()\n        ask(act)\n"
FUNCTION = "def f(x, act=None):\n    ask(act)\n"


def asked(text, project=None, path=None):
    """Of what is asked of in `ask(…)`."""
    facts = Facts.find(Source(text), project, path)
    calls = [c for c in facts.source.all(cst.Call) if isinstance(c.func, cst.Name) and c.func.value == "ask"]
    return set(constants(facts, calls[0].args[0].value))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ask('relu')", {"relu"}),
        ("act = None\nask(act)", {None}),
        ("ask('relu' if deep else None)", {"relu", None}),
        (FUNCTION + "f(1)\nf(1, 'relu')\nf(x=1, act='tanh')", {None, "relu", "tanh"}),
        ("def f(x, act):\n    ask(act)\ndef g(act=1):\n    f(2, act)\ng(act=True)", {True}),
        (METHOD + "        self.f(n, act='relu')", {None, "relu"}),
        (MADE + "N()\nN('tanh')", {"relu", "tanh"}),
        (METHOD + "N().f(3, 'tanh')", {None, "tanh"}),
        ("import paddle.fluid as fluid\n" + METHOD + "fluid.layers.f(1, name)", {None}),  # another of that name
        ("def f(width=44):\n    size = width * 4\n    ask(size)\nf()\nf(8)", {176, 32}),
        ("n = 3\nask((n + 1) // 2 - n % 2)", {1}),
        ("class N:\n    width = 8\n    def f(self):\n        ask(4 * self.width)\nN().f()", {32}),
        ("import paddle.fluid as fluid\n" + METHOD.replace("N:", "N(fluid.dygraph.Layer):"), {None}),
    ],
)  # fmt: skip
def test_they_are_found(text, values):
    assert asked(text) == values


@pytest.mark.parametrize(
    "text",
    [
        "ask(act)",
        "n = 1\nfor _ in range(9):\n    n = n * 2\nask(n)",
        "ask(4 * n)",
        "ask('a' * 4)",
        "ask(4 // 0)",
        "ask(4 / 2)",
        FUNCTION,  # nobody calls it
        FUNCTION + "f(1)\nf(1, **more)",
        FUNCTION + "f(1)\nf(1, *more)",
        FUNCTION + "f(1)\nf(1, name)",
        FUNCTION + "f(1)\ng = f",
        FUNCTION + "f(1)\npartial(f, act='relu')",
        "def f(x, act):\n    act += 'u'\n    ask(act)\nf(1, 'rel')",
        "@decorated\n" + FUNCTION + "f(1)",
        "def f(*act):\n    ask(act)\nf(1)",
        METHOD + "g = N().f",
        METHOD.replace("N:", "N(M):"),  # what M calls is not seen
        MADE + "class M(N):\n    pass\nN()",
        MADE + "N()\nkinds = [N]",
        MADE + "    def copy(self):\n        return type(self)(act='tanh')\nN()",
        MADE + "    @classmethod\n    def of(cls):\n        return cls(act='tanh')\nN()",
        "@kept\n" + MADE + "N()",
        MADE + "N(**more)",
    ],
)
def test_they_are_not_seen(text):
    assert asked(text) == set()


@pytest.mark.parametrize(
    ("other", "values"),
    [
        ("import nets\nnets.N().g(2)\n", {None}),
        ("from nets import N\nclass M:\n    def f(self):\n        self.f()\n", {None}),
        ("import nets\nnets.N().f(2, 'tanh')\n", {None, "tanh"}),
        ("import nets\nnets.N().f(2, act=name)\n", set()),
        ("import nets\nkept = nets.N().f\n", set()),
        ("from nets import N\nclass M(N):\n    def h(self):\n        self.f(2, 'tanh')\n", {None, "tanh"}),
    ],
)
def test_calls_of_other_files(tmp_path, other, values):
    nets = tmp_path / "nets.py"
    nets.write_text(METHOD)
    (tmp_path / "other.py").write_text(other)
    assert asked(METHOD, Project([nets, tmp_path / "other.py"]), nets) == values


def test_what_other_files_make(tmp_path):
    nets = tmp_path / "nets.py"
    nets.write_text(MADE + "N()\n")
    (tmp_path / "other.py").write_text("from nets import N\nN('tanh')\n")
    assert asked(nets.read_text(), Project([nets, tmp_path / "other.py"]), nets) == {"relu", "tanh"}
