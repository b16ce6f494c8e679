"""Names of variables that several programs have one after the other, the default program among them, and where
functions and dictionaries hand them on."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid


def network(scale):
    x = fluid.data("x", [None, 4])
    y = fluid.layers.fc(x, 3, param_attr=fluid.initializer.Constant(0.3)) * scale
    return fluid.layers.mean(y), y


def run(program, *fetched):
    got = exe.run(program, feed={"x": np.ones((2, 4), "float32")}, fetch_list=[each.name for each in fetched])
    print("%.4f" % np.ravel(got[0])[0])


def told(program, loss):
    wanted = [loss.name]
    print("%.4f" % exe.run(program, feed={"x": np.ones((2, 4), "float32")}, fetch_list=wanted)[0][0])


train, startup = fluid.default_main_program(), fluid.default_startup_program()
test = train.clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
"""
BUILT = """\
with fluid.program_guard(train, startup):
    with fluid.unique_name.guard():
        loss, out = network(1.0)
        fluid.optimizer.SGD(0.1).minimize(loss)
with fluid.program_guard(test, startup):
    with fluid.unique_name.guard():
        loss, out = network(1.0)
exe.run(startup)
"""
CLOTHES = {
    "function": "told(train, loss)\ntold(test, loss)\ntold(train, loss)",
    "at once": "print('%.4f' % exe.run(train, feed={'x': np.ones((2, 4), 'float32')}, fetch_list=[loss.name])[0][0])",
    "compiled": "told(fluid.CompiledProgram(train), loss)\ntold(test, loss)",
    "named": "both = train\ntold(program=both, loss=loss)\ntold(loss=loss, program=test)",
}

OF_185 = "1.2000 1.0333 1.0333 0.8667 0.7000 0.5333 0.5333 0.3667"


def test_each_program_has_its_own(run_both_ways):
    old, new = run_both_ways({"all": {"main.py": HEAD + BUILT + "\n".join(CLOTHES.values())}})
    assert old["all"] == new["all"] == OF_185.split()


OF_DICT = HEAD + """\
def build():
    made = {}
    with fluid.program_guard(train, startup):
        with fluid.unique_name.guard():
            loss, out = network(1.0)
    with fluid.program_guard(test, startup):
        with fluid.unique_name.guard():
            loss, out = network(1.0)
    made["loss"] = loss
    made["train"] = train
    made["test"] = test
    return made
"""


TRAINED = "print(exe.run(made['train'], fetch_list=[made['loss'].name]))\n"
TESTED = "print(exe.run(made['test'], fetch_list=[made['loss'].name]))\n"


@pytest.mark.parametrize(("lines", "kept", "left"), [
    (TRAINED, "    made[\"loss\"] = train_loss\n", []), (TESTED, "    made[\"loss\"] = loss\n", []),
    (TRAINED + TESTED, "    made[\"loss\"] = loss\n", ["PM333"]),
])  # fmt: skip
def test_of_a_dictionary(lines, kept, left):
    """It has one of them for all; its keys tell the programs apart."""
    result = migrate_source(f"{OF_DICT}made = build()\n{lines}")
    assert kept in result.text
    assert [each.code for each in result.left] == left


OF_CHOICES = """\
import numpy as np
import paddle.fluid as fluid


def net(trains):
    x = fluid.data("x", [None, 4])
    y = fluid.layers.fc(x, 3, param_attr=fluid.initializer.Constant(0.3))
    n = fluid.layers.reduce_sum(fluid.layers.fill_constant_batch_size_like(x, [-1, 1], "float32", 1.0))
    if trains:
        return x, fluid.layers.mean(y), n
    return x, y, y * 2.0, n


train, test, startup = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(train, startup), fluid.unique_name.guard():
    x, loss, n = net(True)
    fluid.optimizer.SGD(0.1).minimize(loss)
with fluid.program_guard(test, startup), fluid.unique_name.guard():
    x, a, b, n = net(False)
test = test.clone(for_test=True)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
f = {"x": np.ones((2, 4), "float32")}
fetch_list = [loss.name, n.name]
for _ in range(2):
    print([float(v.ravel()[0].round(4)) for v in exe.run(train, feed=f, fetch_list=fetch_list)])
print([float(v.ravel()[0].round(4)) for v in exe.run(test, feed=f, fetch_list=[b.name, n.name])])
"""


def test_what_stands_at_another_place_in_each(run_both_ways):
    old, new = run_both_ways({"all": {"main.py": OF_CHOICES}})
    assert old["all"] == new["all"]
    assert [line[:5] for line in old["all"]] == ["[1.20", "[1.03", "[1.73"]
