from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

RELU = "y = fluid.layers.relu(x)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import paddle.fluid as fluid\n" + RELU, "import paddle.nn.functional as F\ny = F.relu(x)\n"),
        (
            "import paddle.fluid as fluid\nF = 1\n" + RELU,
            "import paddle\nF = 1\ny = paddle.nn.functional.relu(x)\n",
        ),
        (
            "import paddle.nn.functional as G\nimport paddle.fluid as fluid\n" + RELU,
            "import paddle.nn.functional as G\ny = G.relu(x)\n",
        ),
        (
            "def f(x):\n    import paddle.fluid as fluid\n    " + RELU,
            "def f(x):\n    import paddle.nn.functional as F\n    y = F.relu(x)\n",
        ),
        (
            "import os; import paddle.fluid as fluid  # why\n" + RELU,
            "import os; import paddle.nn.functional as F  # why\ny = F.relu(x)\n",
        ),
        (
            "import paddle\nimport paddle.fluid as fluid\n\nz = fluid.layers.ones([1], 'float32')\n",
            "import paddle\n\nz = paddle.ones([1], 'float32')\n",
        ),
        (
            "from paddle.fluid.layers import (\n    relu,  # one\n)\ny = relu(x)\n",
            "# one\nimport paddle.nn.functional as F\ny = F.relu(x)\n",
        ),
    ],
)
def test_spelled_as_the_script_does(check_transformed, before, after):
    check_transformed(before, after)


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\nimport paddle.nn.functional as F\ny = F.relu(x)\n",
        "import paddle.fluid as fluid\nf(fluid)\n",
        "from .fluid import relu\ny = relu(x)\n",
        "try:\n    import paddle.fluid as fluid\nexcept ImportError:\n    fluid = None\nf(fluid)\n",
    ],
)
def test_imports_that_stay(check_noop, text):
    check_noop(text)


STAR = "from paddle.fluid.layers import *\n"


@pytest.mark.parametrize(
    ("lines", "stays"),
    [
        ("y = relu(x)\n", False),
        ("y = relu(x)\nfound = map(dynamic_lstm, xs)\n", True),
        ("f = dynamic_lstm\ny = relu(x)\n", True),
        ("def build(x):\n    return [relu(x), partial(fc, size=2)]\n", False),
        ("y = relu(x)\nz = topk(x, k=1, **more)\n", False),
        ("y = relu(x)\nz = roi_pool(x, **more)\n", True),
        ("z = mine(relu(x))\n", False),
    ],
)
def test_a_star_stays_for_what_is_left_of_it(lines, stays):
    result = migrate_source(f"import paddle.fluid as fluid\nx = fluid.data('x', [None, 4])\n{STAR}{lines}")
    assert (STAR in result.text) == stays
    assert bool(result.left) == stays


def test_a_star_of_another_module_of_fluid_goes_by_itself():
    text = f"{STAR}from paddle.fluid.optimizer import *\ny = map(dynamic_lstm, xs)\nopt = SGD(0.1)\n"
    assert migrate_source(text).text.startswith(f"import paddle\n{STAR}y = ")


@pytest.mark.parametrize(("call", "name"), [
    ("F(x)", "F"), ("F.own(x)", "F"), ("nn.Own()", "nn"), ("[F for _ in x]", "F"),
])
def test_a_name_that_a_star_brings_is_not_taken(call, name):
    legacy = "fluid.layers.relu(x)" if name == "F" else "fluid.dygraph.Layer"
    text = f"from other import *\nimport paddle.fluid as fluid\ndef f(x):\n    return {call}, {legacy}\n"
    result = migrate_source(text).text
    assert call in result
    assert f" as {name}\n" not in result
    assert "paddle.nn." in result
