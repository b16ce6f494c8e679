"""A package whose own file imports its parts by `from . import part`, which import it again."""

from __future__ import annotations

from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

MAIN = """\
import numpy as np
import paddle.fluid as fluid
from nets import *
import nets

A = np.arange(12, dtype="float32").reshape(3, 4) / 12


def train():
    x = fluid.data("x", [None, 4])
    loss = fluid.layers.mean(network(x, [3, 2]))
    fluid.optimizer.SGD(nets.RATE).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={"x": A}, fetch_list=[loss])
        print("%.5f" % value[0])


train()
"""
PARTS = {
    "nets/__init__.py": "from . import parts\nfrom .parts import *\nfrom .rates import RATE\n",
    "nets/rates.py": "RATE = 0.1\n",
    "nets/parts.py": """\
import paddle.fluid as fluid
from . import rates
from .. import nets

__all__ = ["network"]


def network(x, sizes):
    for size in sizes:
        x = fluid.layers.fc(x, size, act="tanh", param_attr=fluid.initializer.Constant(rates.RATE * size))
    return x
""",
}
PLAIN = {**PARTS, "nets/parts.py": PARTS["nets/parts.py"].replace("from .. import nets\n", "")}


def migrated(folder, files):
    (folder / "nets").mkdir()
    for name, text in {"main.py": MAIN, **files}.items():
        (folder / name).write_text(text)
    project = Project([folder / name for name in files] + [folder / "main.py"])
    return migrate_source(MAIN, str(folder / "main.py"), Options(dygraph=True), project)


def test_it_is_read_once(tmp_path):
    result = migrated(tmp_path, PLAIN)
    assert "class Network(nn.Layer)" in result.text, [each.message for each in result.left]
    assert "nn.Linear(4, 3" in result.text
    assert "nn.Linear(3, 2" in result.text


def test_what_leads_out_of_the_package_ends(tmp_path):
    assert migrated(tmp_path, PARTS).text


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({"package": {"main.py": MAIN, **PLAIN}}, Options(dygraph=True))
    assert new == old
    assert len(new["package"]) == 3
