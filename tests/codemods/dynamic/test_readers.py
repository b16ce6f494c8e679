"""Readers that make the variables which they feed become feeders of a network, with what 1.8.5 prints."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle
import paddle.fluid as fluid


def samples():
    rng = np.random.RandomState(0)
    for _ in range(12):
        yield rng.rand(4).astype("float32"), rng.rand(1).astype("float32")


"""
READS = """\
    reader = fluid.layers.py_reader(capacity=8, shapes=[[-1, 4], [-1, 1]], dtypes=["float32", "float32"])
    x, y = fluid.layers.read_file(reader)
"""
START = """\
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    reader.decorate_paddle_reader(fluid.io.batch(samples, 4))
"""
OLD = HEAD + "def main():\n" + READS + """\
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    fluid.optimizer.SGD(0.5).minimize(loss)
""" + START + """\
    for epoch in range(2):
        reader.start()
        try:
            while True:
                value, = exe.run(fetch_list=[loss])
                print("%.5f" % value[0])
        except fluid.core.EOFException:
            print("end", epoch)
            reader.reset()


main()
"""
BODY = OLD[OLD.index("def main():\n") + 12 : OLD.index("\n\nmain()")]
PRINTED = """\
0.26544
0.26968
0.18935
end 0
0.14559
0.10273
0.34432
end 1
"""
ALL = {
    "function": OLD,
    "module": HEAD + "\n".join(line[4:] for line in BODY.split("\n")) + "\n",
    "one_by_one": OLD.replace("        try:\n            while True:\n", "        try:\n            for _ in range(99"
                                  "):\n"),
    "under_guards": OLD.replace(BODY, """\
    program, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(program, startup):
        with fluid.unique_name.guard():
""" + "".join(f"        {line}\n" for line in BODY.split("\n")[:5]) + BODY[BODY.index("    exe = "):].replace(
        "fluid.default_startup_program()", "startup").replace("exe.run(fetch", "exe.run(program, fetch")),
}


@pytest.mark.parametrize("name", ALL)
def test_they_become_feeders(name):
    text = migrate_source(ALL[name], options=Options(dygraph=True)).text
    assert "reader = BatchFeeder([x, y])\n" in text
    assert ("next(reader_batches)" in text) is (name == "one_by_one")
    assert "loss.backward()" in text
    assert "ProgramReader" not in text
    assert migrate_source(text, options=Options(dygraph=True)).text == text


@pytest.mark.parametrize("name", ALL)
def test_same_numbers(run_both_ways, name):
    """Each by itself: readers belong to the default program."""
    old, new = run_both_ways({name: {"main.py": ALL[name]}}, Options(dygraph=True))
    assert new == old == {name: PRINTED.splitlines()}


@pytest.mark.parametrize(("old", "new"), [
    ("    x, y = fluid", "    both = fluid"),
    (READS, READS.replace("[[-1, 4], [-1, 1]]", "shapes").replace("    reader", "    shapes = [[-1, 4]] + [[-1, 1]]\n"
                                                                "    reader", 1)),
    ("    x, y = ", "    print(reader)\n    x, y = "),
    (READS, READS.replace("[[-1, 4], [-1, 1]]", "shapes").replace("    reader", "    shapes = [[-1, 4], [-1, 1]]\n"
                                                                "    shapes[0] = [-1, 4]\n    reader", 1)),
    (READS, READS.replace("    x, y = ", "    if samples:\n        x, y = ")),
])
def test_what_stays(old, new):
    assert old in OLD
    text = OLD.replace(old, new)
    text = text.replace("fc(x,", "fc(both[0],").replace("(out, y)", "(out, both[1])") if "both" in text else text
    result = migrate_source(text, options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert [f for f in result.findings if f.code == "PM340"]
