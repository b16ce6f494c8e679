"""Compiled programs, strategies and parallel executors go, with --programs; the program itself stays."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nmain = fluid.Program()\nexe = fluid.Executor()\n"
NEW = "import paddle\n\npaddle.enable_static()\nmain = paddle.static.Program()\nexe = paddle.static.Executor()\n"


def migrated(lines):
    return migrate_source(HEAD + lines, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("run(fluid.CompiledProgram(main))\n", "run(main)\n"),
        ("c = fluid.compiler.CompiledProgram(main).with_data_parallel(loss_name=loss.name)\n", "c = main\n"),
        ("c = fluid.CompiledProgram(main)\nc = c.with_data_parallel(loss_name=loss.name)\n", "c = main\n"),
        ("main = fluid.CompiledProgram(main)\n", ""),
        (
            "s = fluid.BuildStrategy()\ns.enable_inplace = True\nif fuse:\n    s.fuse_all = True\n"
            "c = fluid.CompiledProgram(main, build_strategy=s)\n",
            "c = main\n",
        ),
        ("s = fluid.ExecutionStrategy()\ns.num_threads = 2\nprint(1)\n", "print(1)\n"),
        (
            "s = fluid.BuildStrategy()\ns.gradient_scale_strategy = fluid.BuildStrategy.GradientScaleStrategy.One\n"
            "c = fluid.CompiledProgram(main).with_data_parallel(build_strategy=s)\n",
            "c = main\n",
        ),
        ("s = fluid.BuildStrategy()\nprepare(s)\n", "s = paddle.static.BuildStrategy()\nprepare(s)\n"),
    ],
)
def test_what_goes(old, new):
    result = migrated(old)
    assert result.text == NEW + new
    several = "with_data_parallel" in old
    assert [(f.code, f.name) for f in result.left] == [("PM341", "with_data_parallel")] * several
    assert "PM119" in {f.code for f in result.findings}


def test_a_parallel_executor_runs_its_program():
    result = migrated("pe = fluid.ParallelExecutor(True, loss.name, main_program=main)\npe.run([loss.name])\n")
    assert "pe = ProgramExecutor(True, main)\n" in result.text
    assert "class ProgramExecutor" in result.text
    assert [(f.code, f.line) for f in result.left] == [("PM341", 4)]


@pytest.mark.parametrize(
    "line",
    [
        "s = fluid.ExecutionStrategy()\nprepare(s)\n",
        "c = fluid.CompiledProgram(*given)\n",
        "way = fluid.BuildStrategy.GradientScaleStrategy.One\n",  # Paddle 3 has none
    ],
)
def test_what_stays(line):
    result = migrated(line)
    assert result.text.endswith(line)
    assert result.left


def test_other_things_of_these_names_stay(check_noop):
    check_noop("import paddle\ns = BuildStrategy()\nc = CompiledProgram(main).with_data_parallel(1)\n", programs=True)


def test_several_devices_are_said_once():
    """It is one decision, for training and for the test beside it."""
    lines = "a = fluid.CompiledProgram(main).with_data_parallel(loss_name=loss.name)\n"
    lines += "b = fluid.CompiledProgram(test).with_data_parallel(share_vars_from=a)\n"
    result = migrated(lines)
    assert result.text.endswith("a = main\nb = test\n")
    assert [(f.code, f.line) for f in result.left] == [("PM341", 4)]


@pytest.mark.parametrize("line", [
    "a = fluid.CompiledProgram(main)\n", "a = fluid.CompiledProgram(main, build_strategy=fluid.BuildStrategy())\n",
    "a = fluid.CompiledProgram(main).with_inference_optimize(config)\n",
])  # fmt: skip
def test_one_device_asks_nobody(line):
    assert not migrated(line).left
