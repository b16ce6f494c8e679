"""`act=` in a constructor goes to where the layer is called, with the layer's parameter names unchanged."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

CLASS = """\
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Linear
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = Conv2D(1, 20, 5, act='relu')
        self.fc = Linear(980, 10, act="softmax")
    def forward(self, x):
        {forward}
"""
MODERN = """\
import paddle.nn as nn
import paddle.nn.functional as F
class Net(nn.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = nn.Conv2D(1, 20, 5)
        self.fc = nn.Linear(980, 10)
    def forward(self, x):
        {forward}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return self.fc(self.conv(x))", "return F.softmax(self.fc(F.relu(self.conv(x))))"),
        ("return self.fc(x) + self.conv(x).sum()", "return F.softmax(self.fc(x)) + F.relu(self.conv(x)).sum()"),
        ("return self.fc(\n            x)  # 输出", "return F.softmax(self.fc(\n            x))  # 输出"),
    ],
)
def test_calls_inside_the_class(check_transformed, before, after):
    check_transformed(CLASS.format(forward=before), MODERN.format(forward=after))


def test_a_layer_in_a_variable(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nfc = fluid.dygraph.Linear(2, 3, act='tanh')\ny = fc(x)\n",
        "import paddle\nimport paddle.nn as nn\nfc = nn.Linear(2, 3)\ny = paddle.tanh(fc(x))\n",
    )


HELPER = '''\
import paddle.nn as nn
import paddle.nn.functional as F


def with_activation(layer, activation):
    """Follow every call of the layer by the activation; the parameters keep their names."""
    if activation is not None:
        layer.register_forward_post_hook(lambda layer, inputs, output: activation(output))
    return layer


'''


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "net = fluid.dygraph.Sequential(fluid.dygraph.Linear(2, 3, act='relu'))\n",
            "net = nn.Sequential(with_activation(nn.Linear(2, 3), F.relu))\n",
        ),
        (
            "layers = [fluid.dygraph.Linear(2, 3, act='relu') for _ in range(3)]\n",
            "layers = [with_activation(nn.Linear(2, 3), F.relu) for _ in range(3)]\n",
        ),
        (
            "fc = fluid.dygraph.Linear(2, 3, act='relu')\nregister(fc)\n",
            "fc = with_activation(nn.Linear(2, 3), F.relu)\nregister(fc)\n",
        ),
        (
            "fc = fluid.dygraph.Linear(2, 3, act=act)\ny = fc(x)\n",
            "fc = with_activation(nn.Linear(2, 3), getattr(F, act) if act else None)\ny = fc(x)\n",
        ),
        (
            "fc = fluid.dygraph.Linear(2, 3, act=None or act)\n",
            "fc = with_activation(nn.Linear(2, 3), getattr(F, None or act) if (None or act) else None)\n",
        ),
    ],
)
def test_a_layer_that_escapes_gets_the_safe_form(check_transformed, before, after):
    check_transformed(f"import paddle.fluid as fluid\n\n\n{before}", HELPER + after)


def test_used_from_outside_its_class(check_transformed):
    source = CLASS.format(forward="return self.fc(self.conv(x))") + "y = Net().conv(x)\n"
    after = (
        HELPER
        + "\n".join(MODERN.splitlines()[2:6]).replace(
            "nn.Conv2D(1, 20, 5)", "with_activation(nn.Conv2D(1, 20, 5), F.relu)"
        )
        + "\n        self.fc = nn.Linear(980, 10)\n    def forward(self, x):\n"
        + "        return F.softmax(self.fc(self.conv(x)))\ny = Net().conv(x)\n"
    )
    check_transformed(source, after)


@pytest.mark.parametrize("reach", ["for l in self.sublayers(): x = l(x)", "x = getattr(self, 'co' + 'nv')(x)"])
def test_a_class_that_may_call_its_layers_unnamed(reach):
    source = CLASS.format(forward=f"{reach}\n        return self.conv(x)")
    assert "with_activation(nn.Conv2D(1, 20, 5), F.relu)" in migrate_source(source).text


def test_without_act_nothing_is_wrapped(check_transformed):
    check_transformed(
        "import paddle.fluid as fluid\nfc = fluid.dygraph.Linear(2, 3, act=None)\nregister(fc)\ny = fc(x)\n",
        "import paddle.nn as nn\nfc = nn.Linear(2, 3)\nregister(fc)\ny = fc(x)\n",
    )


def test_an_unknown_activation_is_left(check_noop):
    result = check_noop("import paddle.fluid as fluid\nfc = fluid.dygraph.Linear(2, 3, act='no_such')\n")
    assert "no_such" in result.left[0].message


def test_modern_layers_are_left(check_noop):
    check_noop("import paddle.nn as nn\nfc = nn.Linear(2, 3)\ny = fc(x, act='relu')\n")
