"""Layers that share a parameter by its name, before `minimize()`."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

SHARED = """\
import paddle.fluid as fluid
x = fluid.data("x", [None, 2])
y = fluid.layers.fc(x, 2, param_attr="w")
y = fluid.layers.fc(y, 2, param_attr="w")
loss = fluid.layers.mean(y)
opt = fluid.optimizer.SGD(0.1)
"""
OWN = SHARED.replace('y, 2, param_attr="w"', 'y, 2, param_attr="v"')


def migrated(text):
    return migrate_source(text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opt.minimize(loss)\n", "share_parameters(loss)\nopt.minimize(loss)\n"),
        ("if True:\n    _, pairs = opt.minimize(loss=loss)\n",
         "if True:\n    share_parameters(loss)\n    _, pairs = opt.minimize(loss=loss)\n"),
        ("opt.minimize(loss * 2)\n", "share_parameters(loss)\nopt.minimize(loss * 2)\n"),
        ("def train():\n    return opt.minimize(loss)\n",
         "def train():\n    share_parameters(loss)\n    return as_made(opt.minimize(loss))\n"),
    ],
)
def test_a_name_of_two_layers(old, new):
    result = migrated(SHARED + old)
    assert result.text.endswith(new)
    assert not result.left
    assert migrated(result.text).text == result.text


@pytest.mark.parametrize("line", ["opt.minimize(made())\n", "print(opt)\n"])
def test_what_is_left_or_stays(line):
    result = migrated(SHARED + line)
    assert result.text.endswith(line)
    assert [f.name for f in result.left] == (["minimize"] if "minimize" in line else [])


@pytest.mark.parametrize("line", ["opt.minimize(loss)\n", "opt.minimize(loss)  # paddle-migrate: skip\n"])
def test_names_of_their_own(line):
    assert migrated(OWN + line).text.endswith(f"\n{line}")
    assert "share_parameters" not in migrated((OWN if "skip" not in line else SHARED) + line).text
