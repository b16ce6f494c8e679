"""Names of fluid that a module of the project hands on, in clothes: what others take from it is there afterwards."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.batch.finding import Walk
from paddle_migrate.run import Run

NET = """\
import numpy as np
{imports}
def net(x):
    h = {prefix}fc(x, 3, param_attr=C(0.3), bias_attr=C(0.1))
    return {prefix}reduce_sum({prefix}{last}(h))
main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    out = net(fluid.data('x', [None, 2]))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
print(np.ravel(exe.run(main, feed={{'x': np.arange(6).reshape(3, 2).astype('float32')}}, fetch_list=[out])[0]).round(4))
"""
START = "import paddle.fluid as fluid\nfrom paddle.fluid.initializer import Constant as C\n"


def main(imports, prefix="", last="tanh"):
    return NET.format(imports=START + imports, prefix=prefix, last=last)


STAR = "from paddle.fluid.layers import *\n"
CLOTHES = {
    "star_of_star": {"ours.py": "from paddle.fluid.layers import *\n", "main.py": main("from ours import *")},
    "module": {"ours.py": "from paddle.fluid.layers import *\n", "main.py": main("import ours", "ours.")},
    "other_name": {"ours.py": "from paddle.fluid.layers import fc, reduce_sum, tanh as th\n",
                   "main.py": main("from ours import *", last="th")},
    "three_files": {"a.py": "from paddle.fluid.layers import *\n", "b.py": "from a import *\n",
                    "main.py": main("from b import fc, reduce_sum, tanh")},
    "own_beside": {"ours.py": "from paddle.fluid.layers import *\ndef double(x):\n    return scale(x, 2.0)\n",
                   "main.py": main("from ours import *", last="double")},
    "alias": {"ours.py": "import paddle.fluid.layers as layers\nL = layers\n",
              "main.py": main("from ours import L", "L.")},
    "all": {"ours.py": "from paddle.fluid.layers import *\n__all__ = ['fc', 'reduce_sum', 'tanh']\n",
            "main.py": main("from ours import *")},
    "package": {"net/__init__.py": "from . import ops\n", "net/ops.py": STAR,
                "main.py": main("from net import ops", "ops.")},
    "package_as": {"net/__init__.py": "from . import ops as L2\n", "net/ops.py": STAR,
                   "main.py": main("from net import L2", "L2.")},
    "package_as_again": {"net/__init__.py": "import net.ops as L2\n", "net/ops.py": STAR,
                         "main.py": main("from net import L2 as K", "K.")},
    "of_package": {"ours/__init__.py": "from . import ops\n", "ours/ops.py": STAR,
                   "main.py": main("import ours", "ours.ops.")},
    "of_package_as": {"ours/__init__.py": "from . import ops as L2\n", "ours/ops.py": STAR,
                      "main.py": main("import ours", "ours.L2.")},
    "module_as": {"net.py": "import ops as L2\n", "ops.py": STAR, "main.py": main("from net import L2", "L2.")},
    "in_try": {"ours.py": "try:\n    from paddle.fluid.layers import *\nexcept ImportError:\n    pass\n",
               "main.py": main("from ours import *")},
}


def test_what_is_handed_on(run_both_ways, tmp_path):
    """It prints 3 * (tanh(0.4) + tanh(1.6) + tanh(2.8)), as in 1.8.5, and 6 * 4.8 where that is doubled."""
    for name, files in CLOTHES.items():
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).parent.mkdir(exist_ok=True)
            (tmp_path / name / file).write_text(text)
    run = Run(Options(), write=True)
    run.all(Walk([tmp_path]))
    assert not [f for outcome in run.outcomes for f in outcome.findings if f.level == "person"]
    old, new = run_both_ways(CLOTHES)
    assert old == {name: ["[28.8]" if name == "own_beside" else "[6.8827]"] for name in CLOTHES}
    assert new == old


@pytest.mark.parametrize("net", [
    {"net.py": "import ours\nclass N(object):\n    L = ours\n", "main.py": main("from net import N", "N().L.")},
    {"net.py": "import ours\ndef layers():\n    return ours\n", "main.py": main("from net import layers", "layers().")},
    {"main.py": main("import ours\nd = {'L': ours}", "d['L'].")},
    {"main.py": main("import ours\nd = [None, ours]", "d[1].")},
    {"net.py": "import ours\nL2 = ours\n", "main.py": main("from net import L2", "L2.")},
])  # fmt: skip
def test_a_module_that_is_a_value_keeps_its_import(net, tmp_path):
    for file, text in {**net, "ours.py": STAR}.items():
        (tmp_path / file).write_text(text)
    run = Run(Options(), write=True)
    run.all(Walk([tmp_path]))
    found = [f for outcome in run.outcomes for f in outcome.findings if f.code == "PM335"]
    assert [each.name.split(", ")[0] for each in found] == ["fc"]
    assert (tmp_path / "ours.py").read_text() == STAR


@pytest.mark.parametrize("text", [
    "from paddle.nn.functional import *\n", "from ours_too import *\n",
    "__all__ = ['fc']\ndef fc(x, n):\n    return x\n",
    "import paddle.nn as layers\nL = layers\n",
])
def test_what_hands_on_nothing_old_stays(check_noop, text):
    check_noop(text)
