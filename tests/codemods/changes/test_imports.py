from __future__ import annotations

import pytest

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
