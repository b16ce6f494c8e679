"""What a function joins with vectors keeps the dimension that an element of a vector had."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\n\n\ndef f(x, y):\n"


def function(lines):
    return "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    "lines",
    [
        ["c = fluid.layers.cos(x / 2)", "z = fluid.layers.zeros([1], 'float32')",
         "return fluid.layers.concat([c, z, -c], axis=0)"],
        ["c = fluid.layers.cos(x)", "s = -fluid.layers.sin(x)", "m = fluid.layers.concat([c, s, s, c])",
         "return fluid.layers.reshape(m, [2, 2])"],
        ["c = fluid.layers.cos(x)", "return fluid.layers.reshape(fluid.layers.concat([c, c], axis=0), (1, 2))"],
        ["return fluid.layers.concat([x, fluid.layers.fill_constant([3], 'float32', 1.0)])"],
        ["c = fluid.layers.matmul(x, y)", "return fluid.layers.concat([c, fluid.layers.zeros([1], 'float32')])"],
    ],
)
def test_it_gets_one(lines):
    result = migrate_source(HEAD + function(lines))
    assert "def concat_vectors(" in result.text
    assert result.text.count("concat_vectors([") == 1
    assert "paddle.concat([c" not in result.text
    assert any("an element of a vector" in finding.message for finding in result.findings if finding.code == "PM108")


STARS = ["c = fluid.layers.cos(*[x / 2])", "s = fluid.layers.sin(x)", "z = fluid.layers.zeros(*[[1], 'float32'])",
         "return fluid.layers.concat([c, z, s], axis=0)"]


def test_through_stars():
    text = migrate_source(HEAD + function(STARS)).text
    assert "return concat_vectors([c, z, s], axis=0)" in text


def test_what_another_function_makes():
    both = "def both(x):\n    return fluid.layers.cos(x), fluid.layers.zeros([1], 'float32')\n\n\n"
    lines = ["[c, z] = both(x)", "return fluid.layers.concat([c, z, -c], axis=0)"]
    text = migrate_source(HEAD.replace("def f", f"{both}def f") + function(lines)).text
    assert "return concat_vectors([c, z, -c], axis=0)" in text


@pytest.mark.parametrize(
    "lines",
    [
        ["c = L.cos(x)", "return L.concat([c, c], axis=0)"],  # of images, for all that the file tells
        ["c = L.cos(x)", "return L.concat([c, L.zeros([1, 2], 'float32')], axis=0)"],
        ["c = L.cos(x)", "return L.concat([c, L.zeros([1], 'float32')], axis=1)"],
        ["c = L.cos(x)", "m = L.concat([c, c])", "return L.reshape(m, [2, 2])"],
        ["c = L.cos(x)", "m = L.concat([c, c])", "return L.reshape(m, [-1, 2])"],
        ["c = L.cos(x)", "return L.reshape(L.concat([c, c]), [2, 2])"],
        ["return L.concat([L.zeros([2], 'float32'), L.ones([1], 'float32')])"],
        ["parts = [x, L.zeros([1], 'float32')]", "return L.concat(parts)"],
    ],
)
def test_it_stays(check_transformed, lines):
    before = "import paddle.fluid.layers as L\n\n\ndef f(x, y):\n" + function(lines)
    after = before.replace("import paddle.fluid.layers as L", "import paddle").replace("L.", "paddle.")
    check_transformed(before, after)


HELD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
{made}
def turned(x):
    one = [1]
    c, s, none = L.cos(x), L.sin(x), L.zeros(one, 'float32')
    return {call}
with fluid.dygraph.guard():
    v = fluid.dygraph.to_variable(np.array([0.5, 1.5], 'float32'))
    print(turned(v[0]).numpy().round(4).tolist(), turned(v[1]).numpy().round(4).tolist())
"""
HOLDERS = {
    "dictionary": ("f = {'f': L.concat}", "f['f']([c, s, none])"),
    "list": ("f = [L.concat]", "f[0]([c, none, s], axis=0)"),
    "function": ("f = fluid.layers.concat", "f([c, s, none])"),
    "parameter": ("def g(join, parts):\n    return join(parts)", "g(L.concat, [c, s])"),
    "partial": ("from functools import partial", "partial(L.concat, axis=0)([c, s])"),
    "stars": ("", "L.concat(*[[c, s, none]])"),
    "shape_elsewhere": ("", "L.concat([c, none, s])"),
    "reshaped": ("sizes = {'two': [2, 2]}", "L.reshape(L.concat([c, s, s, c]), sizes['two'])"),
    "own_function": ("def join(*args, **kwargs):\n    return L.concat(*args, **kwargs)", "join([c, s], axis=0)"),
    "wrapped": ("class T(object):\n    @staticmethod\n    def cos(*args, **kwargs):\n"
                "        return L.cos(*args, **kwargs)", "L.concat([T.cos(x / 2), T.cos(x=x), none])"),
    "axis": ("def axis():\n    return 0", "L.concat([c, none, s], axis=axis() if len(__name__) > 0 else 7)"),
    "attribute": ("", "getattr(L, 'concat')([c, s, none])"),
    "attribute_of_several": ("import sys", "getattr(L, 'concat' if sys.argv else 'sums')([c, s], axis=0)"),
    "attribute_by_option": ("OPTIONS = {'join': 'concat'}\njoin = getattr(fluid.layers, OPTIONS['join'])",
                            "join([c, s])"),
    "attribute_in_class": ("class K(object):\n    def __init__(self, join):\n        self.join = getattr(L, join)",
                           "K('concat').join([c, s])"),
    "own_class": ("class J:\n    @staticmethod\n    def join(*args, **kwargs):\n"
                  "        return L.concat(*args, **kwargs)", "J.join([c, s])"),
}


def test_whoever_joins(run_both_ways):
    texts = {name: HELD.format(made=made, call=call) for name, (made, call) in HOLDERS.items()}
    files = {name: {"main.py": each} for name, each in texts.items()}
    elsewhere = ("of_another_file", "import sizes", "sizes.ITEM"), ("by_star", "from sizes import *", "ITEM")
    for name, made, shape in elsewhere:
        text = HELD.format(made=made, call=f"L.reshape(L.concat([c, s, s, c]), {shape})")
        files[name] = {"main.py": text, "sizes.py": "ITEM = [2, 2]\n"}
    old, new = run_both_ways(files)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


@pytest.mark.parametrize("asked", ["'sums'", "'stack'"])
def test_another_attribute_joins_as_it_did(asked):
    text = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    y = getattr(fluid.layers, {asked})(xs)\n"
    assert "concat_vectors" not in migrate_source(text).text


def test_todays_code_stays(check_noop):
    check_noop("import paddle\n\n\ndef f(x):\n    return paddle.concat([paddle.cos(x), paddle.zeros([1])])\n")
