"""What other modules of the project return: 0-D tensors are followed through them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from paddle_migrate.api import migrate_module
from paddle_migrate.cli import main
from paddle_migrate.options import Options
from paddle_migrate.project.importers import behind
from paddle_migrate.project.project import Project

HEAD = "import paddle.fluid as fluid\n"
LOSSES = (
    HEAD + "\n\ndef weighted(p, y):\n    return -1 * fluid.layers.mean(fluid.layers.cross_entropy(p, y))\n"
    "\n\ndef both(p, y):\n    loss = fluid.layers.cross_entropy(p, y)\n    return loss, fluid.layers.mean(loss)\n"
)
NET = (
    HEAD + "from losses import both\n\n\nclass Net(fluid.dygraph.Layer):\n    def forward(self, x, y=None):\n"
    "        if y is None:\n            return x\n"
    "        loss, mean = both(x, y)\n        return x, mean\n\n"
    "    def measure(self, x, y):\n        return fluid.layers.reduce_sum(both(x, y)[0])\n"
)


@pytest.fixture
def train(tmp_path: Path):
    """The train.py that comes out, beside losses.py, net.py and other files; migrating again changes nothing."""

    def migrate(text: str, **others: str) -> str:
        files = {"losses.py": LOSSES, "net.py": NET, "train.py": text}
        files.update({f"{name}.py": other for name, other in others.items()})
        for name, content in files.items():
            (tmp_path / name).write_text(content)
        for _ in range(2):
            result = CliRunner().invoke(main, ["-w", str(tmp_path)])
            assert result.exit_code == 0, result.output
            new = (tmp_path / "train.py").read_text()
            text, seen = new, text
        assert new == seen
        return new

    return migrate


@pytest.mark.parametrize(
    ("imports", "takes"),
    [
        ("from losses import weighted", "loss = weighted(p, y)"),
        ("from losses import weighted as w", "loss = w(p, y)"),
        ("import losses", "loss = losses.weighted(p, y)"),
        ("from losses import *", "loss = weighted(p, y)"),
        ("from handing import weighted", "loss = weighted(p, y)"),
        ("from all_of_it import weighted", "loss = weighted(p, y)"),
        ("from losses import both", "each, loss = both(p, y)"),
        ("from net import Net", "net = Net()\np, loss = net(p, y)"),
        ("import net", "model = net.Net()\np, loss = model(p, y)"),
        ("from net import Net", "net = Net()\nloss = net.measure(p, y)"),
        ("from net import Net", "net = Net()\nnet = fluid.dygraph.DataParallel(net, s)\np, loss = net(p, y)"),
    ],
)
def test_a_loss_of_another_module(train, imports, takes):
    handing = {"handing": "from losses import weighted\nimport paddle\n", "all_of_it": "from losses import *\n"}
    new = train(f"{HEAD}{imports}\n\n{takes}\nprint(loss.numpy()[0])\n", **handing)
    assert new.endswith("print(loss.item())\n"), new


SEVERAL = "from net import Net\nfrom another import Another"
ANOTHER = HEAD + "\n\nclass Another(object):\n    def net(self, x):\n        return {}\n" \
    "\n    def forward(self, x, y):\n        return [x, fluid.layers.mean(y)]\n"
EITHER = "model = Net()\nif a:\n    model = {}\np, loss = model{}(p, y)"


def test_a_loss_of_several_models(train):
    text = f"{HEAD}{SEVERAL}\n\n{EITHER.format('Another()', '.forward')}\nprint(loss.numpy()[0])\n"
    assert train(text, another=ANOTHER.format("x")).endswith("print(loss.item())\n")


@pytest.mark.parametrize(("other", "method"), [("Another()", ".net"), ("Third()", ".forward"), ("Third()", "")])
def test_not_known_of_all_models(train, other, method):
    third = "\n\nclass Third(object):\n    def forward(self, x, y):\n        return x, y\n"
    takes = EITHER.format(other, method)
    text = f"{HEAD}{SEVERAL}, Third\n\n{takes}\nprint(loss.numpy()[0])\n"
    new = train(text, another=ANOTHER.format("x") + third)
    assert new.endswith(f"\n{takes}\nprint(paddle.atleast_1d(loss).numpy()[0])\n")


def test_a_model_kept_on_self(train):
    new = train(
        f"{HEAD}from net import Net\n\n\nclass Trainer(object):\n    def __init__(self):\n        self.net = Net()\n\n"
        "    def step(self, x, y):\n        x, loss = self.net(x, y)\n        return loss.numpy()[0]\n"
    )
    assert new.endswith("        return loss.item()\n")


@pytest.mark.parametrize(
    ("imports", "takes"),
    [
        ("from losses import nothing", "loss = nothing(p, y)"),
        ("from elsewhere import weighted", "loss = weighted(p, y)"),
        ("from net import Net", "net = Net()\nfor p in a:\n    loss = net(p)"),  # the tensor that it was given
        ("from net import Net", "net = Net()\nloss = net.other(p, y)"),
        ("from net import Net", "net = Net() if a else b\np, loss = net(p, y)"),
        ("from losses import weighted\nfrom mine import weighted", "loss = weighted(p, y)"),
        ("import modern", "loss = modern.loss(p, y)"),
        ("import broken", "loss = broken.loss(p, y)"),
        ("from circle import loss as function", "loss = function(p, y)"),
    ],
)
def test_what_is_no_scalar_for_sure_has_the_form_right_for_all(train, imports, takes):
    others = {
        "mine": "import numpy\n\n\ndef weighted(p, y):\n    return p\n",
        "modern": "import paddle\n\n\ndef loss(p, y):\n    return paddle.vision.ops.yolo_box(p, y)\n",
        "circle": "import paddle\nfrom ring import loss\n",
        "ring": "import paddle\nfrom circle import loss\n",
    }
    text = f"{HEAD}{imports}\n\n{takes}\nprint(loss.numpy()[0])\n"
    assert train(text, **others).endswith(f"\n{takes}\nprint(paddle.atleast_1d(loss).numpy()[0])\n")


@pytest.mark.parametrize(
    ("imports", "takes"),
    [
        ("from losses import both", "loss, mean = both(p, y)"),  # one for each row
        ("from net import Net", "net = Net()\np = fluid.dygraph.to_variable([1.0])\nloss = net(p)"),
        ("from net import Net", "net = Net()\na = {'a': net(fluid.layers.ones([2], 'float32'))}\nloss = a['a']"),
    ],
)
def test_what_is_seen_to_have_a_dimension_stays(train, imports, takes):
    assert train(f"{HEAD}{imports}\n\n{takes}\nprint(loss.numpy()[0])\n").endswith("\nprint(loss.numpy()[0])\n")


def test_a_module_that_is_no_python_is_asked_nothing(tmp_path):
    (tmp_path / "broken.py").write_text("import paddle\n\ndef loss(:\n")
    text = f"{HEAD}from broken import loss\nfluid.layers.relu(x)\nloss(x).numpy()[0]\n"
    project = Project([tmp_path], [tmp_path])
    result = migrate_module(text, tmp_path / "train.py", Options(), project)
    assert result.text.endswith("\nF.relu(x)\npaddle.atleast_1d(loss(x)).numpy()[0]\n")


def test_check_looks_again_when_a_module_behind_it_changes(tmp_path):
    """The cache of --check goes by the files that an answer depends on, over however many steps."""
    (tmp_path / "losses.py").write_text(LOSSES)
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "plain.py").write_text("import os\n")
    (tmp_path / "other.py").write_text("import os\n")
    raw = b"import paddle.fluid\nimport plain\nfrom net import Net\nNet()(x).numpy()\n"
    project = Project([tmp_path], [tmp_path])
    assert [p.name for p in behind(tmp_path / "train.py", raw, project)] == ["losses.py", "net.py", "plain.py"]
    assert behind(tmp_path / "train.py", b"import os\nimport paddle.fluid\n", project) == []


@pytest.mark.parametrize(
    ("reader", "first"),
    [
        ("import numpy as np\n\n\ndef read():\n    return np.random.rand(2)\n", "import numpy as np\nimport paddle\n"),
        ("from drawing import read\n", "import numpy as np\nimport paddle\n"),
        ("import numpy as np\n\n\ndef read():\n    return np.ones(2)\n", "import paddle\nimport numpy as np\n"),
        ("import random\n\n\ndef read():\n    return random.random()\n", "import paddle\nimport numpy as np\n"),
    ],
)
def test_numpy_comes_first_where_another_module_draws(train, reader, first):
    """Paddle 2.6.2 crashes where NumPy's random numbers are first used behind it."""
    drawing = "from numpy import random\n\n\ndef read():\n    return random.rand(2)\n"
    text = f"{HEAD}import numpy as np\nfrom reader import read\n\npaddle_in = fluid.layers.sqrt(np.array(read()))\n"
    assert train(text, reader=reader, drawing=drawing).startswith(first)


RATES = (
    HEAD + "from paddle.fluid.dygraph.learning_rate_scheduler import LearningRateDecay\n\n\n"
    "class Mine(LearningRateDecay):\n    def __init__(self, rate):\n        super().__init__()\n"
    "        self.rate = rate\n\n"
    "    def step(self):\n        return self.rate / (1 + self.step_num)\n"
)
STEP = "for x in r:\n    opt.minimize(x)\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"from rates import Mine\nopt = fluid.optimizer.SGD(Mine(0.1), p)\n{STEP}", "    scheduler.step()\n"),
        (f"import rates\nopt = fluid.optimizer.SGD(rates.Mine(0.1), p)\n{STEP}", "    scheduler.step()\n"),
        (f"from rates import Mine\ns = Mine(0.1)\nopt = fluid.optimizer.SGD(s, p)\n{STEP}", "    s.step()\n"),
        (f"from rates import one\nopt = fluid.optimizer.SGD(one(), p)\n{STEP}", ""),
    ],
)
def test_a_schedule_s_class_goes_on_behind_each_step(train, text, written):
    new = train(HEAD + text, rates=RATES + "\n\ndef one():\n    return 0.1\n")
    assert f"    opt.step()\n{written}" in new
    assert new.count(".step()") == 1 + bool(written)


def test_a_schedule_s_class_whose_steps_cannot_be_seen(tmp_path):
    (tmp_path / "rates.py").write_text(RATES)
    path = tmp_path / "train.py"
    path.write_text(HEAD + "from rates import Mine\ndef make(p):\n    return fluid.optimizer.SGD(Mine(0.1), p)\n")
    result = migrate_module(path.read_text(), path, Options(), Project([tmp_path]))
    assert [f.code for f in result.left] == ["PM322"]
