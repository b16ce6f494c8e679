"""Functions of sequences in a program: rows and lengths, by functions that are written into the script."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.rules import sequences
from paddle_migrate.rules.library import library

HEAD = 'import paddle.fluid as fluid\nx = fluid.data("x", [None, 4], lod_level=1)\n'
NETS = {"sequence_conv_pool"}
DATA = {
    "EditDistance": "paddle.fluid.evaluator.EditDistance", "data": "paddle.fluid.data",
    "layers_data": "paddle.fluid.layers.data",
}  # fmt: skip


def test_each_is_a_name_of_185_with_its_parameters():
    assert len(sequences.module().names()) >= 20
    for name in (each.removesuffix("_of_rows") for each in sequences.module().names()):
        if name.startswith("MultiSlot"):
            continue
        home = "paddle.fluid.nets" if name in NETS else "paddle.fluid.layers"
        old, beyond = library().legacy(DATA.get(name, f"{home}.{name}"))
        assert not beyond, name
        new = sequences.rule_of(DATA.get(name, f"{home}.{name}"))
        assert [p.name for p in new.params] == [p.name for p in old.params], name


def migrated(text):
    return migrate_source(text, options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p = fluid.layers.sequence_pool(input=x, pool_type='max')", "p = pooled_sequences(input=x, pool_type='max')"),
        ("h, c = fluid.layers.dynamic_lstm(x, 4)", "h, c = dynamic_lstm(x, 4)"),
        ("p = fluid.nets.sequence_conv_pool(x, 4, 3, act='tanh')",
         "p = pooled_sequences(input=sequence_conv(x, 4, 3, act='tanh'), pool_type=\"max\")"),
        ("p = fluid.layers.sequence_pool(fluid.layers.data('w', [1], lod_level=1), 'sum')",
         "p = sequence_sum(sequence_data('w', shape=[-1, 1]))"),
        ("l = fluid.data('l', [None, 1], lod_level=0)\np = fluid.layers.sequence_pool(x, 'sum')",
         "l = paddle.static.data('l', [None, 1], dtype='float32')\np = sequence_sum(x)"),
        ("l = fluid.data('l', [None, 1], lod_level=n)\np = fluid.layers.sequence_pool(x, 'sum')",
         "l = sequence_data('l', [None, 1], lod_level=n)\np = sequence_sum(x)"),
    ],
)  # fmt: skip
def test_in_a_program(old, new):
    result = migrated(f"{HEAD}{old}\n")
    assert '\nx = sequence_data("x", [None, 4])\n' in result.text
    assert result.text.endswith(f"\n{new}\n")
    assert not [each for each in result.left if each.code != "PM343"]
    assert migrated(result.text).text == result.text


def test_what_it_says_of_numbers():
    result = migrated(f"{HEAD}h, c = fluid.layers.dynamic_lstm(x, 64)\n")
    assert [f.name for f in result.findings if f.code == "PM202"] == ["fluid.layers.dynamic_lstm"]
    result = migrated(f"{HEAD}h = fluid.layers.dynamic_gru(x, 4)\n")
    assert not [each for each in result.left if each.code != "PM343"]


CELLS = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
C = fluid.initializer.Constant
for proj in (0, 3):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        x, y = L.data("x", [3], lod_level=1), L.data("y", [1])
        rows = L.fc(x, 16, param_attr=C(0.2))
        if proj:
            h, c = L.dynamic_lstmp(rows, 16, proj, param_attr=C(0.1))
        else:
            h, c = L.dynamic_lstm(rows, 16, param_attr=C(0.1))
        last = L.sequence_pool(L.concat([h, c], axis=1), "average")
        loss = L.reduce_mean(L.square(L.fc(last, 1, param_attr=C(0.3)) - y))
        fluid.optimizer.SGD(0.5).minimize(loss)
    with fluid.scope_guard(fluid.Scope()):
        executor, rng = fluid.Executor(fluid.CPUPlace()), np.random.RandomState(1)
        executor.run(startup)
        for _ in range(3):
            rows = fluid.create_lod_tensor(rng.rand(8, 3).astype("float32"), [[3, 1, 4]], fluid.CPUPlace())
            fed = {"x": rows, "y": np.array([[1], [0], [2]], "float32")}
            print("%.4f" % executor.run(main, feed=fed, fetch_list=[loss])[0][0])
"""


def test_nothing_is_trained_through_cells(run_both_ways):
    old, new = run_both_ways({"cells": {"main.py": CELLS}})
    assert old["cells"] == new["cells"] == ["0.9121", "0.9850", "1.8169", "1.1177", "0.5748", "0.6139"]


APART = """\
import numpy as np
import paddle.fluid as fluid
def net():
    x = fluid.data("x", [None, 6], lod_level=1)
    weight = fluid.ParamAttr("w", initializer=fluid.initializer.Constant(0.1))
    return fluid.layers.sequence_last_step(fluid.layers.dynamic_gru(x, 2, param_attr=weight, bias_attr=False))
train, start, infer = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(train, start), fluid.unique_name.guard():
    found = net()
    loss = fluid.layers.mean(found)
    fluid.optimizer.SGD(0.1).minimize(loss)
with fluid.program_guard(infer, fluid.Program()):
    inferred = net()
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
for sizes in ([1, 2], [3, 1]):
    rows = np.cos(np.arange(6 * sum(sizes))).reshape(-1, 6).astype("float32")
    feed = {"x": fluid.create_lod_tensor(rows, [sizes], fluid.CPUPlace())}
    print("%.4f" % exe.run(train, feed=feed, fetch_list=[loss])[0][0])
    print("%.4f" % exe.run(infer, feed=feed, fetch_list=[inferred])[0].sum())
"""


def test_a_program_whose_start_up_program_is_never_run(run_both_ways):
    """It shares the parameters of another one. What loops count to on Paddle 2.6 had no value in it."""
    old, new = run_both_ways({"apart": {"main.py": APART}})
    assert len(old["apart"]) == 4
    assert new["apart"] == old["apart"]


def test_where_nothing_takes_sequences_what_is_fed_is_one_tensor():
    text = migrated(f"{HEAD}h = fluid.layers.fc(x, 3)\n").text
    assert '\npaddle.enable_static()\nx = paddle.static.data("x", [None, 4]' in text


@pytest.mark.parametrize("name", ["sequence_first_step", "sequence_last_step", "sequence_softmax"])
def test_where_what_is_fed_is_not_shown_it_is_left(name):
    text = f"import paddle.fluid as fluid\ndef net(x):\n    return fluid.layers.{name}(fluid.layers.fc(x, 3))\n"
    result = migrated(text)
    assert f"fluid.layers.{name}(" in result.text
    assert [(f.code, f.name) for f in result.left] == [("PM303", f"fluid.layers.{name}")]


@pytest.mark.parametrize("line", ["h = fluid.layers.sequence_expand(x, y)", "x = fluid.layers.lod_append(x, y)"])
def test_without_programs_it_stays(line):
    text = f"{HEAD}{line}\n"
    assert migrate_source(text, options=Options(programs=False)).text == text


def test_sequences_of_sequences_are_left():
    text = f"{HEAD}y = fluid.layers.lod_append(x, [0, 1, 3])\n"
    assert "fluid.layers.lod_append(x" in migrated(text).text


@pytest.mark.parametrize("name", ["MultiSlotDataGenerator", "MultiSlotStringDataGenerator"])
def test_generators_of_data_are_todays(name):
    text = (f"import paddle.fluid as fluid\nimport paddle.fluid.incubate.data_generator as dg\n"
            f"x = fluid.data('x', [None, 1])\nclass Reader(dg.{name}):\n    pass\n")
    result = migrated(text)
    assert f"\nclass Reader(dist.fleet.{name}):\n" in result.text
    assert not [each for each in result.left if each.code != "PM343"]


def test_one_step_is_given_no_sequences():
    text = "import paddle.fluid as fluid\ndef step(x, h):\n    return fluid.layers.gru_unit(x, h, 12)[0]\n"
    result = migrated(text)
    assert result.text.endswith("    return gru_unit(x, h, 12)[0]\n")
    assert not [each for each in result.left if each.code != "PM343"]


@pytest.mark.parametrize("name", ["MultiSlotDataGenerator", "MultiSlotStringDataGenerator"])
@pytest.mark.parametrize("programs", [True, False])
def test_generators_of_data_are_todays_without_any_program(name, programs):
    text = f"from paddle.fluid.incubate.data_generator import {name}\nclass Reader({name}):\n    pass\n"
    result = migrate_source(text, options=Options(programs=programs))
    assert f"\nclass Reader(dist.fleet.{name}):\n" in result.text
    assert not [each for each in result.left if each.code != "PM343"]
