"""`Switch()` whose blocks compute what one variable gets; numbers: test_migrated_rates.py."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import paddle.fluid as fluid
x = fluid.data("x", [1])
rate = fluid.layers.create_global_var([1], 0.0, "float32")
"""


def migrated(text):
    return migrate_source(HEAD + text, options=Options(programs=True))


OLD = """\
def schedule(x, rate):
    with fluid.layers.control_flow.Switch() as switch:  # by the step

        with switch.case(x < 1.0):
            # the first
            a = x * 2
            fluid.layers.assign(a, rate)
        with switch.case(condition=x < 2.0):
            a = x
            a = a + fluid.layers.sqrt(a)
            fluid.layers.tensor.assign(output=rate, input=a)

        with switch.default():  # else
            fluid.layers.assign(x, rate)

    return rate
"""
NEW = """\
def schedule(x, rate):
    # by the step

    def in_case_1():
        # the first
        a = x * 2
        return a

    def in_case_2():
        a = x
        a = a + paddle.sqrt(a)
        return a

    def otherwise():  # else
        return x

    paddle.assign(paddle.static.nn.case([(x < 1.0, in_case_1), (x < 2.0, in_case_2)], otherwise), rate)

    return rate
"""


def test_a_function_for_each_block():
    result = migrated(OLD)
    assert result.text.endswith(NEW)
    assert not result.left
    assert migrate_source(result.text, options=Options(programs=True)).text == result.text


def test_what_is_computed_first_goes_before_the_functions():
    old = "def schedule(x, rate):\n    with fluid.layers.Switch() as switch:\n" \
        "        epoch = fluid.layers.floor(x / 3)\n" \
        "        with switch.case(epoch < 1.0):\n            fluid.layers.assign(x * 2, rate)\n" \
        "        with switch.default():\n            fluid.layers.assign(x, rate)\n    return rate\n"
    new = "def schedule(x, rate):\n    epoch = paddle.floor(x / 3)\n\n    def in_case_1():\n        return x * 2\n" \
        "    def otherwise():\n        return x\n"
    result = migrated(old)
    assert new.replace("    def otherwise", "\n    def otherwise") in result.text
    assert not result.left


def test_without_a_default_it_stays_and_names_are_free():
    old = "in_case_1 = 3\nwith fluid.layers.Switch() as s:\n" \
        "    with s.case(x < 1.0): fluid.layers.assign(x, self.rate)\n"
    new = "in_case_1 = 3\n\ndef in_case_1_(): return x\n" \
        "\npaddle.assign(paddle.static.nn.case([(x < 1.0, in_case_1_)], lambda: self.rate), self.rate)\n"
    result = migrated(old)
    assert result.text.endswith(new)
    assert not result.left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    x = x + 1\n", "    x = x + 1\n\n"),
        ("    x = x + 1\n\n", "    x = x + 1\n\n"),
        ("    x = x + 1\n    # by\n    # steps\n", "    x = x + 1\n\n    # by\n    # steps\n"),
        ("    # by steps\n", "    # by steps\n"),
    ],
)
def test_a_blank_line_above(before, after):
    old = OLD.replace("  # by the step\n\n", "\n").replace("    with", before + "    with", 1)
    assert migrated(old).text.endswith(NEW.replace("    # by the step\n\n", after))


def test_an_array_is_made_a_variable():
    old = "import numpy as np\n" + OLD.replace("assign(x, rate)", "assign(np.ones([1], 'float32'), rate)")
    assert "        return paddle.assign(np.ones([1], 'float32'))\n" in migrated(old).text


COUNTED = """\
{}with fluid.layers.Switch() as s:
    with s.case(x < 1.0):
        a = fluid.layers.learning_rate_scheduler._decay_step_counter()
        fluid.layers.assign(a, rate)
{}"""
BEFORE = "step = fluid.layers.learning_rate_scheduler._decay_step_counter()\n"


def test_a_run_that_is_counted_before():
    assert not migrated(COUNTED.format(BEFORE, "")).left


@pytest.mark.parametrize(
    "text",
    [
        COUNTED.format("", BEFORE),
        OLD.replace("    return rate", "    return a"),
        OLD.replace("a = x * 2", "a = 1; a += x"),
        OLD.replace("a = x * 2", "show(x); a = x"),
        OLD.replace("a = x * 2", "a = other[0] = x"),
        OLD.replace("            a = x\n", ""),
        OLD.replace("x, rate):\n", "x, rate):\n    a = 1\n", 1).replace("a = x\n", "a = a * x\n"),
        OLD.replace("assign(x, rate)", "assign(x, other)"),
        OLD.replace("assign(x, rate)", "increment(rate)"),
        OLD.replace("assign(x, rate)", "assign(x)"),
        OLD.replace("a = x * 2", "rate = x; a = x"),
        OLD.replace("        with switch.default()", "        y = 1\n        with switch.default()"),
        OLD.replace("with switch.default()", "with other.default()"),
        OLD.replace(" as switch", ", guard() as switch"),
        "switch = fluid.layers.Switch()\n",
    ],
)
def test_what_a_person_does(text):
    result = migrated(text)
    assert "Switch()" in result.text
    assert any(finding.name.endswith("Switch") for finding in result.left)


OWN = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
{above}
def steps(bounds, values):
    step = L.autoincreased_step_counter(counter_name='mine', begin=1, step=2)
    again = L.autoincreased_step_counter('mine', 7)
    rate = L.create_global_var([1], 0.0, 'float32', persistable=True, name='rate')
    last = L.create_global_var([1], 9, 'int64', persistable=True, name='last')
{switch}
    return rate, last, L.elementwise_add(step, again), L.autoincreased_step_counter()
with fluid.program_guard(fluid.Program(), fluid.Program()):
    x = fluid.data('x', [2, 1])
    w = fluid.ParamAttr(initializer=fluid.initializer.Constant(1.0))
    loss = L.mean(L.fc(x, 1, param_attr=w, bias_attr=False))
    fetched = steps([2, 6], [0.5, 0.25, 0.125])
    fluid.optimizer.SGD(fetched[0]).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for i in range(5):
        got = exe.run(feed={{'x': np.ones([2, 1], 'float32')}}, fetch_list=[loss, *fetched])
        print(*['%.4f' % each[0] for each in got])
"""
LOOP = """\
    with L.Switch() as switch:
        for bound, value in zip(bounds, values):
            limit = L.fill_constant([1], 'int64', bound)
            with switch.case(L.less_than(step, limit)):
                L.assign(L.fill_constant([1], 'float32', value), rate)
        with switch.default():
            L.assign(L.fill_constant([1], 'float32', values[-1]), rate)
"""
TWO = """\
    limit = L.fill_constant([1], 'int64', bounds[0])
    with L.control_flow.Switch() as s:
        with s.case(step < limit):
            L.assign(L.fill_constant([1], 'float32', values[0]), rate)
            L.assign(step, last)
        with s.case(step < L.fill_constant([1], 'int64', bounds[1])):
            L.assign(L.fill_constant([1], 'float32', values[1]), output=rate)
        with s.default():
            L.assign(L.fill_constant([1], 'float32', values[2]), rate)
            L.assign(step * 2, last)
"""
CLOTHES = {
    "a loop": ("", LOOP), "two variables": ("", TWO),
    "beside none": ("", LOOP.replace("zip(bounds, values)", "[*zip(bounds, values)]")),
    "a function": ("def constant(v):\n    return L.fill_constant([1], 'float32', v)", LOOP.replace(
        "            limit =", "            value = float(value)\n            limit =")),
    "a name": ("from paddle.fluid.layers import Switch as S", TWO.replace("L.control_flow.Switch()", "S()")),
}  # fmt: skip


def test_switches_of_other_forms(run_both_ways):
    files = {name: {"main.py": OWN.format(above=a, switch=s)} for name, (a, s) in CLOTHES.items()}
    old, new = run_both_ways(files)
    assert old["a loop"][:2] == ["1.0000 0.2500 9.0000 4.0000 1.0000", "0.7500 0.2500 9.0000 8.0000 2.0000"]
    assert new == old


def test_what_gradients_may_come_back_through_stays():
    trains = "    h = fluid.layers.fc(x, 1)\n    with fluid.layers.Switch() as s:\n        for b in (1.0, 2.0):\n" \
        "            with s.case(x < b):\n                fluid.layers.assign(x, h)\n"
    for body in (trains, trains.replace("assign(x, h)", "relu(show(h))")):
        assert any(finding.name.endswith("Switch") for finding in migrated(f"def f(x):\n{body}    return h\n").left)


def test_another_switch():
    text = "with Switch() as s:\n    with s.case(x < 1.0):\n        pass\n"
    assert migrated(text).text.endswith(text)


RUN = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
x, n = fluid.data("x", [2, 3]), fluid.data("n", [1])
out = L.create_global_var([1], 7.0, "float32", persistable=True, name="out")


def total(v):
    return L.reduce_sum(v)


with L.Switch() as switch:
    with switch.case(n < 1.0):
        L.assign(L.fill_constant([1], "float32", 1.0), out)
    with switch.case(n < 2.0):
        {}
    with switch.default():
        L.assign(out + 1.0, out)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for i in (0, 1, 2, 1):
    feed = {{"x": np.arange(6).reshape(2, 3).astype("float32"), "n": np.array([i], "float32")}}
    got = exe.run(feed=feed, fetch_list=[out])[0]
    print(got.shape, "%.3f" % got.sum())
"""
REDUCED = {
    "call": "L.assign(L.reduce_mean(x), out)", "name": "a = L.mean(x)\n        L.assign(a, out)",
    "function": "L.assign(total(x), out)", "computed": "L.assign(input=total(x) * 2.0 + 1.0, output=out)",
    "vector": "L.assign(L.reduce_sum(x, dim=[0, 1], keep_dim=True)[0], out)",
}


def test_a_reduction_has_the_dimension_of_the_others(run_both_ways):
    old, new = run_both_ways({name: {"main.py": RUN.format(line)} for name, line in REDUCED.items()})
    assert old["call"] == ["(1,) 1.000", "(1,) 2.500", "(1,) 3.500", "(1,) 2.500"]  # as 1.8.5
    assert new == old
