"""`act=` in a constructor goes to where the layer is called, with the layer's parameter names unchanged."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.batch.cache import Cache
from paddle_migrate.batch.finding import Walk
from paddle_migrate.project.project import Project
from paddle_migrate.run import Run

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
            "net = fluid.dygraph.Sequential(fluid.dygraph.Linear(2, 3, act='hard_sigmoid'))\n",
            "net = nn.Sequential(with_activation(nn.Linear(2, 3), lambda x: F.hardsigmoid(x, slope=0.2)))\n",
        ),
        (
            "layers = [fluid.dygraph.Linear(2, 3, act='hard_sigmoid') for _ in range(3)]\n",
            "layers = [with_activation(nn.Linear(2, 3), lambda x: F.hardsigmoid(x, slope=0.2)) for _ in range(3)]\n",
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


NET = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Linear

MINUS = fluid.ParamAttr(initializer=fluid.initializer.ConstantInitializer(-1.0))


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.fc1 = Linear(2, 2, param_attr=MINUS, act="relu")
        self.fc2 = Linear(2, 2, param_attr=MINUS, bias_attr=False, act="tanh")

    def forward(self, x):
        return self.fc2(self.fc1(x))
"""
USE = """\
import numpy as np
import paddle.fluid as fluid
from net import Net
{}

with fluid.dygraph.guard():
    m = Net()
    x = fluid.dygraph.to_variable(np.array([[1.0, 2.0]], "float32"))
{}
    print(x.numpy().tolist(), sorted(m.state_dict()))
"""
FROM_OUTSIDE = {
    "by name": ("", "x = m.fc1(x)"),
    "in a variable": ("", "f = m.fc1\nx = f(x)"),
    "by all layers": ("", "for item in m.sublayers():\n    x = item(x)"),
    "by getattr": ("", "for i in (1, 2):\n    x = getattr(m, 'fc%d' % i)(x)"),
    "by a subclass": ("class Half(Net):\n    def forward(self, x):\n        return self.fc1(x)\n", "x = Half()(x)"),
    "by a subclass's super": (
        "class Both(Net):\n    def forward(self, x):\n        return super().forward(x) + self.fc1(x)\n",
        "x = Both()(x)",
    ),
    "in a model around it": (
        "class Out(fluid.dygraph.Layer):\n    def __init__(self):\n        super().__init__()\n"
        "        self.net = Net()\n    def forward(self, x):\n        return self.net.fc1(x)\n",
        "x = Out()(x)",
    ),
    "through the private dict": ("", "x = m._sub_layers['fc1'](x)"),
    "by map": ("", "x = list(map(m.fc1, [x]))[0]"),
    "by itself alone": ("", "x = m(x)"),
}
INSIDE = {
    "all layers": "for item in self.sublayers():\n            x = item(x)\n        return x",
    "a list": "for item in [self.fc1, self.fc2]:\n            x = item(x)\n        return x",
    "getattr": "return getattr(self, 'fc1')(x)",
    "the private dict": "return self._sub_layers['fc1'](x)",
    "a variable": "f = self.fc1\n        return f(x)",
    "a lambda": "return (lambda f: f(x))(self.fc1)",
    "a choice": "return (self.fc1 if x.shape[0] == 1 else self.fc2)(x)",
}
INIT = {
    "add_sublayer": "self.f = self.add_sublayer('fc1', Linear(2, 2, param_attr=MINUS, act='relu'))",
    "a dict": "self.d = {'a': Linear(2, 2, param_attr=MINUS, act='relu')}\n        self.f = self.d['a']",
    "a Sequential": "self.f = fluid.dygraph.Sequential(Linear(2, 2, param_attr=MINUS, act='relu'))",
    "a LayerList": (
        "self.fs = fluid.dygraph.LayerList([Linear(2, 2, param_attr=MINUS, act='relu')])\n        self.f = self.fs[0]"
    ),
    "a list": (
        "self.fs = []\n        self.fs.append(Linear(2, 2, param_attr=MINUS, act='relu'))\n        self.f = self.fs[0]"
    ),
}


def projects():
    found = {}
    for name, (above, body) in FROM_OUTSIDE.items():
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        found[f"other file: {name}"] = {"net.py": NET, "main.py": USE.format(above, lines)}
        whole = NET + USE.replace("from net import Net\n", "").format(above, lines)
        found[f"same file: {name}"] = {"main.py": whole}
    for name, body in INSIDE.items():
        text = NET.replace("return self.fc2(self.fc1(x))", body)
        found[f"inside: {name}"] = {"net.py": text, "main.py": USE.format("", "    x = m(x)")}
    for name, body in INIT.items():
        text = NET.replace("self.fc1 = Linear(2, 2, param_attr=MINUS, act=\"relu\")", body)
        text = text.replace("self.fc2(self.fc1(x))", "self.f(x)")
        found[f"made in {name}"] = {"net.py": text, "main.py": USE.format("", "    x = m(x)")}
    text = NET.replace("def __init__(self):", "def __init__(self, act='tanh'):")
    text = text.replace('False, act="tanh"', "False, act=act")
    found["told by running"] = {"net.py": text, "main.py": USE.format("", "    x = m(x)\n    x = Net(None)(x)")}
    return found


@pytest.fixture(scope="module")
def printed(run_both_ways):
    return run_both_ways({name.replace(": ", ", "): files for name, files in projects().items()})


@pytest.mark.parametrize("name", projects())
def test_old_and_new_print_the_same(printed, name):
    old, new = printed
    assert "Error" not in old[name.replace(": ", ", ")][-1]
    assert new[name.replace(": ", ", ")] == old[name.replace(": ", ", ")]


@pytest.mark.parametrize(
    "other",
    [
        "from net import Net\nm = Net()\ny = m(x)\n",
        "from net import Net\nm = Net()\nprint(m.state_dict(), m.fc3)\n",
        "from net import Net\nclass M(fluid.dygraph.Layer):\n    def forward(self, x):\n        return self.fc1(x)\n",
        "y = m.fc1(x)\n",
        "from others import Net\ny = Net().fc1(x)\n",
        "from net import Net\nm = Net()\nm.fc1 = None\nargs = vars(parse())\nlog.fc2 = 3\n",
        "from net import Net\nimport steps\ny = getattr(steps, name)(np.fc1(x))\n",
    ],
)
def test_what_calls_no_layer_elsewhere_leaves_the_file_tidy(tmp_path, other):
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "train.py").write_text("import paddle.fluid as fluid\n" + other)
    project = Project([tmp_path / "net.py", tmp_path / "train.py"], [tmp_path])
    result = migrate_module(NET, tmp_path / "net.py", Options(), project)
    assert "return paddle.tanh(self.fc2(F.relu(self.fc1(x))))" in result.text
    assert "with_activation" not in result.text


def test_check_looks_again_when_a_file_comes_to_call_the_layer(tmp_path):
    (tmp_path / "net.py").write_text(NET)
    said = []
    for line in ("y = m(x)", "y = m.fc1(x)"):
        (tmp_path / "train.py").write_text(f"from net import Net\nm = Net()\n{line}\n")
        run = Run(Options(), check=True, cache=Cache(tmp_path / "cache"))
        run.all(Walk([tmp_path]))
        said.append(sum(f.code == "PM124" for outcome in run.outcomes for f in outcome.findings))
    assert said == [0, 1]


ABOVE = """\
import paddle.fluid as fluid
class Above(fluid.dygraph.Layer):
    def __init__(self):
        super(Above, self).__init__()
    def forward(self, x):
        return self.fc2(self.fc1(x))
"""


@pytest.mark.parametrize("way", ["one file", "two files", "two steps"])
def test_calls_of_a_class_above(run_both_ways, way):
    net = """\
class Net(Above):
    def __init__(self):
        super(Net, self).__init__()
        attr = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3))
        self.fc1 = fluid.dygraph.Linear(2, 3, param_attr=attr, act='relu')
        self.fc2 = fluid.dygraph.Linear(3, 2, attr, act='softmax')
with fluid.dygraph.guard():
    print(Net()(fluid.dygraph.to_variable(np.float32([[1, -2], [3, 4]]))).numpy().tolist())
"""
    net = "class Between(Above):\n    pass\n" + net.replace("(Above)", "(Between)") if way == "two steps" else net
    files = {"main.py": f"import numpy as np\n{ABOVE}{net}"}
    if way == "two files":
        files = {"main.py": f"import numpy as np\nimport paddle.fluid as fluid\nfrom above import Above\n{net}",
                 "above.py": ABOVE}
    old, new = run_both_ways({"net": files})
    assert old["net"] == new["net"] == ["[[0.5, 0.5], [0.5, 0.5]]"]


KEPT = """\
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self, act=None):
        super(Net, self).__init__()
        self.conv = fluid.dygraph.Conv2D(1, 20, 5,
                                         act={act})  # first
    def forward(self, x):
        {forward}
"""


@pytest.mark.parametrize(
    ("forward", "after"),
    [
        ("return self.conv(x)", "return self.conv_act(self.conv(x))"),
        ("return self.conv(x) + self.conv(x)", "return self.conv_act(self.conv(x)) + self.conv_act(self.conv(x))"),
    ],
)
def test_one_that_only_running_tells_is_kept_beside_the_layer(check_transformed, forward, after):
    new = migrate_source(KEPT.format(act="act", forward=forward)).text
    made = "        self.conv = nn.Conv2D(1, 20, 5)  # first\n        self.conv_act = activation(act)\n"
    assert f"{made}    def forward(self, x):\n        {after}\n" in new
    assert "def activation(act):" in new


def test_one_of_a_few_that_todays_functions_are_called_is_asked_for_by_its_name():
    new = migrate_source(KEPT.format(act="act", forward="return self.conv(x)") + "Net(act='relu')\nNet()\n").text
    assert "        self.conv_act = getattr(F, act) if act else nn.Identity()\n" in new


@pytest.mark.parametrize(
    "forward",
    [
        "return walk(self.conv, x)",  # called who knows where
        "return [layer(x) for layer in self.sublayers()]",
        "self.conv_act = 1\n        return self.conv(x)",  # its name is taken
    ],
)
def test_one_that_cannot_be_kept_there(forward):
    new = migrate_source(KEPT.format(act="act", forward=forward)).text
    assert "with_activation(nn.Conv2D(1, 20, 5), activation(act))" in new
    assert forward in new


ACTS = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Layer, Linear, Sequential

ROWS = np.linspace(-2, 2, 16).astype("float32").reshape(4, 4)
PARAM = fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(ROWS))

class Block(Layer):
    def __init__(self, act=None):
        super(Block, self).__init__()
        self.fc = Linear(4, 4, param_attr=PARAM, act=act)
        self.norm = BatchNorm(4, act=act)
    def forward(self, x):
        return self.norm(self.fc(x))

class Written(Layer):
    def __init__(self):
        super(Written, self).__init__()
        self.all = Sequential(Linear(4, 4, param_attr=PARAM, act="{act}"), BatchNorm(4, act="{act}"))
        self.listed = [Linear(4, 4, param_attr=PARAM, act="{act}")]
        self.norm = BatchNorm(4, "{act}")
    def forward(self, x):
        return self.norm(self.listed[0](self.all(x)))

def made(act):
    return Linear(4, 4, param_attr=PARAM, act=act)

def listed(acts):
    return Sequential(*[made(act=each) for each in acts])

with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.linspace(-3, 3, 12).astype("float32").reshape(3, 4))
    options = {{"act": "{act}"}}
    for model in Block("{act}"), Block(**options), Written(), made("{act}"), listed(["{act}", None]):
        print([round(float(each), 6) + 0.0 for each in model(x).numpy().ravel()])
"""
NAMES = ("brelu", "elu", "exp", "gelu", "hard_shrink", "hard_sigmoid", "hard_swish", "leaky_relu", "logsigmoid", "pow",
         "relu", "relu6", "selu", "sigmoid", "soft_relu", "softmax", "softplus", "softshrink", "softsign", "square",
         "stanh", "swish", "tanh", "tanh_shrink", "thresholded_relu")


def test_every_activation_by_every_way(run_both_ways):
    old, new = run_both_ways({name: {"main.py": ACTS.format(act=name)} for name in NAMES})
    for name in NAMES:
        assert len(old[name]) == 5, old[name]
        for before, after in zip(old[name], new[name], strict=True):
            assert ast.literal_eval(after) == pytest.approx(ast.literal_eval(before), rel=1e-5, abs=1e-5), name


AT_ZERO = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Linear, Sequential
zeros = np.zeros([2, 3], "float32")
with fluid.dygraph.guard():
    made = [Linear(3, 2, act="leaky_relu"), Sequential(Linear(3, 2, act="leaky_relu"))]
    made.append(Conv2D(3, 2, 1, act="leaky_relu"))
    for layer in made:
        x = fluid.dygraph.to_variable(zeros if layer is not made[2] else zeros.reshape(2, 3, 1, 1))
        fluid.layers.reduce_sum(layer(x)).backward()
        print(layer.parameters()[1].gradient()[0])
    x = fluid.dygraph.to_variable(zeros)
    x.stop_gradient = False
    by_name = {"act": fluid.layers.leaky_relu}
    loss = fluid.layers.leaky_relu(x, alpha=0.3) + by_name["act"](x)
    loss = loss + fluid.layers.elementwise_add(x, x, act="leaky_relu")
    fluid.layers.reduce_sum(loss).backward()
    print(x.gradient()[0, 0])
"""
IN_PROGRAM = """\
import numpy as np
import paddle.fluid as fluid
x = fluid.data("x", [None, 3])
one = fluid.layers.fc(x, 2, act="leaky_relu", bias_attr="one")
two = fluid.layers.leaky_relu(fluid.layers.fc(x, 2, bias_attr="two"), alpha=0.3)
fluid.optimizer.SGD(1.0).minimize(fluid.layers.reduce_sum(one) + fluid.layers.reduce_sum(two))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
exe.run(feed={"x": np.zeros([2, 3], "float32")})
for name in ("one", "two"):
    print(np.array(fluid.global_scope().find_var(name).get_tensor())[0])
"""


def test_the_slope_of_leaky_relu_at_zero_is_that_of_what_is_below(run_both_ways):
    scripts = {"dygraph": {"main.py": AT_ZERO}, "program": {"main.py": IN_PROGRAM}}
    for printed in run_both_ways(scripts):
        assert [float(line) for line in printed["dygraph"]] == pytest.approx([0.04, 0.04, 0.04, 0.36])
        assert [float(line) for line in printed["program"]] == pytest.approx([-0.04, -0.6])


CALLED = """\
import paddle.fluid as fluid
class Net(fluid.dygraph.Layer):
    def __init__(self, **kw):
        super().__init__()
        {}
    def forward(self, x):
        return self.fc(x)
"""


@pytest.mark.parametrize(("made", "now"), [
    ("self.fc = fluid.dygraph.Linear(2, 2, act=kw.get('act'))",
     "self.fc = nn.Linear(2, 2)\n        self.fc_act = activation(kw.get('act'))\n"),
    ("self.fc = fluid.dygraph.Linear(f(), g(), act=kw.pop('act', None))",
     "self.fc = nn.Linear(f(), g())\n        self.fc_act = activation(kw.pop('act', None))\n"),
    ("fc = fluid.dygraph.Linear(2, 2, act=kw.get('act'))\n        self.fc = fc",
     "fc = with_activation(nn.Linear(2, 2), activation(kw.get('act')))\n        self.fc = fc\n"),
])  # fmt: skip
def test_one_that_a_call_gives_is_asked_once(made, now):
    result = migrate_source(CALLED.format(made))
    assert now in result.text
    assert not result.left


@pytest.mark.parametrize("made", [
    "fluid.dygraph.Linear(2, act=kw.get('act'), output_dim=g())",
    "fluid.dygraph.Linear(2, 2, None, f(), kw.get('a'), g())",
])  # fmt: skip
def test_what_would_be_called_in_another_order_is_left(made):
    result = migrate_source(CALLED.format(f"self.fc = {made}"))
    assert [each.code for each in result.left] == ["PM303"]
    assert made in result.text
