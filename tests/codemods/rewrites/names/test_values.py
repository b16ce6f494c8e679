"""Legacy names that are not called: base classes, isinstance, decorators, names given to other names."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(("before", "after"), [
    ("class Net(fluid.dygraph.Layer):\n    pass\n", "import paddle.nn as nn\nclass Net(nn.Layer):\n    pass\n"),
    ("isinstance(x, fluid.dygraph.Layer)\n", "import paddle.nn as nn\nisinstance(x, nn.Layer)\n"),
    ("isinstance(x, fluid.core.VarBase)\n", "import paddle\nisinstance(x, paddle.Tensor)\n"),
    ("f = fluid.layers.relu\n", "import paddle.nn.functional as F\nf = F.relu\n"),
    ("@fluid.dygraph.no_grad\ndef f():\n    pass\n", "import paddle\n@paddle.no_grad()\ndef f():\n    pass\n"),
    ("fluid.dygraph.Layer.__init__(self)\n", "import paddle.nn as nn\nnn.Layer.__init__(self)\n"),
])  # fmt: skip
def test_today_s_name_stands_in_its_place(check_transformed, before, after):
    check_transformed(HEAD + before, after)


@pytest.mark.parametrize("text", [
    "f = fluid.layers.reduce_sum\n", "layers = [fluid.dygraph.Conv2D]\n",
    "f = fluid.layers.mean\n",  # today's has another shape
])  # fmt: skip
def test_a_name_whose_calls_would_mean_something_else_is_left_and_said(text):
    result = migrate_source(HEAD + text)
    assert result.text == HEAD + text
    assert [f.code for f in result.left] == ["PM305"]


@pytest.mark.parametrize("text", [
    "class Net(own.dygraph.Layer):\n    pass\n", "f = layers.relu\n", "text = 'fluid.layers.relu'\n",
    "def relu(x):\n    return x\nf = relu\n",
])  # fmt: skip
def test_other_names(check_noop, text):
    check_noop(text)
