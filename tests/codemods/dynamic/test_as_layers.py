"""A program of several files is layers and a loop as a whole, or stays one."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main

HEAD = "import numpy as np\nimport paddle.fluid as fluid\n\n\n"
TRAIN = HEAD + """\
def options():
    return 0.1


def {name}(rate):
    x = fluid.data("x", [None, 2])
    h = fluid.layers.fc(x, 2)
    loss = fluid.layers.mean(h)
    fluid.optimizer.SGD(rate).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for i in range(2):
        out, = exe.run(feed={{"x": np.ones((2, 2), "float32")}}, fetch_list=[loss])
        print(out[0])
"""
INFER = HEAD + """\
def infer():
    exe = fluid.Executor(fluid.CPUPlace())
    program, names, targets = fluid.io.load_inference_model("saved", exe)
    print(exe.run(program, feed={names[0]: np.ones((2, 2), "float32")}, fetch_list=targets))


"""


def migrated(tmp_path, importer, name="train"):
    (tmp_path / "train.py").write_text(TRAIN.format(name=name))
    (tmp_path / "main.py").write_text(importer)
    result = CliRunner().invoke(main, ["-q", "--dygraph", "-w", str(tmp_path)])
    return result.output, (tmp_path / "train.py").read_text()


@pytest.mark.parametrize("called", [
    "from train import *\ntrain(0.1)\n", "from train import train\ntrain(0.1)\n", "import train\ntrain.train(0.1)\n",
    "import train as t\nfor run in (t.train, infer):\n    run(0.1)\n", "from train import train as go\ngo(0.1)\n"])
def test_what_a_file_of_programs_calls_stays_one(tmp_path, called):
    output, text = migrated(tmp_path, INFER + called + "infer()\n")
    assert "PM340: a file that imports this one runs programs of its own and has train()" in output
    assert "paddle.static.Executor" in text


@pytest.mark.parametrize(("importer", "name"), [
    (INFER + "from train import options\nprint(options())\ninfer()\n", "train"),
    (INFER + "import train\nprint(train.options())\ninfer()\n", "train"),
    (HEAD + "from train import train\ntrain(0.1)\n", "train"),
    (INFER + "from train import options\ntrainer = options()\ninfer()\n", "train"),
])
def test_what_no_file_of_programs_calls_becomes_a_loop(tmp_path, importer, name):
    output, text = migrated(tmp_path, importer, name)
    assert "runs programs of its own" not in output
    assert "optimizer.clear_grad()" in text


SAVED = TRAIN + """\
    fluid.io.save_params(exe, "kept")
"""
LOADER = HEAD + """\
def infer():
    x = fluid.data("x", [None, 2])
    out = fluid.layers.fc(x, 1)
    exe = fluid.Executor(fluid.CPUPlace())
    fluid.io.load_params(exe, "kept")
    print(exe.run(feed={"x": np.ones((2, 2), "float32")}, fetch_list=[out]))
"""


@pytest.mark.parametrize(("beside", "is_told"), [
    (LOADER, True), (LOADER.replace("load_params", "load_persistables"), True),
    (LOADER.replace('    fluid.io.load_params(exe, "kept")\n', ""), False),
    (LOADER.replace("    fluid.io.load", '    fluid.io.save_params(exe, "kept")\n    fluid.io.load'), False)])
def test_parameters_that_a_program_beside_it_loads_are_told(tmp_path, beside, is_told):
    (tmp_path / "train.py").write_text(SAVED.format(name="train"))
    (tmp_path / "infer.py").write_text(beside)
    result = CliRunner().invoke(main, ["-q", "--dygraph", "-w", str(tmp_path)])
    text = (tmp_path / "train.py").read_text()
    assert "paddle.save(net.state_dict()" in text
    assert ("what is saved here has the names of layers now" in result.output) is is_told
