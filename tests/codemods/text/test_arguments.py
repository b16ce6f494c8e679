"""Arguments taken out and put in; the comments between them stay."""

from __future__ import annotations

import pytest

HEAD = "import paddle.fluid as fluid\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import paddle.fluid as fluid\nfluid.layers.relu(x)\nm.sublayers(  # all\n"
            "    include_sublayers=True,  # of them\n)\n",
            "import paddle.nn.functional as F\nF.relu(x)\nm.sublayers(  # all\n    # of them\n)\n",
        ),
        (
            "import paddle.fluid as fluid\nfluid.layers.relu(x)\n"
            "m.named_sublayers(\n    'a',  # prefix\n    True,  # all\n    True,  # itself\n)\n",
            "import paddle.nn.functional as F\nF.relu(x)\n"
            "m.named_sublayers(\n    'a',  # prefix\n    # all\n    include_self=True,  # itself\n)\n",
        ),
        (
            "import paddle.fluid as fluid\nm = fluid.dygraph.Sequential(\n"
            "    'name',  # its name\n    layer,  # one\n)\n",
            "import paddle.nn as nn\nm = nn.Sequential(\n    # its name\n    layer,  # one\n)\n",
        ),
        (
            "import paddle\nimport paddle.fluid as fluid\n"
            "s = fluid.dygraph.BackwardStrategy()\nl.backward(\n    s  # sorted\n)\n",
            "import paddle\nl.backward(\n    # sorted\n)\n",
        ),
        (
            "import paddle.fluid as fluid\nclass Net(fluid.dygraph.Layer):\n    def __init__(self,  # it\n"
            "                 name_scope,  # a scope\n                 n):  # number\n"
            "        super().__init__(\n            name_scope  # handed on\n        )\n"
            "        self.c = fluid.dygraph.FC(name_scope, n)\n    def forward(self, x): return self.c(x)\n"
            "net = Net(\n    'net',  # its scope\n    4,  # number\n)\nnet(fluid.layers.ones([2, 3], 'float32'))\n",
            "import paddle\nimport paddle.nn as nn\nclass Net(nn.Layer):\n    def __init__(self,  # it\n"
            "                 # a scope\n                 n):  # number\n"
            "        super().__init__(\n            # handed on\n        )\n"
            "        self.c = nn.Linear(3, n)\n    def forward(self, x): return self.c(x)\n"
            "net = Net(\n    # its scope\n    4,  # number\n)\nnet(paddle.ones([2, 3], 'float32'))\n",
        ),
        (
            "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    net = fluid.dygraph.Linear(2, 2)\n"
            "    o = fluid.optimizer.SGD(\n        0.1,  # rate\n    )\n    o.minimize(l)\n",
            "import paddle\nimport paddle.nn as nn\nnet = nn.Linear(2, 2)\n"
            "o = paddle.optimizer.SGD(\n    0.1, parameters=net.parameters(),  # rate\n)\no.step()\n",
        ),
        (
            "import paddle.fluid as fluid\nfluid.layers.softmax(\n    x,\n"
            "    use_cudnn=True,  # fast\n    axis=1  # rows\n)\n",
            "import paddle.nn.functional as F\nF.softmax(\n    x,\n    # fast\n    axis=1  # rows\n)\n",
        ),
    ],
)
def test_comments_stay(check_transformed, before, after):
    check_transformed(before, after)


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\nm.sublayers(\n    include_sublayers=True,  # fluid\n)\n",
        "import paddle\nm = paddle.nn.Sequential(\n    layer,  # fluid\n)\n",
        "import paddle\nl.backward(\n    s  # fluid\n)\n",
        "import paddle\no = paddle.optimizer.SGD(\n    0.1,  # fluid\n)\n",
    ],
)
def test_todays_calls_stay(check_noop, text):
    check_noop(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# x = fluid.layers.relu(x)  # why", "# x = F.relu(x)  # why"),
        ("# _, c = fluid.load_dygraph('p')", "# c = paddle.load('p.pdopt')"),
        ("# c, _ = fluid.load_dygraph('p')  # why", "# c = paddle.load('p.pdparams')  # why"),
        (
            "# a, b = fluid.load_dygraph('p')  # both",
            "# a = paddle.load('p.pdparams'); "
            "b = paddle.load('p.pdopt') if os.path.exists('p.pdopt') else None  # both",
        ),
    ],
)
def test_commented_code(check_transformed, before, after):
    rest = "y = fluid.layers.relu(x)\nz = fluid.layers.concat([x])\n"
    new = "y = F.relu(x)\nz = paddle.concat([x])\n"
    check_transformed(f"{HEAD}{rest}{before}\n", f"import paddle\nimport paddle.nn.functional as F\n{new}{after}\n")


def test_the_second_state_alone(check_transformed):
    check_transformed(HEAD + "_, c = fluid.load_dygraph('p')\n", "import paddle\nc = paddle.load('p.pdopt')\n")
