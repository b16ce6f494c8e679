"""`import paddle_compat` goes with the last of fluid."""

from __future__ import annotations

import pytest

FLUID = "import paddle.fluid as fluid\n"
TODAY = "import paddle.nn.functional as F\n"


def test_it_goes(check_transformed):
    check_transformed(
        f"{FLUID}import paddle_compat\ny = fluid.layers.relu(x)\n", f"{TODAY}y = F.relu(x)\n"
    )


def test_it_goes_from_programs():
    from paddle_migrate.api import migrate_source

    program = "x = fluid.data('x', [2])\ny = fluid.layers.relu(x)\nexe = fluid.Executor(fluid.CPUPlace())\n"
    assert "paddle_compat" not in migrate_source(f"{FLUID}import paddle_compat\n{program}").text


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("import paddle_compat", "fluid.layers.no_such(x)"),
        ("import paddle_compat, os", "fluid.layers.relu(x)"),
        ("import paddle_compat\npaddle_compat.install()", "fluid.layers.relu(x)"),
        ("import paddle_compat  # paddle-migrate: skip", "fluid.layers.relu(x)"),
    ],
)
def test_it_stays(line, call):
    from paddle_migrate.api import migrate_source

    assert f"{line}\n" in migrate_source(f"{FLUID}{line}\ny = {call}\n").text


def test_a_file_of_today_s(check_noop):
    check_noop("import paddle\nimport paddle_compat\ny = paddle.abs(x)\n")
