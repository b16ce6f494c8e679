"""Numbers that differ for some arguments are said where these may be given."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = (
    "import paddle.fluid as fluid\nx = fluid.data('x', [None, 16], 'float32', lod_level=1)\n"
    "y = fluid.data('y', [None, 8, 4, 4], 'float32')\n"
)
SIZED = "def f(s):\n    return fluid.layers.dynamic_lstm(x, s)\n"
NORMAL = "def f(a=None):\n    return fluid.layers.group_norm(y, 2, param_attr=a)\n"
KEPT = "class N:\n    def __init__(self, attrs):\n        self.attrs = attrs\n\n    def f(self, y):\n" \
    "        return fluid.layers.group_norm(y, 2, param_attr=self.attrs['w'])\n"


HANDED = "def f(g, a, b):\n    return g(a, b{})\nf(fluid.layers.softmax_with_cross_entropy, x, y)"
ENTROPY = "def f(a, b, n, **more):\n    return LOSSES[n](a, b{})\nf(x, y, 'ce')\n" \
    "LOSSES = {{'ce': fluid.layers.softmax_with_cross_entropy, 'mse': fluid.layers.mse_loss}}"


@pytest.mark.parametrize(("text", "target", "is_said"), [
    (ENTROPY.format(""), "3", False),
    (ENTROPY.format(", soft_label=True"), "3", False),
    (ENTROPY.format(", ignore_index=255"), "3", True),
    (ENTROPY.format(", False, 255"), "3", True),
    (ENTROPY.format("") + "\nshow(LOSSES)", "3", True),
    (HANDED.format(""), "3", False),
    (HANDED.format(", ignore_index=k"), "3", True),
    ("import other\nother.f(fluid.layers.softmax_with_cross_entropy, x, y)", "3", True),
    ("fluid.layers.dynamic_lstm(x, 32)", "2.6", True),
    ("fluid.layers.dynamic_lstm(input=x, size=4 * h)", "3", True),
    ("fluid.layers.dynamic_lstmp(x, 64, 4)", "3", True),
    (SIZED + "f(16)\nf(96)", "2.6", True),
    (SIZED, "2.6", True),
    ("fluid.layers.dynamic_lstm(x, 16)", "2.6", False),
    ("fluid.layers.dynamic_lstmp(size=40, input=x, proj_size=32)", "2.6", False),
    (SIZED + "f(16)\nf(20)", "2.6", False),
    ("fluid.layers.group_norm(y, 2)", "2.6", True),
    (NORMAL + "f()\nf(fluid.ParamAttr(name='w'))", "2.6", True),
    ("b = fluid.layers.group_norm(y, 2, param_attr=fluid.ParamAttr(name='w'))", "2.6", False),
    ("a = fluid.ParamAttr(name='w')\nfluid.layers.group_norm(y, 2, param_attr=a)", "2.6", False),
    (NORMAL + "f(fluid.ParamAttr(name='w'))", "2.6", False),
    ("def g(n):\n    return fluid.ParamAttr(name=n)\nfluid.layers.group_norm(y, 2, param_attr=g('w'))", "2.6", False),
    (KEPT + "N({'w': fluid.ParamAttr(name='w')}).f(y)", "2.6", False),
    (KEPT + "N({'w': None}).f(y)", "2.6", True),
    ("a = fluid.ParamAttr(name='w') if big else None\nfluid.layers.group_norm(y, 2, param_attr=a)", "2.6", True),
    ("a = None\nif big:\n    a = fluid.ParamAttr()\nfluid.layers.group_norm(y, 2, param_attr=a)", "2.6", True),
    ("def f(a):\n    return fluid.layers.group_norm(y, 2, param_attr=a)", "2.6", True),
    ("fluid.layers.group_norm(y, 2)", "3", False),
])  # fmt: skip
def test_said(text, target, is_said):
    found = migrate_source(f"{HEAD}{text}\n", options=Options(target=target)).findings
    assert any(each.code in ("PM202", "PM343") for each in found) is is_said
