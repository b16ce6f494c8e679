"""A network that is chosen when a script is started, among functions, classes or objects: each stands in a branch of
the class that comes out, with the same numbers whichever is chosen."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source

NETS = """\
import paddle.fluid as fluid


def at(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def narrow(v, size, act="tanh"):
    return fluid.layers.fc(v, size, act=act, param_attr=at(0.1))


def deep(v, size, act="relu"):
    hidden = fluid.layers.fc(v, 5, act=act, param_attr=at(0.2))
    return fluid.layers.fc(hidden, size, param_attr=at(0.3))


class Narrow(object):
    name, width = "narrow", 3

    def __init__(self, size, settings={"scale": 1.0}):
        self.size, self.settings = size, settings

    def net(self, v):
        v = fluid.layers.scale(narrow(v, self.width), self.settings["scale"])
        return narrow(v, self.size), v

    @property
    def kind(self):
        return "of " + self.name


class Deep(Narrow):
    name, width = "deep", 4

    def net(self, v):
        hidden = deep(v, self.width)
        return deep(hidden, self.size), hidden


def of_name(name):
    if name == "narrow":
        return Narrow(1)
    elif name == "deep":
        return Deep(1)
    raise ValueError("no network: " + name)
"""
MAIN = """\
import argparse

import numpy as np
import paddle.fluid as fluid

import nets
from nets import Deep, Narrow, deep, narrow

parser = argparse.ArgumentParser()
parser.add_argument("--net", default="narrow")
parser.add_argument("--act", default="tanh")
R = np.random.RandomState(3)
A = R.rand(12, 4).astype("float32")
B = A.sum(1, keepdims=True)


def main(args):
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    CHOICE
    test = fluid.default_main_program().clone(for_test=True)
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    fluid.optimizer.SGD(0.05).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(4):
        value, = exe.run(feed={"x": A, "y": B}, fetch_list=[loss])
        print(step, "%.5f" % value[0])
    last, = exe.run(test, feed={"x": A, "y": B}, fetch_list=[out])
    print("%.5f" % last.sum())


main(parser.parse_args(GIVEN))
"""
CASES = {
    "functions": """\
if args.net == "narrow":
        net = narrow
    elif args.net == "deep":
        net = deep
    else:
        raise ValueError("no network")
    out = net(x, 1, act=args.act)""",
    "one_replaced": """\
net = narrow
    if args.net != "narrow":
        net = deep
    out = net(x, 1)""",
    "twice": """\
net = narrow if args.net == "narrow" else deep
    out = net(net(x, 6), 1)""",
    "objects": """\
if args.net == "deep":
        model = nets.Deep(1, {"scale": 2.0})
    else:
        model = nets.Narrow(1, {"scale": 0.5})
    out, hidden = model.net(x)
    print(model.name, model.kind, model.size)""",
    "classes": """\
kind = Deep if args.net == "deep" else Narrow
    model = kind(1)
    model.width = 2
    out, _ = model.net(x)""",
    "of_a_function": "out, _ = nets.of_name(args.net).net(x)",
    "a_table": """\
table = {"narrow": narrow, "deep": deep}
    out = table[args.net](x, size=1)""",
    "a_table_of_classes": """\
out, _ = {"narrow": Narrow, "deep": Deep}[args.net](1).net(x)""",
    "by_name": "out = getattr(nets, args.net)(x, 1, 'tanh')",
    "by_key": "out = nets.__dict__[args.net](v=x, size=1, act='relu')",
    "by_text": 'out = eval("nets." + args.net)(x, 1, args.act)',
    "chosen_again": """\
net = narrow if args.net == "narrow" else deep
    if args.act == "relu":
        net = narrow
    out = net(x, 1)""",
    "not_the_whole": """\
hidden = x
    for net in [narrow, deep]:
        chosen = net if args.act == "tanh" else narrow
        hidden = chosen(hidden, 3)
    out = narrow(hidden, 1)""",
}
PROGRAMS = ("objects", "classes")  # what is read or set of the one that is chosen stands in branches of its own
GIVEN = ("", "--net deep", "--net deep --act relu", "--act relu")


def _project(choice: str, given: str = "") -> dict[str, str]:
    return {"main.py": MAIN.replace("CHOICE", choice).replace("GIVEN", repr(given.split())), "nets.py": NETS}


def _migrated(folder, choice: str, nets: str = NETS) -> tuple[str, list[str]]:
    for file, text in {**_project(choice), "nets.py": nets}.items():
        (folder / file).write_text(text, encoding="utf-8")
    path = folder / "main.py"
    result = migrate_source(path.read_text(encoding="utf-8"), str(path), Options(dygraph=True), Project(
        folder.glob("*.py"), [folder]))
    return result.text, [each.code for each in result.findings if each.code in ("PM236", "PM340")]


@pytest.mark.parametrize("name", CASES)
def test_whichever_is_chosen_the_numbers_are_the_same(run_both_ways, name):
    asks = GIVEN if "args.act" in CASES[name] else GIVEN[:2]
    scripts = {f"{name}_{number}": _project(CASES[name], given) for number, given in enumerate(asks)}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len(lines) >= 5 for lines in old.values()), old


@pytest.mark.parametrize("name", CASES)
def test_they_become_a_loop(tmp_path, name):
    text, codes = _migrated(tmp_path, CASES[name])
    assert codes == (["PM340"] if name in PROGRAMS else ["PM236"])
    assert (".minimize(" in text) == (name in PROGRAMS)


OTHERS = {
    "one_that_is_worked_out": "import functools\n\nthird = functools.partial(narrow, act='relu')\n",
    "one_of_paddle": "from paddle.fluid.layers import fc\n",
    "everything_of_another": "from others import *\n",
    "one_that_is_set": "def swap():\n    global narrow\n    narrow = deep\n",
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_module_of_which_more_may_be_chosen_stays(tmp_path, name):
    text, codes = _migrated(tmp_path, CASES["by_name"], NETS + OTHERS[name])
    assert "enable_static" in text
    assert "PM340" in codes


def test_the_choice_is_told_by_a_name(tmp_path):
    text, _ = _migrated(tmp_path, CASES["functions"])
    assert '    if args.net == "narrow":\n        net = "narrow"\n    elif args.net == "deep":' in text
    assert 'if self.net == "narrow":' in text
    assert "returned" not in text
    text, _ = _migrated(tmp_path, CASES["by_name"])
    assert "    assert args.net in (" in text  # another one is an error, as it was


STAYS = {
    "what_they_give_is_unlike": """\
net = narrow if args.net == "narrow" else Narrow(1).net
    out = net(x, 1)""",
    "compared": """\
net = narrow if args.net == "narrow" else deep
    out = net(x, 2 if net == deep else 1)""",
    "asked_what_it_is": """\
model = Narrow(1) if args.net == "narrow" else Deep(1)
    out, _ = model.net(x)
    out = narrow(out, 1) if isinstance(model, Deep) else out""",
    "in_a_list": """\
built = []
    built.append(narrow if args.net == "narrow" else deep)
    out = built[0](x, len(built)) if deep in built else narrow(x, 1)""",
    "none_of_the_project": "out = getattr(fluid.layers, args.net)(x)",
    "another_text": "out = eval(args.net)(x, 1)",
    "a_name_that_is_put_together": 'out = getattr(nets, "nar" + args.net)(x, 1, "tanh", 3)',
    "so_many": f"out = {{{', '.join(f'{chr(34)}{name}{chr(34)}: narrow' for name in 'abcdefghi')}}}[args.net](x, 1)",
}


@pytest.mark.parametrize("name", STAYS)
def test_they_stay(tmp_path, name):
    text, codes = _migrated(tmp_path, STAYS[name])
    assert "enable_static" in text
    assert "PM340" in codes
