"""Parameters that `minimize()` of a program is told."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nout = fluid.layers.fc(x, 1)\nopt = fluid.optimizer.SGD(0.1)\n"


def migrated(line):
    return migrate_source(HEAD + line, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(out, parameter_list=names)\n", "opt.minimize(out, parameters=parameters_of(out, names))\n"),
        ("opt.minimize(loss=out, parameter_list=[p.name for p in ps], no_grad_set=None)\n",
         "opt.minimize(loss=out, parameters=parameters_of(out, [p.name for p in ps]), no_grad_set=None)\n"),
        ("opt.minimize(out, parameter_list=None)\n", "opt.minimize(out, parameters=None)\n"),
        ("opt.minimize(out, None, ['w'])\n", "opt.minimize(out, None, parameters_of(out, ['w']))\n"),
        ("opt.minimize(out, no_grad_set={'w'})\n",
         "opt.minimize(out, no_grad_set=set(variables({'w'}, out.block.program)))\n"),
        ("pairs = opt.backward(out, parameter_list=names)\nuse(pairs)\n",
         "pairs = opt.backward(out, parameters=parameters_of(out, names))\nuse(pairs)\n"),
    ],
)
def test_what_it_is_told(old, new):
    result = migrated(old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize("line", ["opt.minimize(out)\n", "minimize(out, parameter_list=names)\n",
                                  "scipy.minimize(f, x0, parameters=names)\n"])
def test_what_stays(line):
    assert migrated(line).text.endswith(line)


GUARDED = """\
main = fluid.Program()
with fluid.program_guard(main):
    loss = fluid.layers.mean(fluid.layers.fc(x, 1))
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(loss)\n", "with paddle.static.program_guard(main):\n    opt.minimize(loss)\n"),
        ("_, pairs = opt.minimize(loss=loss)\nprint(pairs)\n",
         "with paddle.static.program_guard(main):\n    _, pairs = as_made(opt.minimize(loss=loss))\n"
         "print(pairs)\n"),
        ("if True:\n    opt.minimize(loss)\n",
         "if True:\n    with paddle.static.program_guard(main):\n        opt.minimize(loss)\n"),
        ("with fluid.program_guard(other):\n    opt.minimize(loss)\n",
         "with paddle.static.program_guard(other):\n    with paddle.static.program_guard(main):\n"
         "        opt.minimize(loss)\n"),
    ],
)
def test_a_loss_of_another_guard(old, new):
    result = migrated(GUARDED + old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "lines",
    [
        "    opt.minimize(loss)\n",  # under the guard
        "loss = network()\nopt.minimize(loss)\n",  # of this program or that
        "def train(loss):\n    opt.minimize(loss)\n",
        "def train():\n    opt.minimize(loss)\n",
    ],
)
def test_the_current_program_is_its_own_as_far_as_is_known(lines):
    assert migrated(GUARDED + lines).text.endswith(lines)


def test_where_no_block_can_stand_it_is_said():
    result = migrated(GUARDED + "if True: opt.minimize(loss)\n")
    assert result.text.endswith("if True: opt.minimize(loss)\n")
    assert [(f.code, f.name) for f in result.left] == [("PM333", "minimize")]
