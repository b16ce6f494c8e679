"""A program that is scattered over functions is like one that is written in one piece."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.dynamic.inlined import with_inlined

OLD = """\
import numpy as np
import paddle.fluid as fluid

ONE = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3))
FEEDS = ["x", "y"]


def infer(size):
    # what is fed
    feature = fluid.data("x", [None, 4])
    hidden = fluid.layers.fc(feature, size, act="relu", param_attr=ONE)
    return fluid.layers.fc(hidden, 1, param_attr=ONE)


def cost(predict, scale=2.0, name="y"):
    \"\"\"The loss.\"\"\"
    hidden = fluid.data(name, [None, 1])
    y = fluid.layers.square_error_cost(predict, hidden)
    loss = fluid.layers.mean(y) * scale
    return [loss, y]


def optimizer(rate):
    rate = rate / 2
    return fluid.optimizer.SGD(rate)


def train(rate=0.1):
    main = fluid.default_main_program()
    predict = infer(8)
    avg_cost, costs = cost(predict)
    test = main.clone(for_test=True)
    sgd = optimizer(rate)
    sgd.minimize(avg_cost)
    exe = fluid.Executor(fluid.CPUPlace())
    feeder = fluid.DataFeeder([main.global_block().var(name) for name in FEEDS], fluid.CPUPlace())
    exe.run(fluid.default_startup_program())

    def tested(program, batch):
        variables = [program.global_block().var(name) for name in FEEDS]
        tester = fluid.DataFeeder(feed_list=variables, place=fluid.CPUPlace())
        return exe.run(program, feed=tester.feed(batch), fetch_list=[avg_cost])

    rng = np.random.RandomState(0)
    for step in range(3):
        batch = [(rng.rand(4).astype("float32"), rng.rand(1).astype("float32")) for _ in range(8)]
        value, each = exe.run(main, feed=feeder.feed(batch), fetch_list=[avg_cost, costs])
        print("%.5f" % value[0], each.shape)
        print("%.5f" % tested(test, batch)[0])


train()
"""
OLD = OLD.replace("        return exe.run(program, feed", "        result = exe.run(program, feed").replace(
    "fetch_list=[avg_cost])\n\n", "fetch_list=[avg_cost])\n        return result\n\n")
PRINTED = """\
4.56888 (8, 1)
0.43430
0.43153 (8, 1)
0.20698
0.58689 (8, 1)
0.33001
"""
ALL = {  # each of which prints that, as 1.8.5 does
    "functions": OLD,
    "keywords": OLD.replace("infer(8)", "infer(size=8)").replace("cost(predict)", "cost(name='y', predict=predict)"),
    "through_another": OLD.replace("    predict = infer(8)\n    avg_cost, costs = cost(predict)\n",
                                   "    avg_cost, costs = built(infer, 8)\n").replace("def train(", """\
def built(size):
    made = infer(size)
    loss, every = cost(made)
    return loss, every


def train(""").replace("built(infer, 8)", "built(8)"),
    "minimised_there": OLD.replace("    sgd.minimize(avg_cost)\n", "").replace(
        "    sgd = optimizer(rate)\n", "    trained(avg_cost, rate)\n").replace("def train(", """\
def trained(loss, rate):
    sgd = optimizer(rate)
    sgd.minimize(loss)


def train("""),
}


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, text in ALL.items()}, Options(dygraph=True))
    assert new == old
    assert new == dict.fromkeys(ALL, PRINTED.splitlines())  # as 1.8.5


@pytest.mark.parametrize("name", ALL)
def test_they_become_a_loop(name):
    text = migrate_source(ALL[name], options=Options(dygraph=True)).text
    assert "avg_cost.backward()" in text
    assert "variable" not in text


def test_the_text():
    text = migrate_source(OLD, options=Options(dygraph=True)).text
    assert """\
def train(rate=0.1):
    # what is fed
    feature = paddle.static.InputSpec([None, 4], "float32", "feature")
    # The loss.
    hidden_2 = paddle.static.InputSpec([None, 1], "float32", "hidden_2")
""" in text
    assert "costs, avg_cost = net(**feeder.feed(batch))\n" in text


MADE = """\
import paddle

size = 4


def made(width=3, other=None):
    x = paddle.static.data("x", [None, width])
    return x


def train():
    x = made(2)
    paddle.optimizer.SGD().minimize(x)
"""


def mention(name):
    return False


def test_it_stands_where_it_was_called():
    assert with_inlined(MADE, mention).endswith("""\
def train():
    x = paddle.static.data("x", [None, 2])
    paddle.optimizer.SGD().minimize(x)
""")


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("    x = made(2)\n", "    width = 7\n    x = made(width)\n    width = 8\n", "    width_2 = width\n"),
    ("    return x\n", "    return x * 2\n", "    x_2 = paddle.static.data(\"x\", [None, 2])\n    x = x_2 * 2\n"),
    ("    x = made(2)\n", "    size = x = None\n    x = made(size + 1)\n", "    width = size + 1\n"),
    ("    x = made(2)\n", "    x = made()  # here\n", "    # here\n    x = paddle.static.data(\"x\", [None, 3])\n"),
    ("    return x\n", "    # at last\n    return x\n", "    # at last\n    paddle.optimizer"),
    ("    x = made(2)\n", "    y = paddle.static.data('x', [None, 2])\n    x = made(2)\n", "SGD().minimize(x)"),
    ("    x = made(2)\n", '    y = paddle.static.data("x", [None, 2])\n    x = made(2)\n', "SGD().minimize(y)"),
])
def test_how(old, new, wanted):
    assert old in MADE
    assert wanted in with_inlined(MADE.replace(old, new), mention)


KEEPS = MADE.replace("import paddle\n", "import paddle\nRATES = [0.1]\n").replace("    return x\n", """\
    rate = RATES[0]
    x = x * Later(lambda count: count * rate)
    return x
""")


def test_a_function_in_it_keeps_what_it_reads():
    train = with_inlined(KEEPS, mention).partition("def train")[2]
    assert "    rate = RATES[0]\n    x = x * Later(lambda count: count * rate)\n" in train


@pytest.mark.parametrize(("old", "new"), [
    ("lambda count: count * rate", "lambda count: count * x"),  # which is set again where it is called
    ("lambda count: count * rate", "lambda rate: rate * 2"),
    ("    x = made(2)\n", "    for _ in range(2):\n        x = made(2)\n"),
])
def test_what_would_read_another_value_stays(old, new):
    text = KEEPS.replace(old, new).replace("SGD().minimize(x)\n", "SGD().minimize(x)\n    x = 3\n    rate = 4\n")
    assert text != KEEPS
    assert with_inlined(text, mention) == text


@pytest.mark.parametrize(("old", "new"), [
    ("    x = made(2)\n", "    x = made(2)\n    y = made(2)\n"),
    ("    x = made(2)\n", "    x = made(*[2])\n"),
    ("    x = made(2)\n", "    x = made(2) + 1\n"),
    ("    x = made(2)\n", "    x = made(2, nothing=3)\n"),
    ("    x = made(2)\n", "    x, y = made(2)\n"),
    ("    x = made(2)\n", "    print(made)\n    x = None\n"),
    ("    x = made(2)\n", "    for paddle in ():\n        pass\n    x = made(2)\n"),
    ("    x = made(2)\n", "    x.y = made(2)\n"),
    ("    return x\n", "    if width:\n        return x\n"),
    ("    return x\n", "    global size\n    size = 3\n    return x\n"),
    ("    return x\n", "    yield x\n"),
    ("    return x\n", "    text = '''a\nb'''\n    return x\n"),
    ("    return x\n", "    each = (lambda x: x)(x=width)\n    return x * 2\n"),
    ("    return x\n", "    executor.run()\n    return x\n"),
    ("def made", "@twice\ndef made"),
    ("width=3,", "width=size,"),
    ("width=3, other=None", "width=3, *others"),
    ("    return x\n", "    return made(3)\n"),
    ('paddle.static.data("x", [None, width])', "width + 1"),
])
def test_what_stays(old, new):
    text = MADE.replace(old, new)
    if new.startswith("width=size"):
        text = text.replace("made(2)", "made()")
    assert text != MADE
    assert with_inlined(text, mention) == text


def test_other_files_have_it():
    assert with_inlined(MADE, lambda name: name == "made") == MADE


METHOD = """\
import paddle
class Model:
    def other(self):
        return self
    def made(self, width):
        x = paddle.static.data("x", [None, width])
        return x
def main(size):
    model = Model()
    x = model.made(2)
    paddle.optimizer.SGD(0.1).minimize(x)
"""


def test_a_method_that_needs_no_object():
    text = with_inlined(METHOD, mention)
    assert '    x = paddle.static.data("x", [None, 2])\n' in text
    assert "def made" not in text


@pytest.mark.parametrize(("old", "new"), [
    ("return x\n", "return x, self\n"),
    ("    model = Model()\n", "    model = size.Model()\n"),
    ("    x = model", "    print(size.made)\n    x = model"),
    ("    x = model", "    model = size\n    x = model"),
    ("    def other(self):\n        return self\n", ""),
])
def test_a_method_stays(old, new):
    text = METHOD.replace(old, new)
    assert text != METHOD
    assert with_inlined(text, mention) == text


def test_a_method_that_other_files_have():
    assert with_inlined(METHOD, lambda name: name == ".made") == METHOD
