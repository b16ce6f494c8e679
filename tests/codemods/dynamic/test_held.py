"""What a scope holds, read by a parameter's own name."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

NAMED = ("fluid.layers.fc(hidden, 1)", 'fluid.layers.fc(hidden, 1, param_attr=fluid.ParamAttr("last", '
                                       "initializer=fluid.initializer.Constant(0.5)))")
END = "        print(value)\n"
READ = '    print(np.array(fluid.global_scope().find_var("last").get_tensor()))\n'


def test_the_parameter_of_that_name(layers):
    text = layers(NAMED, (END, END + READ))
    assert '    print(np.array({each.name: each for each in network.parameters()}["last"]))\n' in text


def test_same_numbers(run_both_ways, old):
    script = old.replace(*NAMED).replace('8, act="relu")', "8, param_attr=fluid.initializer.Constant(0.1))").replace(
        END, END.replace("value)", '"%.5f" % value[0])') + READ.replace("get_tensor())", "get_tensor()).round(5)"))
    was, new = run_both_ways({"held": {"main.py": script}}, Options(dygraph=True))
    assert new == was
    assert len(new["held"]) > 3


SET = '    fluid.global_scope().find_var("last").get_tensor().set(np.ones([8, 1], "float32"), fluid.CPUPlace())\n'
START = "    exe.run(fluid.default_startup_program())\n"


def test_a_parameter_is_set(layers):
    text = layers(NAMED, (START, START + SET))
    assert ('    {each.name: each for each in network.parameters()}["last"].set_value(np.ones([8, 1], "float32"))\n'
            ) in text


def test_what_is_set_before_the_start_stays(old):
    text = old.replace(*NAMED).replace(START, SET + START)
    assert "enable_static()" in migrate_source(text, options=Options(dygraph=True)).text


@pytest.mark.parametrize("read", [
    READ.replace('"last"', '"fc_1.w_0"'),
    READ.replace('"last"', 'ARRAY.name'),
    READ.replace("np.array(", "("),
    READ.replace(".get_tensor()", ""),
    '    print(fluid.global_scope().find_var("last").get_tensor().set(ARRAY, fluid.CPUPlace()))\n',
    '    fluid.global_scope().find_var("last").get_tensor().set(array=ARRAY, place=fluid.CPUPlace())\n',
    "    print(fluid.global_scope())\n",
])
def test_what_stays_a_program(old, read):
    result = migrate_source(old.replace(*NAMED).replace(END, END + read), options=Options(dygraph=True))
    assert any("what a scope holds is read here otherwise" in each.message for each in result.findings)
    assert "enable_static()" in result.text


DECAY = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def main():
    x = fluid.data("x", [None, 4])
    out = fluid.layers.fc(x, 1, param_attr=fluid.initializer.Constant(0.3))
    loss = fluid.layers.mean(out * out)
    fluid.optimizer.SGD({rate}).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(4):
        rate = {read}
        value, = exe.run(feed={{"x": ARRAY}}, fetch_list=[loss])
        print("%.5f %.5f" % (np.mean(rate), value[0]))


main()
"""
PIECES = "fluid.layers.piecewise_decay([1, 2], [0.1, 0.01, 0.001])"
READ_RATE = 'np.array(fluid.global_scope().find_var("learning_rate").get_tensor())'


def test_a_rate_in_the_scope_is_that_of_the_last_step(run_both_ways):
    """0 before the first one."""
    old, new = run_both_ways({"rate": {"main.py": DECAY.format(rate=PIECES, read=READ_RATE)}}, Options(dygraph=True))
    assert new == old
    assert [row.split()[0] for row in new["rate"]] == ["0.00000", "0.10000", "0.01000", "0.00100"]
    text = migrate_source(DECAY.format(rate=PIECES, read=READ_RATE), options=Options(dygraph=True)).text
    assert 'rate = np.array([last_rate], dtype="float32")' in text
    assert "last_rate = optimizer.get_lr()" in text


@pytest.mark.parametrize(("rate", "read"), [
    (PIECES, 'fluid.global_scope().find_var("learning_rate").get_tensor()'),
    (PIECES, READ_RATE[:-1] + ', "float64")'),
    ("fluid.layers.exponential_decay(0.1, 1, 0.5)", READ_RATE),  # which gave its variable no such name
    (f"fluid.layers.linear_lr_warmup({PIECES}, 2, 0.0, 0.1)", READ_RATE),
])
def test_a_rate_that_is_read_otherwise_stays(rate, read):
    result = migrate_source(DECAY.format(rate=rate, read=read), options=Options(dygraph=True))
    assert "enable_static()" in result.text
    assert "PM340" in {each.code for each in result.findings}


def test_a_rate_that_another_function_reads_stays():
    old = DECAY.format(rate=PIECES, read="read()").replace("def main():", f"def read():\n    return {READ_RATE}\n\n\n"
                                                           "def main():")
    assert "enable_static()" in migrate_source(old, options=Options(dygraph=True)).text
