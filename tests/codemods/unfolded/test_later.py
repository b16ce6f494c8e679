"""Choices and loops that hang on what a script is started with: they stay choices and loops of the class that comes
out, with the same numbers whatever is chosen."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options
from paddle_migrate.project.project import Project
from paddle_migrate.rewriting import migrate_source
from paddle_migrate.unfolded.unfold import unfolded

MAIN = """\
import numpy as np
import paddle.fluid as fluid

from nets import *
from options import read_options

R = np.random.RandomState(3)
A = R.rand(12, 4).astype("float32")
B = A.sum(1, keepdims=True)
args = read_options()
x = fluid.data("x", [None, 4])
y = fluid.data("y", [None, 1])
out = BUILT
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
fluid.optimizer.SGD(0.05).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(4):
    value, = exe.run(feed={"x": A, "y": B}, fetch_list=[loss])
    print(step, "%.5f" % value[0])
"""
OPTIONS = """\
import argparse


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sizes", type=int, nargs="+", default=[4, 3])
    parser.add_argument("--count", type=int, default=2)
    parser.add_argument("--wide", type=int, default=0)
    parser.add_argument("--deep", type=int, default=0)
    parser.add_argument("--act", default="tanh")
    return parser.parse_args(GIVEN)
"""
NETS = """\
import math

import paddle.fluid as fluid


def fc(v, size, value=0.1, **words):
    start = fluid.initializer.Constant(value)
    return fluid.layers.fc(v, size, param_attr=fluid.ParamAttr(initializer=start), **words)


"""
CASES = {
    "a_size_after_the_other": ("chain(x, args.sizes)", """\
def chain(v, sizes):
    for size in sizes:
        v = fc(v, size, act="tanh")
    return fc(v, 1)
"""),
    "towers_in_a_list": ("towers(x, args.count)", """\
def towers(v, count):
    found = []
    for number in range(0, count):
        hidden = fc(v, 3, act="relu", name="tower_" + str(number))
        found.append(fc(hidden, 1))
    return fluid.layers.sums(found) if len(CASE) else found[0]


CASE = [1]
"""),
    "an_object_chooses": ("Net(args, 'relu')(x)", """\
class Net(object):
    def __init__(self, args, act):
        self.args, self.act = args, act
        self.made = 0

    def block(self, v, size):
        self.made += 1
        v = fc(v, size, act=self.act)
        if self.args.deep and self.act:
            v = fc(v, size, 0.2)
        return v

    def __call__(self, v):
        if self.args.wide > 1:
            v = self.block(v, 6)
        elif not self.args.wide:
            v = self.block(v, 5)
        else:
            v = fc(v, 2)
        return fc(v, 1)
"""),
    "none_or_a_value": ("sided(x, args)", """\
def sided(v, args):
    side = None
    hidden = fc(v, 3, act="tanh")
    if args.wide:
        side = fc(v, 1)
    elif args.deep:
        side = fc(hidden, 1)
    out = fc(hidden, 1)
    if side is not None:
        out = out + side
    return out
"""),
    "a_loop_in_a_loop": ("nested(x, args)", """\
def nested(v, args):
    for number, size in enumerate(args.sizes):
        kept = v
        for _ in range(args.count):
            kept = fc(kept, size, 0.2, act="tanh")
        v = kept
        if args.wide:
            v = fluid.layers.relu(v)
    return fc(v, 1)
"""),
    "joined_along_the_last": ("scaled(x, args)", """\
def scaled(v, args):
    ids = fluid.layers.cast(fluid.layers.scale(v, 2.0), "int64")
    table = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2))
    found = fluid.embedding(ids, [9, int(args.sizes[0] / 2)], param_attr=table)
    joined = fluid.layers.concat([fluid.layers.flatten(found, 1), v], axis=-1)
    for number in range(1, len(args.sizes)):
        joined = fc(joined, args.sizes[number], 1.0 / math.sqrt(joined.shape[1]), act="tanh")
    return fc(joined, 1)
"""),
    "the_last_in_a_list": ("lasts(x, args)", """\
def grown(v, found):
    found.append(fc(v, 3, act="tanh"))
    return fluid.layers.reduce_sum(v, dim=1, keep_dim=True)


def lasts(v, args):
    found, total = [fc(v, 3)], fc(v, 1)
    for number in range(args.count):
        total = total + grown(found[-1], found)
    return total + fc(fluid.layers.sums(found), 1)
"""),
    "sums_from_nought": ("summed(x, args.count)", """\
def summed(v, count):
    total, scale = 0, 1.0
    for number in range(count):
        scale = scale * 0.5
        total = total + fluid.layers.scale(fc(v, 1), scale)
    return total
"""),
    "or_an_error": ("checked(x, args)", """\
def checked(v, args):
    assert args.count in (1, 2, 3), "so many"
    if args.act == "tanh":
        act = fluid.layers.tanh(v)
    elif args.act == "relu":
        act = fluid.layers.relu(v)
    else:
        raise ValueError("no activation: " + args.act)
    return fc(act, 1)
"""),
    "settings_that_are_filled": ("filled(x, {'act': args.act, 'depth': args.count})", """\
def filled(v, settings):
    if settings["act"] == "tanh":
        settings["sizes"] = [3] * settings["depth"]
        name = "net_{}_{}".format(settings["act"], len(settings["sizes"]))
    else:
        settings["sizes"], name = [4], "plain"
    for number, size in enumerate(settings["sizes"]):
        v = fc(v, size, name="{}_{}".format(name, number))
    return fc(v, 1)
"""),
    "one_ending": ("ended(x, args)", """\
def wide(v):
    v = fluid.layers.relu(v)
    return fluid.layers.scale(fc(v, 1), 0.5)


def deep(v):
    v = fc(v, 3, act="tanh")
    return fluid.layers.scale(fc(v, 1), 0.5)


def ended(v, args):
    if args.wide:
        out = wide(v)
    else:
        out = deep(v)
    return out
"""),
    "no_ending_without_a_branch": ("unended(x, args)", """\
def unended(v, args):
    out, first = v, v
    if args.wide:
        first = fluid.layers.relu(v)
        out = fluid.layers.scale(first, 0.5)
    elif args.deep:
        first = fluid.layers.tanh(v)
        out = fluid.layers.scale(first, 0.5)
    return fc(fluid.layers.concat([out, first], 1), 1)
"""),
    "set_after_it_was_read": ("set_anew(x, args)", """\
def set_anew(v, args):
    size, first, count = args.count, args.sizes[0], len(args.sizes)
    args.count = 4
    args.sizes.pop()
    v = fc(fc(v, size), first, act="tanh")
    return fc(fc(v, args.count), count, act=args.act)
"""),
    "a_list_filled_in_a_branch": ("counted(x, args)", """\
def counted(v, args):
    if args.wide:
        sizes, kept = [], {}
        sizes.append(3)
        kept["act"] = "tanh"
        v = fc(v, 2)
    else:
        sizes, kept = [5, 2], {"act": "relu"}
        v = fc(v, 4)
    for size in sizes:
        v = fc(v, size, act=kept["act"])
    return fc(v, 1)
"""),
    "known_and_unknown": ("mixed(x, args, True)", """\
def mixed(v, args, is_train):
    size = 3
    if is_train and args.deep:
        size = 5
    if not is_train or args.act != "tanh":
        v = fc(v, 7)
    if is_train or args.wide:
        v = fc(v, size, act="tanh")
    return fc(v, 1)
"""),
}
GIVEN = ("", "--sizes 5 --wide 1", "--wide 2 --count 3 --deep 1", "--sizes 3 2 4 --deep 1 --act relu --count 1")


def _project(name: str, given: str) -> dict[str, str]:
    built, net = CASES[name]
    return {"main.py": MAIN.replace("BUILT", built), "nets.py": NETS + net,
            "options.py": OPTIONS.replace("GIVEN", repr(given.split()))}


@pytest.mark.parametrize("name", CASES)
def test_whatever_is_given_the_numbers_are_the_same(run_both_ways, name):
    scripts = {f"{name}_{number}": _project(name, given) for number, given in enumerate(GIVEN)}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert all(len(lines) == 4 for lines in old.values()), old


def _alone(built: str, net: str) -> str:
    imports = "from nets import *\nfrom options import read_options\n"
    return MAIN.replace(imports, OPTIONS.replace("GIVEN", "[]") + "\n\n" + NETS + net).replace("BUILT", built)


@pytest.mark.parametrize("name", CASES)
def test_they_become_a_loop_by_layers(name):
    result = migrate_source(_alone(*CASES[name]), options=Options(dygraph=True))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert "fluid" not in result.text
    assert ".minimize(" not in result.text
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


@pytest.mark.parametrize("name", CASES)
def test_they_become_a_loop_over_several_files(tmp_path, name):
    for file, text in _project(name, "").items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    project = Project(tmp_path.glob("*.py"), [tmp_path])
    text = (tmp_path / "main.py").read_text(encoding="utf-8")
    result = migrate_source(text, str(tmp_path / "main.py"), Options(dygraph=True), project)
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert "self.linear" in result.text


def test_what_is_written_is_what_an_author_would_write():
    text = unfolded(_alone(*CASES["an_object_chooses"]))
    assert text.partition('y = fluid.data("y", [None, 1])\n')[2].partition("loss =")[0].replace(
        ", param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1))", "").replace(
        ", param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.2))", "") == """\
if args.wide > 1:
    v = fluid.layers.fc(x, 6, act="relu")
    if args.deep:
        v = fluid.layers.fc(v, 5)
elif not args.wide:
    v = fluid.layers.fc(x, 5, act="relu")
    if args.deep:
        v = fluid.layers.fc(v, 5)
else:
    v = fluid.layers.fc(x, 2)
out = fluid.layers.fc(v, 1)
""".replace("v = fluid.layers.fc(v, 5)", "v = fluid.layers.fc(v, 6)", 1)


def test_branches_that_end_alike_have_one_ending():
    text = unfolded(_alone(*CASES["one_ending"]))
    assert text.count("fluid.layers.scale(") == text.count("fluid.layers.fc(v, 1") == 1
    assert "\nout = fluid.layers.scale(" in text


# what is not one thing before, in and behind a block is left to a person
STAYS = {
    "left_in_the_middle": ("[net][0](x)", """\
def net(v):
    for size in args.sizes:
        if size > 3:
            break
        v = fc(v, size)
    return fc(v, 1)
"""),
    "what_another_name_had": ("[net][0](x)", """\
def net(v):
    first = v
    for size in args.sizes:
        first = v
        v = fc(v, 4)
    return fc(first, 1)
"""),
    "set_while_it_is_given": ("[net][0](x, args.count)", """\
def net(v, size):
    args.count = 3
    return fc(v, size)
"""),
    "filled_while_it_is_given": ("[net][0](x, args.sizes[0])", """\
def net(v, size):
    args.sizes.insert(0, 2)
    return fc(v, size)
"""),
    "an_error_in_a_loop": ("[net][0](x)", """\
def net(v):
    for size in args.sizes:
        v = fc(v, size)
        raise ValueError("never")
    return fc(v, 1)
"""),
    "a_size_that_rounds_change": ("[net][0](x)", """\
def net(v):
    v = fluid.layers.unsqueeze(v, [1])
    v = fluid.layers.concat([v, v], axis=-1)
    for size in args.sizes:
        v = fc(v, size, 1.0 / v.shape[1], act="tanh")
    return fc(v, 1)
"""),
    "in_a_set": ("[net][0](x)", """\
def net(v):
    seen = set()
    for size in args.sizes:
        seen.add(size)
        v = fc(v, size)
    return fc(v, len(seen))
"""),
    "as_long_as": ("[net][0](x)", """\
def net(v):
    while args.count:
        args.count -= 1
        v = fc(v, 4)
    return fc(v, 1)
"""),
}


@pytest.mark.parametrize("name", STAYS)
def test_they_stay(name):
    result = migrate_source(_alone(*STAYS[name]), options=Options(dygraph=True))
    assert "enable_static" in result.text
    assert [each.code for each in result.findings if each.code == "PM340"]
