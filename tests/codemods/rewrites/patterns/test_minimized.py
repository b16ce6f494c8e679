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
