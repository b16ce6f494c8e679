"""Every call of a legacy name that a rule describes."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n"
F, P = "import paddle.nn.functional as F\n", "import paddle\n"


@pytest.mark.parametrize(("before", "after"), [
    ("y = fluid.layers.relu(x)\n", f"{F}y = F.relu(x)\n"),
    ("y = fluid.layers.relu(x=a)\n", f"{F}y = F.relu(x=a)\n"),
    ("y = fluid.layers.concat([a, b], axis=1)\n", f"{P}y = paddle.concat([a, b], axis=1)\n"),
    ("y = fluid.layers.relu(fluid.layers.concat([a, b]))\n",
     f"{P}{F}y = F.relu(paddle.concat([a, b]))\n"),
    ("y = fluid.dygraph.to_variable(x)  # here\n", f"{P}y = paddle.to_tensor(x)  # here\n"),
])  # fmt: skip
def test_the_rule_is_written_in_place_of_the_call(check_transformed, before, after):
    result = check_transformed(HEAD + before, after)
    assert {f.code for f in result.findings} >= {"PM101"}


@pytest.mark.parametrize(
    "call", ["fluid.layers.roi_align(*a)", "fluid.layers.dropout(**a)", "fluid.layers.relu(x, y, z, 1)"])
def test_a_call_that_the_rule_cannot_read_is_left_and_said(call):
    result = migrate_source(f"{HEAD}y = {call}\n")
    assert result.text == f"{HEAD}y = {call}\n"
    assert [f.code for f in result.left] == ["PM303"]


@pytest.mark.parametrize("text", [
    "y = fluid.layers.relu(x)\n", "import own as fluid\ny = fluid.layers.relu(x)\n", "y = layers.relu(x)\n",
    "import paddle\ny = paddle.nn.functional.relu(x)\n", "# fluid.layers.relu\ny = relu(x)\n",
])  # fmt: skip
def test_other_calls(check_noop, text):
    check_noop(text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("", "dtype='float32'"), ("lod_level=0", "dtype='float32'"), ("'int64', 0", "'int64'"),
     ("lod_level=n", "lod_level=n, dtype='float32'")],
)
def test_data_without_levels(check_transformed, given, kept):
    before = f"{HEAD}x = fluid.data('x', [None, 1]{given and ', '}{given})\n"
    check_transformed(before, f"{P}\npaddle.enable_static()\nx = paddle.static.data('x', [None, 1], {kept})\n")


BESIDE = """\
import numpy as np
import paddle.fluid as fluid

L = fluid.layers

def asked(logits, label):
    return L.softmax_with_cross_entropy(logits, label, return_softmax=True)

class Head(object):
    def __call__(self, logits, label):
        self.cost, self.softmax = L.softmax_with_cross_entropy(logits=logits, label=label, return_softmax=True)
        return self.cost, self.softmax

def run(make):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        x, y = fluid.data('x', [None, 4], 'float32'), fluid.data('y', [None, 1], 'int64')
        weight = fluid.initializer.NumpyArrayInitializer(np.linspace(-.5, 1.5, 12).reshape(4, 3).astype('float32'))
        cost, softmax = make(L.fc(x, 3, param_attr=weight), y)
        loss = L.mean(cost) + L.reduce_mean(L.square(softmax))
        fluid.optimizer.SGD(.5).minimize(loss)
        exe = fluid.Executor(fluid.CPUPlace())
        exe.run(startup)
        draw = np.random.RandomState(3)
        for _ in range(4):
            feed = {'x': draw.rand(64, 4).astype('float32'), 'y': draw.randint(0, 3, [64, 1])}
            values = exe.run(main, feed=feed, fetch_list=[loss, softmax])
            print(['%.4f' % np.sum(each * each) for each in values])

run(asked)
run(Head())
run(lambda logits, label: Head()(L.relu(logits), label))
run(lambda logits, label: L.softmax_with_cross_entropy(
    logits, L.softmax(L.cast(L.one_hot(label, 3), 'float32')), soft_label=True, return_softmax=True))
"""


def test_a_softmax_beside_its_cost_has_memory_of_its_own(run_both_ways):
    """Programs of 2.6 worked in place on what detach() shares with the logits."""
    old, new = run_both_ways({"beside": {"main.py": BESIDE}})
    assert old == new
    assert len(old["beside"]) == 16


def test_regions_pooled_precisely(run_both_ways):
    """The number of boxes of each image is given as a tensor, by its place or its name."""
    text = """
    import numpy as np
    import paddle.fluid as fluid
    with fluid.dygraph.guard():
        image = fluid.dygraph.to_variable(np.arange(384, dtype="float32").reshape(2, 3, 8, 8) % 7)
        boxes = fluid.dygraph.to_variable(np.array([[0, 0, 8, 8], [2, 2, 9, 12], [1, 3, 14, 12.5]], "float32"))
        counts = fluid.dygraph.to_variable(np.array([1, 2], "int64"))
        image.stop_gradient = boxes.stop_gradient = False
        one = fluid.layers.prroi_pool(image, boxes, 1 / 2., 3, 2, counts)
        two = fluid.layers.prroi_pool(image, boxes, pooled_height=2, batch_roi_nums=counts)
        (fluid.layers.reduce_sum(one * one) + fluid.layers.reduce_sum(two)).backward()
        for array in (one.numpy(), two.numpy(), image.gradient()):
            print(array.shape, "%.2f" % np.abs(array).sum())
    """
    old, new = run_both_ways({"pooled": {"main.py": text}})
    assert old == new
    assert old["pooled"] == ["(3, 3, 3, 2) 171.94", "(3, 3, 2, 1) 27.75", "(2, 3, 8, 8) 353.17"]


ONE_ALONE = """
    import numpy as np
    import paddle.fluid as fluid
    L = fluid.layers
    class Kept:
        def __init__(self, x):
            self.x = x
    def piled(x):
        return L.stack(x, axis=-1)
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup):
        x = fluid.data('x', [3, 1, 2])
        one = x
        outs = [L.stack(x), L.stack(x=one, axis=1), piled(x), L.stack(Kept(x).x), L.stack([x, x])]
        outs += [L.concat(x), L.concat(input=one, axis=2), L.concat(Kept(x).x, 1), L.concat([x]), L.concat([x, x], 1)]
        outs += [L.sums(x), L.sum(x)]
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for got in exe.run(main, feed={'x': np.arange(6).reshape(3, 1, 2).astype('float32')}, fetch_list=outs):
        print(got.shape, got.ravel()[-1])
"""


def test_one_variable_stands_for_a_list(run_both_ways):
    old, new = run_both_ways({"one": {"main.py": ONE_ALONE}})
    assert old == new
    assert old["one"] == [f"{shape} 5.0" for shape in (
        "(1, 3, 1, 2)", "(3, 1, 1, 2)", "(3, 1, 2, 1)", "(1, 3, 1, 2)", "(2, 3, 1, 2)", *["(3, 1, 2)"] * 4,
        "(3, 2, 2)", "(3, 1, 2)", "(3, 1, 2)")]  # by 1.8.5


@pytest.mark.parametrize("given", ["True", "1 > 0", "asked"])
def test_what_a_written_function_would_raise_for_is_told(given):
    text = (
        "import paddle.fluid as fluid\nasked = fluid.is_compiled_with_cuda()\n"
        "a, b = [fluid.data(name, [2, 4]) for name in 'ab']\n"
        f"found = fluid.layers.detection_output(a, b, a, a, return_index={given})\nexe = fluid.Executor()\n")
    result = migrate_source(text)
    assert [finding.code for finding in result.findings if finding.level == "person"] == ["PM303"]
    told = migrate_source(text.replace(f"return_index={given}", "return_index=False")).findings
    assert not [finding for finding in told if finding.level == "person"]


LISTS = """\
import paddle.fluid as fluid
layers = fluid.layers
x = fluid.data('x', [2, 108], 'float32')
kept = [layers.reshape(x, [-1, 108])]
for size in (2, 3):
    kept.append(layers.fc(kept[0], size))
rest, halves = kept[1:], layers.split(x, 2, dim=1)
"""


@pytest.mark.parametrize("given", [
    "kept", "rest", "kept[1:]", "kept[:1]", "[layers.fc(x, 3)][:1]", "halves", "layers.split(x, 2, dim=1)",
    "layers.utils.flatten({'a': x})", "list(kept)", "kept + rest",
])
@pytest.mark.parametrize("function", ["stack", "concat"])
def test_lists_are_given_as_they_are(given, function):
    text = migrate_source(f"{LISTS}y = layers.{function}({given})\nexe = fluid.Executor(fluid.CPUPlace())\n").text
    assert f"y = paddle.{function}([" not in text.replace(f"y = paddle.{function}([paddle.static.nn.fc(x, 3)][:1])", "")
    assert "joined" not in text
    assert f"y = paddle.{function}(" in text
