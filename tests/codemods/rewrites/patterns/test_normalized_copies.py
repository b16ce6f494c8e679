"""Copies for tests of which all runs are seen: programs that know themselves what they are fed and what they give."""

from __future__ import annotations

from textwrap import indent

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle
import paddle.fluid as fluid
def show(*values):
    print(*('%.5f' % n for value in values for n in np.asarray(value, 'float64').ravel()))
X = np.linspace(-1, 1, 24).reshape(8, 3).astype('float32')
Y = np.array([[0], [1], [2], [0], [1], [2], [0], [1]], 'int64')
"""
OPEN = "with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.scope_guard(fluid.Scope()):\n"
SEED = "fluid.default_startup_program().random_seed = fluid.default_main_program().random_seed = 3\n"
BUILD = """\
x = fluid.layers.data('x', [3])
y = fluid.layers.data('y', [1], dtype='int64')
def fixed(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))
def network(h, layers=2):
    for i in range(layers):
        h = fluid.layers.fc(h, 4, act='tanh', param_attr=fixed(0.1 * (i + 1)))
        h = fluid.layers.batch_norm(h)
    h = fluid.layers.dropout(h, 0.5)
    return fluid.layers.fc(h, 3, act='softmax', param_attr=fixed(0.3))
model = network(x)
loss = fluid.layers.mean(fluid.layers.cross_entropy(model, y))
acc = fluid.layers.accuracy(model, y)
"""
COPY = "test = fluid.default_main_program().clone(for_test=True)\n"
TRAIN = """\
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
"""
STEPS = "for _ in range(3):\n    exe.run(feed={'x': X, 'y': Y}, fetch_list=[loss])\n"
NO_DROPOUT = BUILD.replace("    h = fluid.layers.dropout(h, 0.5)\n", "")
RUN = "show(*exe.run(test, feed={'x': X, 'y': Y}, fetch_list=[loss, acc]))\n"
WHOLE = {
    "in_a_line": NO_DROPOUT + COPY + TRAIN + RUN + STEPS + RUN,
    "in_a_function": NO_DROPOUT + COPY + TRAIN + "def tested(program, wanted):\n"
                     "    show(*exe.run(program, feed={'x': X, 'y': Y}, fetch_list=wanted))\n"
                     "wanted = [acc, loss]\ntested(test, wanted)\n" + STEPS + "tested(program=test, wanted=wanted)\n",
    "with_what_nothing_takes": NO_DROPOUT + COPY + TRAIN + STEPS
                               + "show(exe.run(test, {'x': X, 'y': np.array([[0]] * 8)}, [model])[0])\n",
    "by_their_names": NO_DROPOUT + COPY + TRAIN + STEPS + RUN.replace("[loss, acc]", "[loss.name, acc.name]"),
    "names_in_a_list": NO_DROPOUT + COPY + TRAIN + "wanted = [acc.name, loss.name]\n" + STEPS
                       + RUN.replace("[loss, acc]", "wanted"),
    "behind_training": NO_DROPOUT + TRAIN + COPY + RUN + STEPS + RUN,
    "dropout": BUILD + COPY + TRAIN + RUN,
    "of_others": NO_DROPOUT.replace("model = network(x)", "extra = fluid.data('extra', [None, 3])\n"
                                    "parts = [x]\nparts.append(fluid.layers.scale(x, 2.0))\n"
                                    "model = network(fluid.layers.concat(parts + [extra], axis=1))")
                 .replace("parts + [extra]", "[parts[0], parts[1], extra]") + COPY + TRAIN
                 + "show(*exe.run(test, feed={'x': X, 'y': Y, 'extra': X}, fetch_list=[loss]))\n",
    "made_in_functions": NO_DROPOUT.replace("y = fluid.layers.data('y', [1], dtype='int64')\n", "").replace(
        "loss = ", "def ends(model):\n    y = fluid.layers.data('y', [1], dtype='int64')\n"
        "    return fluid.layers.mean(fluid.layers.cross_entropy(model, y)), fluid.layers.accuracy(model, y)\n"
        "loss, acc = ends(model)\n# ").replace("\nacc = ", "\n# ") + COPY + TRAIN + RUN + STEPS + RUN,
    "asked_by_name": NO_DROPOUT + COPY + TRAIN + "names = ['x', 'y']\ndef tested(program):\n"
                     "    held = [program.global_block().var(name) for name in names]\n"
                     "    feeder = fluid.DataFeeder(feed_list=held, place=fluid.CPUPlace())\n"
                     "    batches = paddle.batch(lambda: iter(zip(X, Y)), 4)\n    for batch in batches():\n"
                     "        show(*exe.run(program, feed=feeder.feed(batch), fetch_list=[loss, acc]))\n"
                     "tested(test)\n" + STEPS + "tested(test)\n",
    "flat_rows": NO_DROPOUT.replace("layers.data('x', [3]", "data('x', [None, 1, 3]").replace(
        "network(x)", "network(fluid.layers.flatten(x))")
                 + COPY + TRAIN + "feeder = fluid.DataFeeder([x, y], fluid.CPUPlace())\n"
                 "reader = paddle.batch(lambda: iter(zip(X, Y)), 4)\n"
                 "for step, batch in enumerate(reader()):\n"
                 "    show(*exe.run(feed=feeder.feed(batch), fetch_list=[loss]))\n"
                 "    show(*exe.run(test, feed=feeder.feed(batch), fetch_list=[loss]))\n",
    "under_a_guard": "main, start = fluid.Program(), fluid.Program()\nmain.random_seed = 3\n"
                     "with fluid.program_guard(main, start):\n" + indent(NO_DROPOUT, "    ")
                     + "test = main.clone(for_test=True)\nwith fluid.program_guard(main, start):\n"
                     "    fluid.optimizer.SGD(0.1).minimize(loss)\nexe = fluid.Executor(fluid.CPUPlace())\n"
                     "exe.run(start)\n" + STEPS.replace("run(", "run(main, ") + RUN,
    "in_circles": NO_DROPOUT.replace(
        "        h = fluid.layers.batch_norm(h)\n",
        "        h = fluid.layers.scale(h, scale=fluid.layers.reduce_mean(h))\n") + COPY + TRAIN + STEPS + RUN,
    "nothing_has_it": NO_DROPOUT + COPY + TRAIN + STEPS + "show(*exe.run(feed={'x': X, 'y': Y}, fetch_list=[loss]))\n",
    "a_schedule_behind": NO_DROPOUT + COPY + TRAIN.replace(
        "(0.1)", "(fluid.layers.piecewise_decay([2], [0.5, 0.1]))") + RUN + STEPS + RUN,
}
HELPERS = ("clone_for_test", "in_program", "let_unfed", "DataFeeder", "variable")
OTHERS = {  # what keeps its copy, for it does more or may be asked for something else
    "other_lists": COPY + TRAIN + RUN + RUN.replace("[loss, acc]", "[acc]"),
    "one_of_many": "wanted = [loss] if len(X) > 3 else [acc]\n" + COPY + TRAIN + RUN.replace("[loss, acc]", "wanted"),
    "counting": "state = fluid.layers.create_global_var([1], 0.0, 'float32', persistable=True)\n"
                "fluid.layers.increment(state)\n" + COPY + TRAIN + RUN,
    "a_measure_that_counts": "kept = fluid.layers.auc(model, y)[0]\n" + COPY + TRAIN + RUN + RUN,
    "written_into": "total = fluid.layers.create_tensor('int64')\nkept = fluid.layers.accuracy(model, y, total=total)\n"
                    + COPY + TRAIN + "show(*exe.run(test, feed={'x': X, 'y': Y}, fetch_list=[loss, total]))\n",
    "scaled": "more = fluid.layers.scale(x, 1.0, bias=2.0)\n" + COPY + TRAIN
              + "show(*exe.run(test, feed={'x': X, 'y': Y}, fetch_list=[more, loss]))\n",
    "saved": COPY + TRAIN + RUN + "fluid.io.save_inference_model('m', ['x'], [model], exe, main_program=test)\n",
}


def test_they_give_the_same(run_both_ways):
    cases = {**WHOLE, **{name: NO_DROPOUT + lines for name, lines in OTHERS.items()}}
    files = {name: {"main.py": HEAD + OPEN + indent(SEED + lines, "    ")} for name, lines in cases.items()}
    old, new = run_both_ways(files)
    assert {name: lines for name, lines in old.items() if not lines or "Error" in lines[-1]} == {}
    assert new == old


@pytest.mark.parametrize("name", WHOLE)
def test_no_helper_is_needed(name):
    result = migrate_source(HEAD + WHOLE[name], options=Options())
    assert not result.left
    assert [each for each in HELPERS if f" {each}(" in result.text] == []
    wanted = "clone()" if name == "nothing_has_it" else "paddle.static.normalize_program("
    assert wanted in result.text, result.text
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", OTHERS)
def test_what_keeps_its_copy(name):
    text = migrate_source(HEAD + NO_DROPOUT + OTHERS[name]).text
    assert "clone_for_test(paddle.static.default_main_program())" in text
    assert "normalize_program" not in text


@pytest.mark.parametrize(("copied", "is_told"), [(False, False), (True, True)])
def test_a_copy_that_counts_the_rate_on(copied, is_told):
    rate = "rate = fluid.layers.piecewise_decay([2], [0.5, 0.1])\n"
    lines = (rate + COPY if copied else COPY + rate) + TRAIN.replace("(0.1)", "(rate)")
    result = migrate_source(HEAD + NO_DROPOUT + lines + STEPS + RUN)
    assert [each.code for each in result.left] == ["PM322"] * is_told
    assert ("normalize_program" in result.text) == (not copied)


@pytest.mark.parametrize(("lines", "why"), [
    ("h = x\nif len(X) > 3:\n    h = fluid.layers.elementwise_add(h, z)\n", "a branch"),
    ("h = layer(x)\n", "a function that is not seen"),
    ("parts = [x]\nif len(X) > 3:\n    parts.append(z)\nh = fluid.layers.concat(parts)\n", "an element in a branch"),
    ("h = fluid.layers.fc(x, z)\n", "a variable where a number is wanted"),
])
def test_what_may_take_other_data(lines, why):
    text = HEAD + "x = fluid.data('x', [None, 3])\nz = fluid.data('z', [None, 3])\n" + lines \
        + "loss = fluid.layers.mean(h)\n" + COPY + TRAIN \
        + "exe.run(test, feed={'x': X, 'z': X}, fetch_list=[loss])\n"
    if why != "a variable where a number is wanted":
        assert "normalize_program" not in migrate_source(text).text
    else:
        assert "[x, z], [loss])" in migrate_source(text).text


@pytest.mark.parametrize("lines", [
    "def batches():\n    yield iter([])\nfor b in batches():\n    exe.run(feed=feeder.feed(b), fetch_list=[h])\n",
    "exe.run(feed=feeder.feed(next(reader())), fetch_list=[h])\n",
    "kept = feeder\nexe.run(feed=kept.feed(b), fetch_list=[h])\nuse(kept)\n",
    "exe.run(feed=feeder.feed(iterable=b), fetch_list=[h])\n",
    "def step(given, batch):\n    exe.run(feed=given.feed(batch), fetch_list=[h])\nstep(feeder, b)\n",
    "".join(f"exe.run(feed=feeder.feed(b{i}), fetch_list=[h])\n" for i in range(5)),
])
def test_feeders_that_stay(lines):
    text = HEAD + "x = fluid.data('x', [None, 3])\ny = fluid.data('y', [None, 1], 'int64')\n" \
        "h = fluid.layers.fc(x, 1)\nexe = fluid.Executor()\nreader = paddle.batch(given, 4)\nb = next(reader())\n" \
        "b0, b1, b2, b3, b4 = b, b, b, b, b\n" \
        "feeder = fluid.DataFeeder(feed_list=[x, y], place=fluid.CPUPlace())\n" + lines
    assert "feeder = DataFeeder([x, y])" in migrate_source(text).text


@pytest.mark.parametrize(("made", "reader", "is_array"), [
    ("layers.data('x', [3, 8, 8])", "mine", False),  # 1.8.5 takes pictures of another size for such data
    ("layers.data('x', [3, 8, 8])", "paddle.reader.shuffle(paddle.dataset.cifar.train10(), 9)", True),
    ("layers.data('x', [3, 8, 8])", "paddle.reader.shuffle(mine, 9)", False),
    ("data('x', [None, 3, 8, 8])", "mine", True),
    ("layers.data('x', [8])", "mine", True),
])
def test_pictures_of_another_size(made, reader, is_array):
    text = f"{HEAD}x = fluid.{made}\nh = fluid.layers.scale(x, 1.0)\nexe = fluid.Executor()\n" \
        f"feeder = fluid.DataFeeder([x], fluid.CPUPlace())\nreader = paddle.batch({reader}, 4)\n" \
        "for rows in reader():\n    exe.run(feed=feeder.feed(rows), fetch_list=[h])\n"
    assert ("DataFeeder" in migrate_source(text).text) == (not is_array)


def test_what_another_program_takes_is_fed():
    lines = COPY + TRAIN + "def step(program):\n" \
        "    exe.run(program, {'x': X, 'y': np.zeros([8, 1], 'int64')}, [model])\n" \
        "step(test)\nstep(fluid.default_main_program())\n"
    text = migrate_source(HEAD + NO_DROPOUT + lines).text
    assert "'y': np.zeros([8, 1], 'int64')" in text
    assert "normalize_program" not in text


@pytest.mark.parametrize(("shape", "written"), [
    ("[None, 3]", ".reshape([-1, 3])"), ("[2, 3]", ".reshape([2, 3])"), ("[None, None, 3]", ""),
    ("[-1, SIDE, SIDE]", ".reshape([-1, 6, 6])"),
])
def test_the_shape_of_what_is_fed(shape, written):
    text = f"{HEAD}SIDE = 2 * 3\nx = fluid.data('x', {shape})\nh = fluid.layers.scale(x, 1.0)\n" \
        "feeder = fluid.DataFeeder([x], fluid.CPUPlace())\n" \
        "exe.run(feed=feeder.feed(rows), fetch_list=[h])\n"
    assert f"feed={{'x': np.array([row[0] for row in rows], 'float32'){written}}}" in migrate_source(text).text


ROWS = """\
words = fluid.layers.data('words', [1], dtype='int64', lod_level=1)
label = fluid.layers.data('label', [1], dtype='int64')
rows = fluid.layers.embedding(words, [9, 4], param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2)))
given = fluid.initializer.NumpyArrayInitializer(np.linspace(-1, 1, 8).reshape(4, 2).astype('float32'))
model = fluid.layers.fc(fluid.layers.sequence_pool(rows, 'sum'), 2, act='softmax', param_attr=given)
loss = fluid.layers.mean(fluid.layers.cross_entropy(model, label))
fluid.optimizer.SGD(0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
feeder = fluid.DataFeeder(feed_list=[words, label], place=fluid.CPUPlace())
def samples():
    for i in range(6):
        yield [(i + j) % 9 for j in range(1 + i % 3)], i % 2
for batch in paddle.batch(samples, 3)():
    show(exe.run(feed=feeder.feed(batch), fetch_list=[loss])[0])
"""


def test_rows_of_sequences_are_fed_with_their_lengths(run_both_ways):
    old, new = run_both_ways({"rows": {"main.py": HEAD + OPEN + indent(SEED + ROWS, "    ")}})
    assert old == new
    assert len(old["rows"]) == 2
    text = migrate_source(HEAD + ROWS).text
    assert "'words': np.concatenate([np.reshape(row[0], [-1, 1]) for row in batch]).astype('int64')" in text
    assert "'words_lengths': np.array([len(row[0]) for row in batch], 'int64')" in text
    assert "feeder" not in text.lower()
    assert "SequenceFeeder([words, label])" in migrate_source(HEAD + ROWS.replace("level=1", "level=2")).text
