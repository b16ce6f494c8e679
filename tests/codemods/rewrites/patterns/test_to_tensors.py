"""`to_variable()` of an array makes a tensor, and gave a tensor back as it was, with its gradient."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable
"""
DATA = [
    ("np.zeros([2])", ""),
    ("np.ones([2]) * 3 + n", "n = 2"),
    ("x", "x = np.array([1.0]).astype('float32').reshape([-1, 1])"),
    ("x", "x = y.numpy()"),
    ("x.reshape([2])", ""),
    ("b[0]", "b = np.ones([2]), np.zeros([2])"),
    ("img", "for img, label in train_reader():\n    pass"),
    ("batch[1]", "for i, batch in enumerate(paddle.batch(r, 2)()):\n    pass"),
    ("data[0]", "data = next(iter(test_loader))"),
    ("a", "a = []\na.append(np.ones([2]))\na = np.array(a)"),
    ("load('x')", "def load(path):\n    return np.load(path)"),
    ("q", "p, q = load('x')\ndef load(path):\n    return np.load(path), np.ones([2])"),
    ("cv2.imread('x.png')", "import cv2"),
    ("x", "x = 1 if a else np.ones([2])"),
    ("(x.numpy() != k).astype('float32')", ""),
]
TENSORS = {
    "fluid.layers.relu(x)": "F.relu(x)",
    "to_variable(np.ones([2]))": "paddle.to_tensor(np.ones([2]))",
    "model(x)": "model(x)",
    "model(x) + 1": "model(x) + 1",
    "model.weight": "model.weight",
}
HELPER = '''\


def as_tensor(data):
    """A tensor of an array; a tensor as it is, with its gradient."""
    return data if isinstance(data, paddle.Tensor) else paddle.to_tensor(data)
'''


@pytest.mark.parametrize(("value", "before"), DATA)
def test_of_data(value, before):
    text = migrate_source(f"{HEAD}{before}\ny = to_variable({value})\n").text
    assert f"y = paddle.to_tensor({value})\n" in text
    assert "as_tensor" not in text
    assert "fluid" not in text


@pytest.mark.parametrize("value", TENSORS)
def test_of_a_tensor(value):
    text = migrate_source(f"{HEAD}model = fluid.dygraph.Linear(2, 3)\ny = to_variable({value})\n").text
    assert text.endswith(f"\ny = {TENSORS[value]}\n")
    assert migrate_source(text).text == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x):\n    x = to_variable(x)\n    return x\n", "def f(x):\n    x = as_tensor(x)\n    return x\n"),
        (
            "def f(x):\n    return to_variable(value=x, name='x')\n",
            "def f(x):\n    return as_tensor(data=x)\n",
        ),
        ("def f(xs):\n    return map(to_variable, xs)\n", "def f(xs):\n    return map(as_tensor, xs)\n"),
        (
            "def f(xs):\n    return [to_variable(x) for x in xs]\n",
            "def f(xs):\n    return [as_tensor(x) for x in xs]\n",
        ),
    ],
)
def test_where_the_script_does_not_tell(check_transformed, before, after):
    check_transformed(
        "import paddle.fluid as fluid\nfrom paddle.fluid.dygraph import to_variable\n" + before,
        "import paddle\n" + HELPER + "\n\n" + after,
    )


@pytest.mark.parametrize(
    "source",
    [
        "x = paddle.to_tensor(x)\n",
        "def f(x):\n    return paddle.to_tensor(x)\n",
        "def to_variable(x):\n    return x\n\n\ny = to_variable(x)\n",
        "y = self.to_variable(x)\n",
        "ys = list(map(paddle.to_tensor, xs))\n",
        "from helpers import to_variable\n\ny = to_variable(model(x))\n",
    ],
)
def test_what_is_not_fluids_is_left(check_noop, source):
    check_noop("import paddle\n" + source)


def test_what_is_handed_on_with_old_arguments_is_left(check_noop):
    result = check_noop(
        "import functools\nimport paddle.fluid as fluid\n"
        "f = functools.partial(fluid.dygraph.to_variable, zero_copy=False)\n"
    )
    assert [(f.line, f.code) for f in result.left] == [(3, "PM305")]


BODIES = {
    "of an intermediate": "y = to_variable(x * x)",
    "of a layer's output": "y = to_variable(layer(x))",
    "by name": "y = to_variable(value=x * 2, name='y')",
    "through a parameter": "def f(t):\n    t = to_variable(t)\n    return t * 3\ny = f(x)",
    "array and tensor through one parameter":
        "def f(t):\n    return to_variable(t) * 3\ny = f(x) + f(np.ones([2, 2], 'float32'))",
    "by a method": "class A:\n    def f(self, t):\n        return to_variable(t) * 3\ny = A().f(x)",
    "by a lambda": "f = lambda t: to_variable(t) * 3\ny = f(x)",
    "in a layer":
        "class N(fluid.dygraph.Layer):\n    def forward(self, t):\n        return to_variable(t) * 3\ny = N()(x)",
    "in a list": "y = sum([to_variable(t) for t in [x, x * 2]])",
    "by map": "y = sum(map(to_variable, [x, x * 2]))",
    "by partial": "import functools\ny = functools.partial(to_variable)(x * x)",
    "under another name": "tv = fluid.dygraph.to_variable\ny = tv(x * x)",
    "of an attribute": "class A: pass\na = A()\na.x = x * 2\ny = to_variable(a.x)",
    "of a dict": "d = {'x': x * 2}\ny = to_variable(d['x'])",
    "of a loop": "y = 0\nfor t in (x, x * 2):\n    y = y + to_variable(t)",
    "of a choice": "y = to_variable(x * 2 if len(x.shape) == 2 else np.ones([2], 'float32'))",
    "of itself": "x2 = x * 2\nx2 = to_variable(x2)\ny = x2",
    "twice": "y = to_variable(to_variable(x) * 2)",
    "the same object": "y = x * 2\nprint(to_variable(y) is y)",
    "in parentheses": "y = to_variable(x + 1) * 2",
    "over two lines": "y = to_variable(x +\n                1) * 2",
    "of the default": "def f(t=x):\n    return to_variable(t) * 3\ny = f()",
    "of a star": "def f(*ts):\n    return to_variable(ts[0]) * 3\ny = f(x)",
    "of keywords": "def f(**ts):\n    return to_variable(ts['a']) * 3\ny = f(a=x)",
    "of a generator": "def g():\n    yield x * 2\nfor t in g():\n    y = to_variable(t)",
    "of a global": "t = x * 2\ndef f():\n    return to_variable(t)\ny = f()",
    "of a method's result": "y = to_variable(x.astype('float32'))",
    "of a reader of tensors": "def reader():\n    for i in range(2):\n        yield x * i, i\n"
        "for t, i in reader():\n    y = to_variable(t)",
    "imported in a function":
        "def f(t):\n    from paddle.fluid.dygraph.base import to_variable as tv\n    return tv(t) * 3\ny = f(x)",
}
MAIN = """
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable

def main():
    x = fluid.dygraph.to_variable(np.array([[1.0, 2.0], [3.0, 4.0]], 'float32'))
    x.stop_gradient = False
    layer = fluid.dygraph.Linear(2, 2, param_attr=fluid.initializer.ConstantInitializer(0.5))
{}
    loss = fluid.layers.reduce_sum(y)
    loss.backward()
    print(y.numpy().tolist(), y.dtype == x.dtype, None if x.gradient() is None else x.gradient().tolist())

with fluid.dygraph.guard():
    main()
"""
KEEPS = {
    "arrays": "y = to_variable(np.array([[1, 2]]).astype('float32'))\ny.stop_gradient = False",
    "arrays of float64": "d = to_variable(np.ones([2, 2]))\nprint(d.dtype == to_variable(np.ones(1)).dtype)\ny = x",
    "arrays of whole numbers": "d = to_variable(np.arange(4))\nprint(d.numpy().dtype, d.shape)\ny = x",
    "a batch": "for b in [(np.ones([2, 2], 'float32'), 3)]:\n    y = to_variable(b[0]) * x",
}


@pytest.fixture(scope="module")
def printed(run_both_ways):
    scripts = {name: MAIN.format(textwrap.indent(body, "    ")) for name, body in (BODIES | KEEPS).items()}
    return run_both_ways({name: {"main.py": text} for name, text in scripts.items()})


@pytest.mark.parametrize("name", BODIES | KEEPS)
def test_old_and_new_print_the_same(printed, name):
    old, new = printed
    assert "Error" not in old[name][-1]
    assert new[name] == old[name]
    assert name in KEEPS or not old[name][-1].endswith("None")


NAMED = """\
import numpy as np
import paddle.fluid as fluid
to_variable = fluid.dygraph.to_variable
def make(n, v):
    return fluid.dygraph.to_variable(np.full([2], v, 'float32'), name=n)
with fluid.dygraph.guard():
    made = [make('a%d' % i, i) for i in range(3)]
    print({each.name: each.numpy().tolist() for each in made})
    held = {'one': fluid.dygraph.to_variable(name='z', value=np.ones([2], 'float32'))}
    for x in held.values():
        print(x.name)
"""


def test_a_name_that_is_read(run_both_ways):
    old, new = run_both_ways({"named": {"main.py": NAMED}})
    assert old == new


@pytest.mark.parametrize("lines", [
    "x = to_variable(np.ones(2), name='n')\nprint(x.numpy())", "x = to_variable(np.ones(2), name=None)\nprint(x.name)",
    "x = to_variable(np.ones(2))\nprint(x.name)",
    "y = to_variable(np.ones(2))\nx = to_variable(y, name='n')\nprint(x.name)",
])  # fmt: skip
def test_what_needs_no_name(lines):
    text = migrate_source(f"import numpy as np\nfrom paddle.fluid.dygraph import to_variable\n{lines}\n").text
    assert "with_name(" not in text
    assert "fluid" not in text


def test_a_name_of_what_is_not_known():
    lines = "def f(v):\n    return to_variable(v, 'n').name\n"
    result = migrate_source(f"from paddle.fluid.dygraph import to_variable\n{lines}")
    assert [each.code for each in result.findings if each.name.endswith("to_variable")] == ["PM303"]
