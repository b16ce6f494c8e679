"""Functions that build a network and return in branches which what a script is started with decides."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

SCRIPT = """\
import argparse
import numpy as np
import paddle.fluid as fluid


def layer(x, size, start, act=None):
    weight = fluid.ParamAttr(initializer=fluid.initializer.Constant(start))
    return fluid.layers.fc(x, size, act=act, param_attr=weight)


BUILDS


def main(args):
    x = fluid.data("x", [None, 3])
    y = fluid.data("y", [None, 1])
    out, loss = build(x, y, args)
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    rows = np.linspace(0, 1, 12).reshape([4, 3]).astype("float32")
    for step in range(3):
        value, = exe.run(feed={"x": rows, "y": rows[:, :1]}, fetch_list=[loss])
        print("%.5f" % value[0])


parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="plain")
parser.add_argument("--deep", type=int, default=0)
main(parser.parse_args(GIVEN))
"""
PAIRS = """\
def build(x, y, args):
    hidden = layer(x, 4, 0.3, "tanh")
    if args.kind == "wide":
        out = layer(layer(hidden, 6, 0.2, "relu"), 1, 0.1)
        return out, fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    if args.deep:
        hidden = layer(hidden, 4, 0.4, "sigmoid")
    out = layer(hidden, 1, 0.1)
    return [out, fluid.layers.mean(fluid.layers.square_error_cost(out, y))]
""".replace("return [out", "return (out").replace("(out, y))]", "(out, y)))")
TABLES = """\
def head(hidden, y, args):
    if args.deep:
        out = layer(layer(hidden, 4, 0.4, "sigmoid"), 1, 0.1)
        return {"out": out, "loss": fluid.layers.mean(fluid.layers.square_error_cost(out, y))}
    else:
        out = layer(hidden, 1, 0.2)
    found = {"out": out, "loss": fluid.layers.mean(fluid.layers.square_error_cost(out, y))}
    return found


def build(x, y, args):
    found = head(layer(x, 4, 0.3, "tanh"), y, args)
    return found["out"], found["loss"]
"""
NESTED = """\
class Towers:
    def __init__(self, args):
        self.args = args

    def tower(self, x):
        if self.args.kind not in ("plain", "wide"):
            raise ValueError("no such kind")
        elif self.args.kind == "wide":
            if self.args.deep:
                return layer(layer(x, 5, 0.2, "relu"), 5, 0.1)
            return layer(x, 6, 0.2, "relu")
        return layer(x, 4, 0.3, "tanh")


def build(x, y, args):
    out = layer(Towers(args).tower(x), 1, 0.1)
    return out, fluid.layers.mean(fluid.layers.square_error_cost(out, y))
"""
NONE = PAIRS.replace("return out, ", "return None, ", 1)
LOOP = PAIRS.replace("    if args.deep:\n", """\
    for _ in range(args.deep):
        if args.kind == "plain":
            return hidden, fluid.layers.mean(hidden)
    if args.deep:
""")
KEYS = TABLES.replace('"loss": ', '"other": ', 1)  # which is an error where it is read
KINDS = {"pairs": PAIRS, "tables": TABLES, "nested": NESTED, "none": NONE, "loop": LOOP, "keys": KEYS}
GIVEN = ["", "--kind wide", "--deep 1", "--kind wide --deep 1"]


def _script(builds: str, given: str = "") -> str:
    return SCRIPT.replace("BUILDS", builds.strip()).replace("GIVEN", repr(given.split()))


@pytest.mark.parametrize("kind", KINDS)
def test_the_numbers_are_the_same(run_both_ways, kind):
    scripts = {f"exits_{n}": {"main.py": _script(KINDS[kind], given)} for n, given in enumerate(GIVEN)}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert sum(len(lines) == 3 for lines in old.values()) == (2 if kind == "keys" else 4), old
    assert len(set(map(tuple, old.values()))) > 1


@pytest.mark.parametrize("builds", [PAIRS, TABLES, NESTED], ids=["pairs", "tables", "nested"])
def test_it_is_a_class_and_a_loop(builds):
    result = migrate_source(_script(builds), "old.py", Options(dygraph=True))
    told = [each.message for each in result.findings if each.code in ("PM236", "PM340")]
    assert told == ["the program is a class of layers now, and a loop that trains them"]
    assert not any(word in result.text for word in ("fluid", "Executor", "enable_static"))
    assert migrate_source(result.text, "new.py", Options(dygraph=True)).text == result.text
