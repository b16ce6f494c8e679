"""Compiled programs, strategies and parallel executors go, with --programs; the program itself stays."""

from __future__ import annotations

import os
import subprocess
import sys

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
    assert not result.left
    assert "PM119" in {f.code for f in result.findings}


def test_a_parallel_executor_runs_its_program():
    result = migrated("pe = fluid.ParallelExecutor(True, loss.name, main_program=main)\npe.run([loss.name])\n")
    assert "pe = on_one_device(ProgramExecutor(True, main), True)\n" in result.text
    assert "class ProgramExecutor" in result.text
    assert not result.left


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


CUDA = "place = fluid.CUDAPlace(0) if cuda else fluid.CPUPlace()\n"
PARALLEL = "c = fluid.CompiledProgram(main).with_data_parallel(loss_name=loss.name{})\n"


@pytest.mark.parametrize(
    ("lines", "new"),
    [
        ("import os\nos.environ['CPU_NUM'] = str(args.cpus)\n" + PARALLEL.format(""), "c = on_one_device(main)\n"),
        ("import os\nos.environ['CPU_NUM'] = '1'\nn = os.environ.get('CPU_NUM')\n" + PARALLEL.format(""),
         "c = on_one_device(main)\n"),
        ("import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '0,1'\n" + CUDA + PARALLEL.format(""),
         "c = on_one_device(main)\n"),
        ("import os\nos.environ['CPU_NUM'] = '2'\n" + CUDA + PARALLEL.format(""), "c = on_one_device(main)\n"),
        (CUDA + PARALLEL.format(""), "c = on_one_device(main)\n"),
        (CUDA + PARALLEL.format(", places=fluid.cuda_places()"),
         "c = on_one_device(main, places=paddle.static.cuda_places())\n"),
        (CUDA + "places = fluid.cpu_places(n)\n" + PARALLEL.format(", places=places"),
         "c = on_one_device(main, places=places)\n"),
        (CUDA + "main = fluid.CompiledProgram(main).with_data_parallel(loss.name)\n", "main = on_one_device(main)\n"),
        (CUDA + "exe.run(fluid.CompiledProgram(main).with_data_parallel(loss.name))\n",
         "exe.run(on_one_device(main))\n"),
        ("c = fluid.CompiledProgram(main)\nif args.use_cuda:\n    c = c.with_data_parallel(loss.name)\n",
         "c = main\nif args.use_cuda:\n    c = on_one_device(c)\n"),
        (CUDA + "c = fluid.CompiledProgram(main)\nc.with_data_parallel(loss.name)\n", "c = main\non_one_device(c)\n"),
        ("def made(**more):\n    return fluid.CompiledProgram(main).with_data_parallel(loss.name, **more)\n" + CUDA,
         "def made(**more):\n    return on_one_device(main, places=more.get(\"places\"))\n"
         "place = paddle.CUDAPlace(0) if cuda else paddle.CPUPlace()\n"),
        ("pe = fluid.ParallelExecutor(use_cuda=args.use_gpu, loss_name=loss.name)\n",
         "pe = on_one_device(ProgramExecutor(args.use_gpu), args.use_gpu)\n"),
        ("pe = fluid.ParallelExecutor(asked(), loss_name=loss.name)\n",
         "pe = on_one_device(ProgramExecutor(asked()))\n"),
        ("pe = fluid.ParallelExecutor(True)\npe.run(feed=f, fetch_list=[loss])\n",
         "pe = on_one_device(paddle.static.Executor(paddle.CUDAPlace(0)), True)\n"
         "pe.run(feed=f, fetch_list=[loss])\n"),
    ],
)
def test_what_may_have_run_on_several_devices_stops_where_it_sees_several(lines, new):
    result = migrated(lines)
    assert result.text.endswith(new)
    assert not result.left
    assert [f.name.rpartition(".")[2] for f in result.findings if f.code == "PM206"] == [
        "ParallelExecutor" if "pe" in new.split()[:1] else "with_data_parallel"]
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


@pytest.mark.parametrize(
    "lines",
    [
        "import os\nos.environ['CPU_NUM'] = str(2)\n" + PARALLEL.format(""),
        "import os\nos.environ['CPU_NUM'] = '4'\npe = fluid.ParallelExecutor(False, loss_name=loss.name)\n",
        CUDA + PARALLEL.format(", places=[fluid.CUDAPlace(0), fluid.CUDAPlace(1)]"),
        CUDA + "places = fluid.cpu_places(2)\n" + PARALLEL.format(", places=places"),
        CUDA + "c = fluid.CompiledProgram(main).with_data_parallel(*given)\n",
        CUDA + "made = {'places': fluid.cuda_places([0, 1])}\n" + PARALLEL.format(", places=made['places']"),
    ],
)
def test_what_surely_ran_on_several_devices_is_left_to_a_person(lines):
    result = migrated(lines)
    assert [f.code for f in result.left] == ["PM341"]
    assert "on_one_device" not in result.text


@pytest.mark.parametrize(
    "lines",
    [
        PARALLEL.format(""),
        CUDA + PARALLEL.format(", places=[place]"),
        CUDA + PARALLEL.format(", places=fluid.CPUPlace()"),
        CUDA + "places = fluid.cuda_places([0])\n" + PARALLEL.format(", places=places"),
        CUDA + PARALLEL.format(", places=fluid.cpu_places(1)"),
        CUDA + "c = fluid.CompiledProgram(main)\n",
        "pe = fluid.ParallelExecutor(use_cuda=False, loss_name=loss.name)\n",
        "import os\nos.environ['CPU_NUM'] = '1'\n" + PARALLEL.format(""),
        "import os\nos.environ['CPU_NUM'] = str(1)\n" + PARALLEL.format(""),
        "import os\nos.environ.setdefault('CPU_NUM', '1')\n" + PARALLEL.format(""),
        "from os import environ as environ\none = '1'\nenviron['CPU_NUM'] = one\n" + PARALLEL.format(""),
        "import os\nos.environ['CUDA_VISIBLE_DEVICES'] = '3'\n" + CUDA + PARALLEL.format(""),
        CUDA + "made = {'places': [fluid.CUDAPlace(0)]}\n" + PARALLEL.format(", places=made['places']"),
        CUDA + "def places():\n    return fluid.cpu_places(1)\n" + PARALLEL.format(", places=places()"),
        "cuda = False\n" + CUDA + "pe = fluid.ParallelExecutor(use_cuda=cuda, loss_name=loss.name)\n",
    ],
)
def test_one_device(lines):
    result = migrated(lines)
    assert not result.left
    assert "on_one_device" not in result.text


def test_several_devices_are_said_once():
    """It is one decision, for training and for the test beside it."""
    lines = "a = fluid.CompiledProgram(main).with_data_parallel(loss_name=loss.name)\n"
    lines += "b = fluid.CompiledProgram(test).with_data_parallel(share_vars_from=a)\n"
    result = migrated(CUDA + lines)
    assert result.text.endswith("a = on_one_device(main)\nb = on_one_device(test)\n")
    assert [f.code for f in result.findings if f.code in ("PM206", "PM341")] == ["PM206"]


@pytest.mark.parametrize("line", [
    "a = fluid.CompiledProgram(main)\n", "a = fluid.CompiledProgram(main, build_strategy=fluid.BuildStrategy())\n",
    "a = fluid.CompiledProgram(main).with_inference_optimize(config)\n",
])  # fmt: skip
def test_one_device_asks_nobody(line):
    assert not migrated(line).left


FLEET = "from paddle.fluid.incubate.fleet.collective import DistributedStrategy, fleet\n"
HANDED = "e = fluid.ExecutionStrategy()\nd = DistributedStrategy()\nd.exec_strategy = e\n"


def test_a_strategy_goes_with_the_fleets_that_it_is_handed_to():
    result = migrated(FLEET + HANDED + "o = fleet.distributed_optimizer(o, strategy=d)\n")
    assert "ExecutionStrategy" not in result.text
    assert "d.exec_strategy" not in result.text
    assert not result.left


@pytest.mark.parametrize("rest", ["prepare(d)\n", "d.sync_batch_norm = True\no = fleet.distributed_optimizer(o, d)\n"])
def test_a_strategy_stays_with_the_fleets_that_it_is_handed_to(rest):
    result = migrated(FLEET + HANDED + rest)
    assert "e = fluid.ExecutionStrategy()" in result.text
    assert "d.exec_strategy = e" in result.text
    assert [f.code for f in result.left] == ["PM303", "PM303"]


BUILDER = """\
def build(optimizer, strategy=None, again=False):
    if again:
        strategy.forward_recompute = True
        strategy.recompute_checkpoints = []
    if strategy is not None:
        optimizer = fleet.distributed_optimizer(optimizer, strategy=strategy)
    optimizer.minimize(loss)
"""


@pytest.mark.parametrize("rest", [
    "build(o, d)\n", "build(o, strategy=d, again=True)\n", "made = build\nmade(o, d)\n",
    "class Run:\n    def __init__(self, way):\n        self.way = way\n        self.way.nccl_comm_num = 3\n\n"
    "    def go(self):\n        build(o, self.way)\n\n\nRun(d).go()\n",
])  # fmt: skip
def test_a_strategy_that_functions_hand_on_is_todays_with_nothing_set(rest):
    result = migrated(FLEET + BUILDER + HANDED + rest)
    assert not result.left
    assert "d = dist.fleet.DistributedStrategy()\n" in result.text
    for name in ("ExecutionStrategy", "exec_strategy", "forward_recompute", "nccl_comm_num"):
        assert name not in result.text
    assert "    if strategy is not None:\n        optimizer = DistributedOptimizer(optimizer)\n" in result.text


def test_another_file_sets_and_hands_on(tmp_path):
    head = "import paddle.fluid as fluid\n" + FLEET
    (tmp_path / "builder.py").write_text(head + BUILDER.replace("(loss)", "(fluid.layers.mean(fluid.data('x', [1])))"))
    (tmp_path / "train.py").write_text(
        head + "from builder import build\n" + HANDED + "build(fluid.optimizer.SGD(0.1), d, again=True)\n"
        "fluid.Executor().run(fleet.main_program)\n")
    subprocess.run([sys.executable, "-m", "paddle_migrate", "-w", "--no-cache", "."], cwd=tmp_path, check=True,
                   env={**os.environ, "PADDLE_COMPAT": "0"}, capture_output=True)
    texts = [(tmp_path / name).read_text() for name in ("builder.py", "train.py")]
    assert "d = dist.fleet.DistributedStrategy()" in texts[1]
    assert not any(name in text for text in texts for name in ("fluid", "recompute", "exec_strategy"))


@pytest.mark.parametrize("rest", [
    "build(o, d)\nprint(d.exec_strategy)\n", "build(o, d)\nothers.append(d)\n", "d.use_amp = True\nbuild(o, d)\n",
    "build(o, d, True)\nfluid.layers.batch_norm(fluid.data('x', [3, 4]))\n",
])  # fmt: skip
def test_a_strategy_that_is_read_or_counts_is_left(rest):
    result = migrated(FLEET + BUILDER + HANDED + rest)
    assert {f.code for f in result.left} == {"PM303"}
    assert "d = DistributedStrategy()\nd.exec_strategy = e\n" in result.text
    assert "strategy.recompute_checkpoints = []\n" in result.text


TRAINED = """\
import sys
import numpy as np
import paddle.fluid as fluid

CUDA = len(sys.argv) > 9
x = fluid.data("x", [None, 4])
out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.3))
loss = fluid.layers.mean(out * out)
test = fluid.default_main_program().clone(for_test=True)
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CUDAPlace(0) if CUDA else fluid.CPUPlace())
exe.run(fluid.default_startup_program())
FED = {{"x": np.arange(8, dtype="float32").reshape(2, 4) / 8}}
{made}
for step in range(3):
    print("%.5f" % np.mean({run}))
print("%.5f" % np.mean(exe.run(test, feed=FED, fetch_list=[loss])[0]))
"""
DATA_PARALLEL = "fluid.CompiledProgram(fluid.default_main_program()).with_data_parallel(loss_name=loss.name{})"
RUN = "exe.run({}, feed=FED, fetch_list=[loss.name])[0]"
TRAINED_IN = {
    "name": ("c = " + DATA_PARALLEL.format(""), RUN.format("c")),
    "branch": ("c = None\nif c is None:\n    c = " + DATA_PARALLEL.format(""), RUN.format("c")),
    "places": ("c = " + DATA_PARALLEL.format(", places=fluid.cuda_places() if CUDA else fluid.cpu_places()"),
               RUN.format("c")),
    "attribute": ("class T:\n    def __init__(self, main):\n        self.c = fluid.CompiledProgram(main)\n"
                  "        self.c = self.c.with_data_parallel(loss_name=loss.name)\n\n\n"
                  "t = T(fluid.default_main_program())", RUN.format("t.c")),
    "function": ("def compiled(main, **more):\n"
                 "    return fluid.CompiledProgram(main).with_data_parallel(loss_name=loss.name, **more)\n\n\n"
                 "c = compiled(fluid.default_main_program())", RUN.format("c")),
    "executor": ("pe = fluid.ParallelExecutor(use_cuda=CUDA, loss_name=loss.name)",
                 "pe.run(fetch_list=[loss.name], feed=FED)[0]"),
}


def test_on_one_device_the_numbers_are_the_same(run_both_ways):
    scripts = {name: {"main.py": TRAINED.format(made=made, run=run)} for name, (made, run) in TRAINED_IN.items()}
    assert all(" on_one_device(" in migrate_source(files["main.py"]).text for files in scripts.values())
    old, new = run_both_ways(scripts)
    assert new == old
    assert all(len(lines) == 4 for lines in old.values())
    assert len(set(map(tuple, old.values()))) == 1
