"""A network that is built twice, to be trained and to be tested, is one."""

from __future__ import annotations

from textwrap import indent

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid

ONE = fluid.initializer.Constant(0.3)


def net(x, is_train=True):
    h = fluid.layers.fc(x, 8, act="relu", param_attr=fluid.ParamAttr(initializer=ONE))
    h = fluid.layers.batch_norm(h, is_test=not is_train)
    return fluid.layers.fc(h, 1, param_attr=fluid.ParamAttr(initializer=ONE))


"""
NETWORK = """\
x = fluid.data("x", [None, 4])
y = fluid.data("y", [None, 1])
predict = net(x, is_train)
loss = fluid.layers.mean(fluid.layers.square_error_cost(predict, y))
if is_train:
    fluid.optimizer.SGD(0.1).minimize(loss)
"""
BUILD = """\
def build(is_train, main, startup):
    with fluid.program_guard(main, startup):
        with fluid.unique_name.guard():
""" + indent(NETWORK, " " * 12) + """\
    return loss, predict


def main():
    train_prog, startup = fluid.Program(), None
    test_prog = fluid.Program()
    startup = fluid.Program()
    loss, _ = build(True, train_prog, startup)
    test_loss, predict = build(False, test_prog, startup)
""".replace("    train_prog, startup = fluid.Program(), None\n", "    train_prog = fluid.Program()\n")
BLOCKS = """\
def main():
    train_prog = fluid.Program()
    test_prog = fluid.Program()
    startup = fluid.Program()
    with fluid.program_guard(train_prog, startup), fluid.unique_name.guard():
        x = fluid.data("x", [None, 4])
        y = fluid.data("y", [None, 1])
        out = net(x)
        loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
        fluid.optimizer.SGD(0.1).minimize(loss)
    with fluid.program_guard(test_prog, startup):
        with fluid.unique_name.guard():
            x = fluid.data("x", [None, 4])
            y = fluid.data("y", [None, 1])
            predict = net(x, is_train=False)
            test_loss = fluid.layers.mean(fluid.layers.square_error_cost(predict, y))
"""
CALLED = "def build(is_train):\n" + indent(NETWORK, "    ") + """\
    return loss, predict


def main():
    train_prog, test_prog = fluid.Program(), fluid.Program()
    startup = fluid.Program()
    with fluid.program_guard(train_prog, startup), fluid.unique_name.guard():
        loss, _ = build(True)
    with fluid.program_guard(test_prog, startup), fluid.unique_name.guard():
        test_loss, predict = build(False)
"""
RUNS = """\
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    rng = np.random.RandomState(0)
    for step in range(3):
        feed = {"x": rng.rand(16, 4).astype("float32"), "y": rng.rand(16, 1).astype("float32")}
        value, = exe.run(train_prog, feed=feed, fetch_list=[loss])
        print("train %.5f" % value[0])
        value, array = exe.run(test_prog, feed=feed, fetch_list=[test_loss, predict])
        print("test %.5f" % value[0], array.shape)


main()
"""
CLONE = "    test_prog = test_prog.clone(for_test=True)\n"
BY_MODE = "    h = fluid.layers.batch_norm(h, is_test=not is_train)\n"
PLAIN = "    h = fluid.layers.batch_norm(h)\n"
THROUGH = ("    h = normal(h, phase='train' if is_train else 'test')\n", "    h = normal(h, is_train)\n")
NORMAL = """\
def normal(x, train):
    if train == True:
        print("for training")
    return fluid.layers.dropout(fluid.layers.batch_norm(x, is_test=train == False), 0., is_test=not train)


"""
CALLS = """\
    loss, _ = build(True, train_prog, startup)
    test_loss, predict = build(False, test_prog, startup)
"""
BOTH, ONE = "    return loss, predict\n", CALLS.replace("loss, _ =", "loss =")
DECLARED = """\
        with fluid.unique_name.guard():
            x = fluid.data("x", [None, 4])
            y = fluid.data("y", [None, 1])
"""
LOADED = """\
        x = fluid.data("x", [None, 4])
        y = fluid.data("y", [None, 1])
        loader = fluid.io.DataLoader.from_generator(feed_list=[x, y], capacity=4, iterable=True)
        with fluid.unique_name.guard():
"""
BATCHES = """\
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    rng = np.random.RandomState(0)

    drawn = []

    def batches():
        yield drawn[-1]

    loader.set_batch_generator(batches, places=fluid.CPUPlace())
    test_loader.set_batch_generator(batches, places=fluid.CPUPlace())
    for step in range(3):
        drawn.append((rng.rand(16, 4).astype("float32"), rng.rand(16, 1).astype("float32")))
        for data in loader():
            value, = exe.run(train_prog, feed=data, fetch_list=[loss])
            print("train %.5f" % value[0])
        for data in test_loader():
            value, array = exe.run(test_prog, feed=data, fetch_list=[test_loss, predict])
            print("test %.5f" % value[0], array.shape)


main()
"""
# what 1.8.5 prints of each
PRINTED = """\
train 5.75991
test 1.26055 (16, 1)
train 1.36393
test 0.21578 (16, 1)
train 0.13463
test 0.10455 (16, 1)
"""
ONES = {  # what becomes one network
    "function": HEAD + BUILD + RUNS,
    "function_and_copy": HEAD.replace(BY_MODE, PLAIN).replace("net(x, is_train=True)", "net(x, flag=1)")
    + BUILD.replace("net(x, is_train)", "net(x)") + CLONE + RUNS,
    "test_first": HEAD + BUILD.replace("    loss, _ = build(True, train_prog, startup)\n", "").replace(
        "    test_loss, predict = build(False, test_prog, startup)\n",
        "    test_loss, predict = build(is_train=False, main=test_prog, startup=startup)\n"
        "    loss, _ = build(True, startup=startup, main=train_prog)\n") + RUNS,
    "text_and_starts": HEAD + BUILD.replace("if is_train:", "if is_train == 'train':").replace(
        "net(x, is_train)", "net(x, is_train == 'train')").replace("build(True,", "build('train',").replace(
        "build(False, test_prog, startup", "build('test', test_prog, fluid.Program()").replace(
        "test_prog, fluid.Program()", "test_prog, other").replace(
        "    startup = fluid", "    other = fluid.Program()\n    startup = fluid") + RUNS.replace(
        "    rng", "    exe.run(other)\n    rng", 1),
    "handed_on": NORMAL.join(HEAD.replace(BY_MODE, THROUGH[1]).split("def net", 1)).replace(
        NORMAL, NORMAL + "def net", 1) + BUILD + RUNS,
    "returns_that_differ": HEAD + BUILD.replace(BOTH, """\
    if is_train:
        return loss
    else:
        loss_ = loss
        return loss_, predict
""").replace(CALLS, ONE) + RUNS,
    "two_returns": HEAD + BUILD.replace(BOTH, """\
    if not is_train:
        return loss, predict
    return loss
""").replace(CALLS, ONE) + RUNS,
    "told_by_default": HEAD + BUILD.replace(
        "build(is_train, main, startup)", "build(main, startup, is_train=True)").replace(
        "build(True, train_prog, startup)", "build(train_prog, startup)").replace(
        "build(False, test_prog, startup)", "build(test_prog, startup, is_train=False)").replace(BOTH, """\
    return (loss, predict) if is_train else (loss, predict)
""") + RUNS,
    "told_by_text": HEAD + BUILD.replace("if is_train:", "if phase == 'train':").replace(
        "net(x, is_train)", "net(x, phase == 'train')").replace("build(is_train", "build(phase").replace(
        "build(True", "build('train'").replace("build(False", "build('val'").replace(BOTH, """\
    if not phase == 'train':
        return loss, predict
    elif phase != 'val':
        return loss, None
""") + RUNS,
    "loaders": HEAD + BUILD.replace(DECLARED, LOADED).replace(BOTH, "    return loader, loss, predict\n").replace(
        CALLS, CALLS.replace("    loss,", "    loader, loss,").replace("    test_loss,", "    test_loader, test_loss,"))
    + BATCHES,
    "by_the_layer_s_mode": HEAD.replace(BY_MODE, """\
    if is_train:
        h = fluid.layers.dropout(h, 0.)
    h = h if is_train else h * 1.
    if not is_train:
        h = h + 0.
    else:
        h = h - 0.
""" + BY_MODE) + BUILD + RUNS,
    "functions_of_the_tool_s_own": HEAD.replace(BY_MODE, BY_MODE + """\
    h = fluid.layers.leaky_relu(h, alpha=1.0)
""") + BUILD.replace("            if is_train:\n", """\
            logits = fluid.layers.sigmoid_cross_entropy_with_logits(predict, y)
            loss = loss + 0. * fluid.layers.mean(logits)
            if is_train:
""") + RUNS,
    "minimised_elsewhere": HEAD + BUILD.replace(
        "            if is_train:\n                fluid.optimizer.SGD(0.1).minimize(loss)\n", "") + (
        "    with fluid.program_guard(train_prog, startup):\n        fluid.optimizer.SGD(0.1).minimize(loss)\n") + RUNS,
    "blocks": HEAD + BLOCKS + RUNS,
    "blocks_that_call": HEAD + CALLED + RUNS,
    "blocks_that_call_and_copy": HEAD.replace(BY_MODE, PLAIN) + CALLED.replace("    predict = net(x, is_train)", (
        "    predict = net(x)")) + CLONE + RUNS,
    "blocks_and_copy": HEAD.replace(BY_MODE, PLAIN) + BLOCKS.replace("x, is_train=False", "x") + CLONE + RUNS,
    "blocks_with_starts": HEAD + BLOCKS.replace("program_guard(test_prog, startup)", "program_guard(test_prog, other)")
    .replace("    startup = fluid", "    other = fluid.Program()\n    startup = fluid") + RUNS.replace(
        "    rng", "    exe.run(other)\n    rng", 1),
}

def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, text in ONES.items()}, Options(dygraph=True))
    of_training = {name: [line for line in printed if line.startswith("t")] for name, printed in new.items()}
    assert of_training == dict.fromkeys(ONES, PRINTED.splitlines())  # as 1.8.5
    assert new == old


@pytest.mark.parametrize("name", ONES)
def test_they_become_a_loop(name):
    text = migrate_source(ONES[name], options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert text.count(".eval()") == 1
    assert text.count(" = Network()") == 1


def test_what_is_said_of_the_other_network():
    """Comments on lines of their own are kept once, where the copy for tests is made."""
    said, alone = "            # of both\n", "            # of tests alone\n"
    text = BLOCKS.replace("        out = net", f"{said[4:]}        out = net").replace(
        "            predict = net", f"{said}{alone}            predict = net")
    text = migrate_source(HEAD + text + RUNS, options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert text.count("# of tests alone\n") == text.count("# of both\n") == 1


@pytest.mark.parametrize("line", ["    test_prog = fluid.Program()", "        with fluid.unique_name.guard():"])
def test_what_is_said_in_a_line_that_goes(line):
    assert line in ONES["function"]
    text = ONES["function"].replace(line, f"{line}  # as it is")
    result = migrate_source(text, options=Options(dygraph=True))
    assert "# as it is" in result.text
    assert [f.line for f in result.findings if f.code == "PM340" and f.message.endswith("move it: # as it is")] == [
        text[: text.index("# as it is")].count("\n") + 1]


STAYS = {  # the other network is not the same, or is run otherwise
    "names_do_not_begin_anew": ("function", "        with fluid.unique_name.guard():\n", "        if True:\n"),
    "another_size": ("function", "predict = net(x, is_train)", "predict = net(x, is_train if is_train else 1)"),
    "a_layer_for_training_alone": (
        "function", BY_MODE, "    if is_train:\n        h = fluid.layers.fc(h, 8)\n" + BY_MODE),
    "another_loss_of_tests": ("function", "            if is_train:\n", """\
            if not is_train:
                loss = loss * 2.
            if is_train:
"""),
    "a_loader_of_both": ("loaders", "    test_loader.set", "    loader.set"),
    "otherwise_for_tests": ("function", BY_MODE, BY_MODE + "    if not is_train:\n        print('tests')\n"),
    "else": ("function", ".minimize(loss)\n", ".minimize(loss)\n            else:\n                print('tests')\n"),
    "normalised_over_batches_in_tests": ("function", BY_MODE, PLAIN),
    "dropped_in_tests": ("blocks", BY_MODE, BY_MODE + "    h = fluid.layers.dropout(h, 0.)\n"),
    "the_wrong_way_round": ("function", "is_test=not is_train", "is_test=is_train"),
    "told_what_is_no_mode": ("function", "is_test=not is_train", "momentum=0.9 if is_train else 0.8"),
    "told_by_another_caller": ("function", "    exe = fluid", "    print(net)\n    exe = fluid"),
    "both_are_trained": ("function", "            if is_train:\n                fluid", "            fluid"),
    "one_more_is_built": ("function", "    exe = fluid", "    build(False, fluid.Program(), startup)\n    exe = fluid"),
    "both_called_to_train": ("blocks_that_call", "build(False)", "build(True)"),
    "a_call_that_is_not_told": ("blocks_that_call", "build(False)", "build(len(SIZE))"),
    "size_between": ("blocks", "    with fluid.program_guard(test_prog, startup):\n",
                     "    SIZE[0] = 4\n    with fluid.program_guard(test_prog, startup):\n"),
    "name_set_between": ("blocks", "    with fluid.program_guard(test_prog, startup):\n",
                         "    size = 3\n    with fluid.program_guard(test_prog, startup):\n"),
    "more_for_training": ("blocks", "        out = net(x)\n", "        out = net(x)\n        out = out * 2.\n"),
    "more_for_tests": ("blocks", "        predict = net(x, is_train=False)\n",
                       "        predict = net(x, is_train=False)\n            predict = predict * 2.\n"),
    "in_another_order": ("blocks", "        predict = net(x, is_train=False)\n",
                         "        predict = net(y, is_train=False)\n"),
    "another_is_minimised": ("minimised_elsewhere", "minimize(loss)\n", "minimize(test_loss)\n"),
    "an_argument_set_between": ("function", "    test_loss, predict = build(False, test_prog, startup)\n",
                                "    startup.seed = 3\n    test_loss, predict = build(False, test_prog, startup)\n"),
}


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    of, old, new = STAYS[name]
    text = ONES[of]
    assert old in text
    if name == "name_set_between":
        text = text.replace("net(x)", "net(x * size)").replace("net(x, is_train=F", "net(x * size, is_train=F").replace(
            "    exe = ", "    size = 2\n    exe = ", 1)
    result = migrate_source(text.replace(old, new), options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert [f for f in result.findings if f.code == "PM340" and " stays a function: " not in f.message]


def test_stars_that_each_call_gives_something_else():
    text = BUILD.replace("def build(is_train, main, startup):", "def build(is_train, main, startup, **sizes):").replace(
        "build(True, train_prog, startup)", "build(True, train_prog, startup, width=2)")
    assert "**sizes" in text
    assert "width=2" in text
    result = migrate_source(HEAD + text, options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert "PM340" in [f.code for f in result.findings]
