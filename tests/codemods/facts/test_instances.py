"""Objects that a class keeps of another one: what their methods return is known where nobody may set another."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.batch.finding import Walk
from paddle_migrate.options import Options
from paddle_migrate.run import Run

HEAD = "import paddle.fluid as fluid\nfrom paddle.fluid import layers\n"
FLAT = "paddle.flatten("
KEPT = """\
class Encoder(object):
    def forward(self, y):
        return fluid.embedding(fluid.data('w', [None, 9], 'int64'), [9, 4])

    def other(self, y):
        return y

class Net(object):
    def __init__(self, y):
        self.part = Encoder()

    def net(self, y):
        h = self.part.forward(y)
        return layers.fc(h, 3, num_flatten_dims=2)
"""


def of_kept(old="", new="", more=""):
    return migrate_source(f"{HEAD}{KEPT.replace(old, new) if old else KEPT}{more}").text


def test_a_method_of_an_object_that_is_kept():
    assert FLAT not in of_kept()


@pytest.mark.parametrize(("old", "new", "more"), [
    ("part.forward", "part.other", ""),
    ("part.forward", "part.missing", ""),
    ("self.part = Encoder()", "self.part = y", ""),
    ("self.part = Encoder()", "self.part = Encoder()\n        self.part = y", ""),
    ("    def forward", "    @cached\n    def forward", ""),
    ("class Encoder", "@changed\nclass Encoder", ""),
    ("", "", "net = Net(x)\nnet.part = made()\n"),
    ("", "", "net = Net(x)\nnet.part.forward = made\n"),
    ("", "", "net = Net(x)\nsetattr(net, name, made())\n"),
    ("", "", "class Encoder(object):\n    def forward(self, y):\n        return y\n"),
    ("", "", "class More(Net):\n    def __init__(self, y):\n        self.part = y\n"),
])  # fmt: skip
def test_a_method_that_may_be_another_one(old, new, more):
    assert FLAT in of_kept(old, new, more)


@pytest.mark.parametrize(("other", "flat"), [
    ("import net\nnet.Net(x).net(x)\n", False),
    ("import net\nmodel = net.Net(x)\nmodel.part = Mine()\n", True),
    ("import net\nfor part in parts:\n    setattr(model, part, made)\n", True),
])  # fmt: skip
def test_a_part_that_another_file_sets(tmp_path, other, flat):
    (tmp_path / "net.py").write_text(f"{HEAD}{KEPT}")
    (tmp_path / "train.py").write_text(f"import paddle.fluid as fluid\n{other}")
    run = Run(Options(), write=True)
    run.all(Walk([tmp_path]))
    assert (FLAT in (tmp_path / "net.py").read_text()) == flat
