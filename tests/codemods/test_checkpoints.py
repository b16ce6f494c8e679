"""save_dygraph and load_dygraph: the same files under the same names."""

from __future__ import annotations

import pytest

HEAD = """\
import paddle
import paddle.fluid as fluid
model = fluid.dygraph.Linear(2, 3)
opt = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
"""
MODERN = """\
import paddle
import paddle.nn as nn
model = nn.Linear(2, 3)
opt = paddle.optimizer.SGD(0.1, parameters=model.parameters())
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("fluid.save_dygraph(model.state_dict(), 'mnist')", "paddle.save(model.state_dict(), 'mnist.pdparams')"),
        ("fluid.save_dygraph(opt.state_dict(), 'mnist')", "paddle.save(opt.state_dict(), 'mnist.pdopt')"),
        ("fluid.save_dygraph(model.state_dict(), path)", 'paddle.save(model.state_dict(), path + ".pdparams")'),
        ("fluid.save_dygraph(model.state_dict(), a + b)", 'paddle.save(model.state_dict(), a + b + ".pdparams")'),
        (
            "fluid.save_dygraph(model.state_dict(), '%s/%d' % (a, b))",
            "paddle.save(model.state_dict(), ('%s/%d' % (a, b)) + '.pdparams')",
        ),
        (
            "fluid.dygraph.save_dygraph(state_dict=model.state_dict(), model_path=os.path.join(d, 'm'))",
            "paddle.save(model.state_dict(), os.path.join(d, 'm') + '.pdparams')",
        ),
        ("s = model.state_dict()\nfluid.save_dygraph(s, 'm')", "s = model.state_dict()\npaddle.save(s, 'm.pdparams')"),
        (
            "params, _ = fluid.load_dygraph('m')\nmodel.set_dict(params)",
            "params = paddle.load('m.pdparams')\nmodel.set_state_dict(params)",
        ),
        (
            "params, state = fluid.load_dygraph('m.pdparams')\nmodel.set_dict(params)\nopt.set_dict(state)",
            "params = paddle.load('m.pdparams')\nstate = paddle.load('m.pdopt')\n"
            "model.set_state_dict(params)\nopt.set_state_dict(state)",
        ),
        (
            "_, state = fluid.load_dygraph('m')\nopt.set_dict(state)",
            "state = paddle.load('m.pdopt')\nopt.set_state_dict(state)",
        ),
        ("params = fluid.load_dygraph('m')[0]", "params = paddle.load('m.pdparams')"),
    ],
)
def test_files_keep_their_names(check_transformed, before, after):
    check_transformed(f"{HEAD}{before}\n", f"{MODERN}{after}\n")


def test_a_missing_optimizer_file_may_be_asked_for(check_transformed):
    check_transformed(
        HEAD + "params, state = fluid.load_dygraph('m')\nif state is not None:\n    use(params, state)\n",
        "import os\n"
        + MODERN
        + "params = paddle.load('m.pdparams')\nstate = paddle.load('m.pdopt') if os.path.exists('m.pdopt') else None\n"
        "if state is not None:\n    use(params, state)\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "import paddle.fluid as fluid\nthing = load()\nfluid.save_dygraph(thing.state_dict(), 'm')\n",
        "import paddle.fluid as fluid\nfluid.save_dygraph(states, 'm')\n",
        "import paddle.fluid as fluid\nuse(fluid.load_dygraph('m'))\n",
        "import paddle.fluid as fluid\npair = fluid.load_dygraph('m')\n",
    ],
)
def test_what_is_not_known_is_left_with_advice(check_noop, source):
    result = check_noop(source)
    assert len(result.left) == 1
    assert ".pdparams" in result.left[0].message


def test_modern_calls_are_left(check_noop):
    check_noop("import paddle\npaddle.save(model.state_dict(), 'm')\nstate = paddle.load('m')\n")
