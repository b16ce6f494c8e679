"""Learning rates that are variables of a program are said: today's optimizers take none."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = (
    "import paddle.fluid as fluid\n"
    "out = fluid.layers.fc(x, 1)\n"
    "rate = fluid.layers.create_global_var([1], 0.1, 'float32', persistable=True)\n"
)


def said(line):
    result = migrate_source(HEAD + line, options=Options(programs=True))
    return [(finding.line, finding.name) for finding in result.left]


@pytest.mark.parametrize(
    "line",
    ["fluid.optimizer.SGD(rate).minimize(out)", "other = rate\nopt = fluid.optimizer.Adam(learning_rate=other)",
     "opt = fluid.optimizer.SGD(0.1 if fast else rate)"],
)
def test_a_variable(line):
    assert [name.rpartition(".")[0] for _, name in said(line)] == ["fluid.optimizer"]


@pytest.mark.parametrize(
    "line",
    ["fluid.optimizer.SGD(0.1).minimize(rate)", "opt = fluid.optimizer.Adam(learning_rate=given)",
     "opt = fluid.optimizer.SGD(fluid.layers.exponential_decay(0.1, 1, 0.5))\nexe.run(fetch_list=[out])",
     "opt = SGD(rate)"],
)
def test_a_number_or_a_schedule(line):
    assert said(line) == []
