"""Executors at one place are one to layers and a loop, whichever an option chooses."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.executors import with_one_executor

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8
CUDA, SEVERAL = False, {several}


def main(several=SEVERAL):
    x = fluid.data("x", [None, 4])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(out * out)
    rate = fluid.layers.piecewise_decay([1, 2], [0.1, 0.01, 0.0])
    fluid.optimizer.SGD(rate).minimize(loss)
    place = fluid.CUDAPlace(0) if CUDA else fluid.CPUPlace()
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
{made}
    for step in range(4):
        value, = train_exe.run(feed={{"x": ARRAY}}, fetch_list=[loss.name])
        print("%.5f" % np.mean(value))


main()
"""
PARALLEL = "fluid.ParallelExecutor(use_cuda=CUDA, loss_name=loss.name)"
CLOTHES = {
    "branches": f"if several:\n    train_exe = {PARALLEL}\nelse:\n    # one is enough\n    train_exe = exe",
    "before": f"train_exe = exe\nif several:\n    train_exe = {PARALLEL}",
    "three": f"if several == 2:\n    train_exe = {PARALLEL}\nelif several:\n    train_exe = exe\nelse:\n"
             "    train_exe = exe",
    "nested": f"if several:\n    if CUDA:\n        train_exe = exe\n    else:\n        train_exe = {PARALLEL}\n"
              "else:\n    train_exe = exe",
    "expression": f"train_exe = {PARALLEL} if several else exe",
    "name": "train_exe = exe",
    "names": "other = exe\ntrain_exe = other",
}


def script(name: str, several: bool = False, old: str = OLD) -> str:
    made = "\n".join(f"    {line}" for line in CLOTHES.get(name, name).splitlines())
    return old.format(made=made, several=several)


def test_what_may_have_run_on_several_devices_is_left_to_a_person():
    old = script("branches").replace("CUDA, SEVERAL = False", "CUDA, SEVERAL = len(sys.argv) > 1")
    result = migrate_source(f"import sys\n{old}", options=Options(dygraph=True))
    assert "class Network(nn.Layer)" in result.text, result.text
    assert [f.code for f in result.left] == ["PM341"]
    assert "on_one_device" not in result.text


def test_same_numbers(run_both_ways):
    """As 1.8.5 prints them."""
    scripts = {f"{name}_{several}": {"main.py": script(name, several)} for name in CLOTHES for several in (False, True)}
    scripts["at_the_top"] = {"main.py": at_the_top(script("branches"))}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old == {
        name: ["0.36563", "0.15027", "0.14047", "0.14047"] for name in scripts}


def at_the_top(text: str) -> str:
    head, _, body = text.partition("def main(several=SEVERAL):\n")
    rows = body.removesuffix("\n\nmain()\n").splitlines()
    return head + "several = SEVERAL\n" + "\n".join(row.removeprefix("    ") for row in rows) + "\n"


@pytest.mark.parametrize("name", CLOTHES)
def test_they_become_a_loop(name):
    result = migrate_source(script(name), options=Options(dygraph=True))
    assert [f for f in result.findings if f.code == "PM340"] == []
    assert "loss.backward()" in result.text
    assert "exe" not in result.text
    assert result.text.count("set_device") == 1
    assert ("# one is enough" in result.text) is (name == "branches")


TEXT = """\
import paddle
def main(args, test):
    exe = paddle.static.Executor(paddle.CUDAPlace(0) if args.cuda else paddle.CPUPlace())
{}
    other.run(feed={{}}, fetch_list=[])
"""


@pytest.mark.parametrize("lines", [
    "if test:\n    other = paddle.static.Executor(paddle.CPUPlace())\nelse:\n    other = exe",  # elsewhere
    "args.cuda = False\nif test:\n    other = paddle.static.Executor(paddle.CUDAPlace(0) if args.cuda else "
    "paddle.CPUPlace())\nelse:\n    other = exe",
    "if test:\n    other = Server()\nelse:\n    other = exe",
    "if test:\n    other = exe\nelse:\n    print(test)",
    "other = exe\nexe = paddle.static.Executor(paddle.CPUPlace())",
    "other = another = exe",
    "other = paddle.static.Executor(paddle.CUDAPlace(0) if args.cuda else paddle.CPUPlace())",
])
def test_what_stays(lines):
    text = TEXT.format("\n".join(f"    {line}" for line in lines.splitlines()))
    assert with_one_executor(text) == text


def test_an_optimizer_whose_helper_has_another_name():
    """Adam is the script's own, so that the helper is Adam_."""
    made = "fluid.optimizer.SGD(rate).minimize(loss)"
    old = OLD.replace(made, "Adam = fluid.optimizer.AdamOptimizer(rate)\n    Adam.minimize(loss)")
    result = migrate_source(script("branches", old=old), options=Options(dygraph=True))
    assert [f for f in result.findings if f.code == "PM340"] == []
    assert "Adam = Adam_(" in result.text
    assert "class Adam_(paddle.optimizer.Adam)" in result.text
