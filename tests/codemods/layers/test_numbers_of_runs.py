"""Sizes that nothing but a run on shapes tells are numbers where the file runs its network itself; loops in loops."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

SCRIPT = """\
import numpy as np
import paddle.fluid as fluid

DRAWN = np.random.RandomState(0)
X = DRAWN.rand(4, 4, 16, 16).astype("float32")
Y = DRAWN.randint(0, 5, (4, 1)).astype("int64")


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


{net}
def main():
    x = fluid.data("x", [None, 4, 16, 16])
    y = fluid.data("y", [None, 1], "int64")
    {call}
    loss = fluid.layers.mean(fluid.layers.cross_entropy(out, y))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={{"x": X, "y": Y}}, fetch_list=[loss])
        print("%.5f" % value[0])


main()
"""
VGG = """\
def vgg(input, depths=(2, 1), widths=(4, 4)):
    conv = input
    for depth, width in zip(depths, widths):
        for i in range(depth):
            conv = fluid.layers.conv2d(conv, width, 3, padding=1, act="relu", param_attr=attr(0.05))
        conv = fluid.layers.pool2d(conv, pool_size=2, pool_type="max", pool_stride=2)
{pool}
    hidden = fluid.layers.fc(conv, 16, act="relu", param_attr=attr(0.01))
    return fluid.layers.fc(hidden, 5, act="softmax", param_attr=attr(0.02))


"""
WHOLE = '    conv = fluid.layers.pool2d(conv, pool_type="avg", global_pooling=True)'
CHECKED = "    assert depths"
OF_GROUPS = """\
def group(input, count, width):
    for i in range(count):
        input = fluid.layers.conv2d(input, width, 3, padding=1, act="relu", param_attr=attr(0.05))
    return fluid.layers.pool2d(input, pool_size=2, pool_type="max", pool_stride=2)


def net(input):
    last = group(group(input, 2, 4), 1, 6)
    return fluid.layers.fc(last, 5, act="softmax", param_attr=attr(0.02))


"""
OF_A_CLASS = """\
class Net(object):
    def __init__(self, width):
        self.width = width

    def net(self, input):
        for i in range(2):
            input = fluid.layers.conv2d(input, self.width, 3, act="relu", param_attr=attr(0.05))
            input = fluid.layers.pool2d(input, pool_size=2, pool_type="max", pool_stride=2)
        return fluid.layers.fc(input, 5, act="softmax", param_attr=attr(0.02))


"""
CLOTHES = {
    "loops": (VGG.format(pool=CHECKED), "out = vgg(x)"),
    "loops_of_other_sizes": (VGG.format(pool=CHECKED), "out = vgg(x, widths=(4, 8))"),
    "loops_and_a_whole_pool": (VGG.format(pool=WHOLE), "out = vgg(x)"),
    "three_loops": (VGG.format(pool=CHECKED).replace(
        "        for i in range(depth):\n    ", "        for i in range(depth):\n            for k in (3, 1):\n"
        "        ").replace("width, 3, padding=1", "width, k, padding=k // 2"), "out = vgg(x)"),
    "functions": (OF_GROUPS, "out = net(x)"),
    "class": (OF_A_CLASS, "model = Net(6)\n    out = model.net(x)"),
    "twice": (OF_GROUPS, "one = net(x)\n    more = x * 2\n    two = net(more)\n    out = (one + two) / 2"),
}


def script(name: str) -> str:
    net, call = CLOTHES[name]
    return SCRIPT.format(net=net, call=call)


def test_same_numbers(run_both_ways):
    """1.8.5 prints these losses: layers of an inner loop had all been called in each outer round."""
    old, new = run_both_ways({name: {"main.py": script(name)} for name in CLOTHES}, Options(dygraph=True))
    assert new == old
    assert old["loops_and_a_whole_pool"] == ["1.60944", "1.60344", "1.59769"]


GROWS = """\
def group(input, width):
    width = width + len(__file__.split("no such name"))
    return fluid.layers.fc(input, width, act="relu", param_attr=attr(0.01))


def net(input):
    for width in (3, 4):
        input = group(input, width)
    return fluid.layers.fc(input, 5, act="softmax", param_attr=attr(0.02))


"""


def test_a_size_that_a_function_changes(run_both_ways):
    """It is asked of the layer that is made: what the function is given is another one."""
    text = SCRIPT.format(net=GROWS, call="out = net(x)")
    old, new = run_both_ways({"grows": {"main.py": text}}, Options(dygraph=True))
    assert new == old
    assert len(old["grows"]) == 3


@pytest.mark.parametrize("name", CLOTHES)
def test_they_become_layers(name):
    result = migrate_source(script(name), options=Options(dygraph=True))
    assert [f for f in result.findings if f.code == "PM340"] == []
    assert "loss.backward()" in result.text


def test_the_number_is_written():
    text = migrate_source(script("loops"), options=Options(dygraph=True)).text
    assert "self.linear1 = nn.Linear(64, 16, weight_attr=attr(0.01))" in text
    assert "                conv = F.relu(next(convs)(conv))\n" in text


def test_loops_of_layers_alone_stay_one():
    net = VGG.format(pool=WHOLE).replace(
        '        conv = fluid.layers.pool2d(conv, pool_size=2, pool_type="max", pool_stride=2)\n', "")
    text = migrate_source(SCRIPT.format(net=net, call="out = vgg(x)"), options=Options(dygraph=True)).text
    assert "        for conv__ in self.convs:\n            conv = F.relu(conv__(conv))\n" in text


@pytest.mark.parametrize("old", [
    ("out = net(x)", "out = net(x) + net(fluid.layers.resize_bilinear(x, [8, 8]))"),  # two numbers
    ("[None, 4, 16, 16]", "[None, 4, -1, 16]"),  # which is not known
    ("[None, 4, 16, 16]", "[None, 4, int(input()), 16]"),
])
def test_what_stays(old):
    text = script("functions")
    assert old[0] in text
    result = migrate_source(text.replace(*old), options=Options(dygraph=True))
    assert "enable_static()" in result.text
    assert any("is not known when the layer is made" in f.message for f in result.findings)


def in_two(imports: str, call: str = "out = vgg(x)") -> dict[str, str]:
    """The network in a file of its own."""
    whole = SCRIPT.format(net="", call=call)
    attr = whole[whole.index("def attr") : whole.index("def main")]
    main = whole.replace(attr, "").replace("as fluid\n", f"as fluid\n{imports}\n")
    return {"net.py": f"import paddle.fluid as fluid\n\n\n{attr}{VGG.format(pool=CHECKED)}", "main.py": main}


IN_TWO = {
    "name": in_two("from net import vgg"),
    "other_name": in_two("from net import vgg as network", "out = network(x, widths=(4, 8))"),
    "module": in_two("import net", "out = net.vgg(x)"),
    "named_module": in_two("import net as nets", "out = nets.vgg(input=x)"),
}


def test_same_numbers_in_two_files(run_both_ways):
    old, new = run_both_ways(IN_TWO, Options(dygraph=True))
    assert new == old


def become(folder: Path, files: dict[str, str]) -> dict[str, str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    project = Project([folder / name for name in files], [folder])
    return {name: migrate_module(text, folder / name, Options(dygraph=True, programs=True), project).text
            for name, text in files.items()}


@pytest.mark.parametrize("name", IN_TWO)
def test_the_file_that_trains_tells(tmp_path, name):
    texts = become(tmp_path, IN_TWO[name])
    assert f"self.linear1 = nn.Linear({128 if name == 'other_name' else 64}, 16, " in texts["net.py"]
    assert "loss.backward()" in texts["main.py"]


OTHER = "import paddle.fluid as fluid\nfrom net import vgg\n\n\ndef serve({given}):\n{lines}    return vgg(x)\n"


@pytest.mark.parametrize("other", [
    OTHER.format(given="", lines="    x = fluid.data('x', [None, 4, 32, 32])\n"),  # another number
    OTHER.format(given="x", lines=""),
    "from net import vgg\nNETS = {'vgg': vgg}\n",
    "import net\nvgg = getattr(net, 'vgg')\n",
])
def test_what_another_file_may_ask_for_otherwise(tmp_path, other):
    texts = become(tmp_path, {**IN_TWO["name"], "other.py": other})
    assert "class Vgg" not in texts["net.py"]
    assert "enable_static()" in texts["main.py"]


def test_what_another_file_asks_for_alike(tmp_path):
    other = OTHER.format(given="", lines="    x = fluid.data('x', [None, 4, 16, 16])\n") + "\n\nserve()\n"
    assert "nn.Linear(64, 16, " in become(tmp_path, {**IN_TWO["name"], "other.py": other})["net.py"]
