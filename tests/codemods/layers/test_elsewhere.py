"""Networks of one file that others build: classes there, made and called here."""

from __future__ import annotations

from pathlib import Path

import pytest
from paddle_migrate.api import Options, migrate_module
from paddle_migrate.project.project import Project

NET = """\
import paddle.fluid as fluid

def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))

def conv_bn(x, n, act='relu'):
    conv = fluid.layers.conv2d(x, n, 3, padding=1, bias_attr=False, param_attr=attr(0.1))
    return fluid.layers.batch_norm(conv, act=act)

class ResNet(object):
    def __init__(self, depth=2, width=4):
        self.depth = depth
        self.width = width

    def net(self, input, class_dim=10):
        out = conv_bn(input, self.width)
        for i in range(self.depth):
            out = conv_bn(out, self.width * (i + 1))
        pool = fluid.layers.pool2d(out, pool_type='avg', global_pooling=True)
        return fluid.layers.fc(pool, class_dim, act='softmax', param_attr=attr(0.2))

def mlp(x, size):
    h = fluid.layers.fc(x, size, act='tanh', param_attr=attr(0.3))
    return fluid.layers.fc(h, size * 2, param_attr=attr(0.4))
"""
MAIN = """\
import numpy as np
import paddle.fluid as fluid
{imports}

def main():
    image = fluid.data('image', [None, 3, 8, 8])
    label = fluid.data('label', [None, 1], 'int64')
{built}
    loss = fluid.layers.mean(out) + fluid.layers.mean(fluid.layers.cast(label, 'float32'))
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    rng = np.random.RandomState(0)
    for i in range(3):
        feed = {{'image': rng.rand(6, 3, 8, 8).astype('float32'), 'label': rng.randint(0, 5, (6, 1)).astype('int64')}}
        print('%.5f' % exe.run(fluid.default_main_program(), feed=feed, fetch_list=[loss])[0][0])


main()
"""
BUILT = {  # the imports, what builds the network
    "function": ("from net import mlp", "    out = mlp(image, 3)"),
    "module": ("import net as nets", "    out = nets.mlp(image, size=3)"),
    "twice": ("from net import mlp, conv_bn",
              "    out = mlp(conv_bn(image, 2), 3)\n    out = mlp(out, 4) + out[:, :1]"),
    "star": ("from net import *", "    out = mlp(image, 3)"),
    "object": ("from net import ResNet",
               "    model = ResNet(depth=1)\n    out = model.net(input=image, class_dim=5)"),
    "object_of_module": ("import net", "    model = net.ResNet(width=2)\n    out = model.net(image)"),
    "in_a_loop": ("import net", "    out = image\n    for i in range(2):\n        out = net.conv_bn(out, 2 + i)"),
    "through_a_function": ("import net\nfrom net import mlp", """\
    def two(x):
        return mlp(x, 2)
    out = two(image)"""),
    "through_a_file": ("from other import two", "    out, more = two(image, image)"),
}
OTHER = """\
import paddle.fluid as fluid
from net import mlp, attr

def two(x, y):
    a, b = mlp(x, 3), mlp(y, 5)
    c = fluid.layers.concat([a, b], axis=1)
    return fluid.layers.fc(c, 2, param_attr=attr(0.5)), c
"""


# what becomes layers and a loop as a whole
LOOPS = ("function", "module", "star", "object", "object_of_module", "through_a_file")


def files(imports: str, built: str, is_program: bool = True) -> dict[str, str]:
    """`is_program`: a scope is asked for, which layers have not."""
    main = MAIN.format(imports=imports, built=built)
    if is_program:
        main = main.replace("[loss])[0][0]", "[loss], scope=fluid.global_scope())[0][0]")
    return {"net.py": NET, "other.py": OTHER, "main.py": main}


@pytest.fixture
def become(tmp_path):
    """What files of one run become."""

    def ask(given: dict[str, str], only: str = "") -> dict[str, str]:
        paths = {name: tmp_path / name for name in given}
        for name, text in given.items():
            paths[name].write_text(text)
        rewritten = [path for name, path in paths.items() if only in ("", name)]
        return {path.name: migrate_module(path.read_text(), path, Options(dygraph=True, programs=True),
                                          Project(rewritten, [tmp_path])).text for path in rewritten}

    return ask


@pytest.mark.parametrize(("names", "is_program"), [(tuple(BUILT), True), (LOOPS, False)])
def test_same_numbers(run_both_ways, names, is_program):
    scripts = {name: files(*BUILT[name], is_program) for name in names}
    old, new = run_both_ways(scripts, Options(dygraph=True, programs=True))
    assert all(len(printed) == 3 for printed in old.values())
    assert new == old


@pytest.mark.parametrize("name", BUILT)
def test_which_become_a_loop(become, name):
    main = become(files(*BUILT[name], False))["main.py"]
    assert ("loss.backward()" in main) == (name in LOOPS)
    assert ("enable_static" in main) == (name not in LOOPS)


@pytest.mark.parametrize(("new", "also", "is_loop"), [
    ("fluid.ParamAttr(name='w')", "", True),
    ("fluid.ParamAttr(name='w')", "    out = out[:, :3] + fluid.layers.fc(image, 3, param_attr='v')\n", True),
    ("fluid.ParamAttr(name='w')", "    out = out[:, :3] + fluid.layers.fc(image, 3, param_attr='w')\n", False),
    ("fluid.ParamAttr(name=x.name + 'w')", "    out = out[:, :3] + fluid.layers.fc(image, 3, param_attr='v')\n", False),
    ("fluid.ParamAttr(name=x.name + 'w')", "", False),
])
def test_what_a_program_holds_together_is_no_part_of_a_loop(become, new, also, is_loop):
    given = files(*BUILT["function"], False)
    given["net.py"] = NET.replace("param_attr=attr(0.3)", f"param_attr={new}")
    line = next(each for each in given["main.py"].splitlines(keepends=True) if "mlp(" in each and " = " in each)
    indent = line[: len(line) - len(line.lstrip())]
    given["main.py"] = given["main.py"].replace(line, line + indent + also.lstrip() if also else line)
    assert ("loss.backward()" in become(given)["main.py"]) == is_loop


@pytest.mark.parametrize(("name", "texts"), {
    "function": ("from net import Mlp\n", "out = Mlp(in_features=math.prod(image.shape[1:]), size=3)(image)\n"),
    "module": ("import net as nets\n", "out = nets.Mlp(in_features=math.prod(image.shape[1:]), size=3)(image)\n"),
    "object": ("from net import ResNet, ResNetLayers\n",
               "    out = ResNetLayers(\n        in_channels=image.shape[1], width=model.width, depth=model.depth,\n"
               "        class_dim=5)(image)\n"),
    "star": ("from net import *\n", "out = Mlp("),
    "twice": ("from net import mlp, ConvBN, Mlp\n",
              "out = mlp(ConvBN(in_channels=image.shape[1], n=2)(image), 3)\n", "out = Mlp("),
}.items())
def test_how_they_are_called(become, name, texts):
    main = become(files(*BUILT[name]))["main.py"]
    for text in texts:
        assert text in main


def test_functions_that_nobody_calls_any_more_go(become):
    new = become(files(*BUILT["function"]))
    assert "def mlp" not in new["net.py"]
    assert "class Mlp(nn.Layer):" in new["net.py"]
    assert "from net import attr, Mlp\n" in new["other.py"]
    assert "self.mlp1 = Mlp(" in new["other.py"]


@pytest.mark.parametrize("use", ["print(mlp)", "import net\nprint(getattr(net, 'mlp'))", "print(vars())"])
def test_functions_that_others_name_stay(become, use):
    new = become(files(f"from net import mlp\n{use}", BUILT["function"][1]))
    assert "def mlp(x, size):\n    return Mlp(" in new["net.py"]


def test_methods_that_a_file_calls_which_was_handed_the_object(become):
    imports = "from net import ResNet\nfrom algorithm import Algorithm"
    given = files(imports, "    out = Algorithm(ResNet()).predict(image)")
    given["algorithm.py"] = "class Algorithm(object):\n    def __init__(self, model):\n        self.model = model\n\n" \
        "    def predict(self, x):\n        return self.model.net(x)\n"
    new = become(given)
    assert "return self.model.net(x)" in new["algorithm.py"]
    assert "    def net(self, input, class_dim=10):\n        return ResNetLayers(" in new["net.py"]


@pytest.mark.parametrize(("imports", "built"), [
    ("from net import mlp\nMlp = 3", "    out = mlp(image, 3)"),
    ("from net import mlp", "    given = [image, 3]\n    out = mlp(*given)"),
    ("from net import mlp", "    out = mlp(image * 2, 3)"),
    ("from net import ResNet", "    out = [ResNet()][0].net(image)"),
    ("from net import ResNet", "    model = ResNet()\n    model = ResNet(1)\n    out = model.net(image)"),
])
def test_other_calls_stay(become, imports, built):
    new = become(files(imports, built))
    assert built.rpartition("out = ")[2] in new["main.py"]
    called = "def mlp" if "mlp" in imports else "def net"
    assert called in new["net.py"]


def test_a_file_that_is_not_rewritten_keeps_its_functions(become):
    new = become(files(*BUILT["function"]), only="main.py")
    assert "out = mlp(image, 3)" in new["main.py"]


def test_functions_that_stay_are_called_as_they_were(become):
    given = files(*BUILT["function"])
    given["net.py"] = NET.replace("    h = ", "    size = int(x.name == 'x') + size\n    h = ")
    new = become(given)
    assert "out = mlp(image, 3)" in new["main.py"]
    assert "def mlp" in new["net.py"]


def test_what_it_gives_is_a_size_of_the_next(become):
    other = become(files(*BUILT["through_a_file"]))["other.py"]
    assert "self.linear = nn.Linear(3 * 2 + 5 * 2, 2, " in other


def test_tensors_in_one_call_alone(become):
    given = files(*BUILT["through_a_file"])
    head = "def mlp(x, size"
    given["net.py"] = NET.replace(f"{head}):\n", f"{head}, y=None):\n    size = size if y is None else 7\n")
    given["other.py"] = OTHER.replace("mlp(y, 5)", "mlp(y, 5, y)")
    new = become(given)
    assert "def two" in new["other.py"]
    assert "class Two" not in new["other.py"]


def test_files_that_import_each_other(become):
    given = files(*BUILT["function"])
    given["net.py"] = NET.replace("import paddle.fluid as fluid\n", "import paddle.fluid as fluid\nimport other\n", 1)
    new = become(given)
    assert "class Mlp(nn.Layer):" in new["net.py"]
    assert Path("other.py").name in new


def test_a_size_that_the_other_file_does_not_know(become):
    """Why a function stays one may be found in another file, whose lines are not this one's."""
    given = files(*BUILT["through_a_file"])
    given["net.py"] += "\ndef flat(x):\n    return fluid.layers.pool2d(fluid.layers.conv2d(x, 2, 3), 2)\n"
    given["other.py"] = OTHER.replace("mlp, attr", "mlp, attr, flat").replace("    a, b", "    x = flat(x)\n    a, b")
    assert "def two" in become(given)["other.py"]
