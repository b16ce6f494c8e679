"""What gives a value and does nothing else."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.nones import is_list
from paddle_migrate.facts.pure import is_pure, only_gives_a_value

HEAD = "import math\nimport os\nimport paddle.fluid as fluid\n"


def found(read, text):
    facts = read(HEAD + text).facts
    last = facts.source.module.body[-1].body[0]
    assert isinstance(last, cst.Assign)
    return facts, last.value


@pytest.mark.parametrize(
    "text",
    ["a = 6 * int(pow(n, 0.25))", "a = math.sqrt(n)", "a = n",
     "a = fluid.ParamAttr(initializer=fluid.initializer.Uniform(-s, s))", "a = fluid.regularizer.L2Decay(0.1)",
     "a = fluid.default_main_program()", "a = os.path.join('a', '%d' % n)", "a = fluid.global_scope()"],
)
def test_pure(read, text):
    assert is_pure(*found(read, text))


@pytest.mark.parametrize(
    "text",
    ["a = f(n)", "a = x.pop()", "a = fluid.layers.relu(x)", "int = f\na = int(n)", "a = print(n)", "a = (b := 1)",
     "a = fluid.ParamAttr(f())", "math = 1\na = math.sqrt(n)",
     "a = os.path.join(f(), 'a')", "os = f\na = os.path.join('a')", "a = fluid.Program()", "a = os.remove('a')"],
)
def test_not_pure(read, text):
    assert not is_pure(*found(read, text))


@pytest.mark.parametrize(
    "text",
    ["a = n", "a = 'x{}'.format(n)", "a = ', '.join(list(n))", "import numpy\na = numpy.asarray([[1]], numpy.int64)",
     "from numpy import zeros\na = zeros(n)", "a = getattr(n, 'b', None) == 'c'"],
)
def test_only_gives_a_value(read, text):
    assert only_gives_a_value(*found(read, text))


@pytest.mark.parametrize(
    "text",
    ["a = f(n)", "a = n.format()", "import numpy\na = numpy.random.rand(3)", "a = fluid.ParamAttr()",
     "list = f\na = list(n)", "from shapes import *\na = max(n)", "a = fluid.CPUPlace"],
)
def test_does_more(read, text):
    assert not only_gives_a_value(*found(read, text))


@pytest.mark.parametrize(
    ("text", "answer"),
    [("xs = [1]\na = xs + [2]", True), ("a = list(xs)", True),
     ("xs = xs + ys\nys = ys + xs\na = xs + ys", False), ("a = x + y", False), ("list = f\na = list(x)", False),
     ("def f():\n    return [1]\na = f()", True), ("def f(n):\n    return [1] if n else n\na = f(n)", False),
     ("xs = [1, 2]\na = xs", True), ("a = (x, y)", True), ("a = [x for x in y]", True),
     ("xs = [1]\nxs = f()\na = xs", False),
     ("for xs in y:\n    pass\na = xs", False), ("a = f(x)", False)],
)
def test_lists(read, text, answer):
    assert is_list(*found(read, text)) == answer
