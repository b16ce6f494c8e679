"""Shapes of a program's variables, which were tuples and are lists since Paddle 3."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.api import migrate_module, migrate_source
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid
w = fluid.layers.create_parameter([2, 3], 'float32')
x = fluid.data('x', [-1, 2], 'float32')
"""
MATTERS = {
    "compared": "print(w.shape == (2, 3))",
    "other_side": "print((2, 3) != w.shape)",
    "part": "print(w.shape[1:] == (3,))",
    "longer": "print(w.shape + (1,) == (2, 3, 1))",
    "among": "print(w.shape in [(2, 3)])",
    "ordered": "print(w.shape < (3, 0))",
    "formatted": "print('%d_%d' % w.shape)",
    "asked": "print(isinstance(w.shape, tuple))",
    "key": "print({w.shape: 1}[(2, 3)])",
    "looked_up": "print({(2, 3): 1}[w.shape])",
    "got": "print({(2, 3): 1}.get(w.shape))",
    "set": "print({w.shape} == {(2, 3)})",
    "set_of_all": "print({v.shape for v in (w, w)} == {(2, 3)})",
    "dict_of_all": "print({v.shape: v.name == w.name for v in (w,)} == {(2, 3): True})",
    "lists": "print([v.shape for v in (w,)] == [(2, 3)])",
    "named": "s = w.shape\nprint(s == (2, 3))",
    "parameter": "def same(v, given):\n    return given == v.shape\nprint(same(w, (2, 3)))",
    "handed_over": "def shown(s):\n    return '%d.%d' % s\nprint(shown(w.shape))",
    "attribute": "class Kept:\n    def __init__(self, v):\n        self.s = v.shape\n    def same(self, s):\n"
                 "        return self.s == s\nprint(Kept(w).same((2, 3)), Kept(w).same([2, 3]))",
    "early_exit": "def same(v):\n    if v.shape != (2, 3):\n        return False\n    return True\nprint(same(w))",
    "set_of_list": "print(set([w.shape]) == {(2, 3)})",
    "set_of_listed": "print(len(set([v.shape for v in (w, w)])))",
    "frozen_set": "kept = [w.shape, w.shape]\nprint(len(frozenset(kept)))",
    "dict_of_pairs": "print(dict([(w.shape, 1)])[2, 3])",
    "dict_of_all_pairs": "print(dict((v.shape, 1) for v in (w,))[2, 3])",
    "from_keys": "print(dict.fromkeys([w.shape])[2, 3])",
    "counted": "import collections\nprint(collections.Counter([w.shape, w.shape])[2, 3])",
    "part_of_key": "print({('w', w.shape): 1}[('w', (2, 3))])",
    "part_of_what_is_added": "seen = set()\nseen.add(('w', w.shape))\nprint(('w', (2, 3)) in seen)",
    "zipped": "print(dict(zip([w.shape], [1]))[2, 3])",
    "in_tuple": "name, s = 'w', w.shape\nprint(s == (2, 3))",
}
STAYS = {
    "element": "print(w.shape[0] == 2)",
    "length": "print(len(w.shape) == 2)",
    "contains": "print(3 in w.shape)",
    "listed": "print(list(w.shape) == [2, 3])",
    "product": "print(np.prod(w.shape) == 6)",
    "loop": "print([n for n in w.shape])",
    "given": "print(len(fluid.layers.create_parameter(w.shape, 'float32').shape))",
    "none": "print(w.shape is None)",
    "array": "a = np.ones((2, 3))\nprint(a.shape == (2, 3), '%d_%d' % a.shape)",
    "value": "print({'w': w.shape}['w'][0])",
    "listed_alone": "print([v.shape for v in (w,)][0][1])",
    "named": "print(dict(sizes=[w.shape])['sizes'][0][1], dict([('w', w.shape)])['w'][0])",
    "value_of_dict": "print(sorted({'w': w.shape}))",
    "written": "print(tuple(w.shape) == (2, 3))",
}


@pytest.fixture
def _a_program_of_its_own():
    with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
        yield
    paddle.disable_static()


def migrated(text):
    return migrate_source(f"{HEAD}{text}\n").text


@pytest.mark.usefixtures("_a_program_of_its_own")
@pytest.mark.parametrize("case", MATTERS)
def test_what_asks_for_a_tuple_gets_one(case, capsys):
    text = migrated(MATTERS[case])
    assert "tuple(" in text
    assert migrate_source(text).text == text
    exec(compile(MATTERS[case], "<then>", "exec"), {"w": _Of((2, 3))})
    then = capsys.readouterr().out
    exec(compile(text, "<now>", "exec"), {"__name__": "now"})
    assert capsys.readouterr().out == then


@pytest.mark.parametrize("case", STAYS)
def test_what_a_list_does_as_well_stays(case):
    assert STAYS[case] in migrated(STAYS[case]).replace("paddle.static.create", "fluid.layers.create")


LOADING = """\
import paddle.fluid as fluid

def changed(program, state):
    shapes = {}
    for block in program.blocks:
        for param in block.all_parameters():
            shapes[param.name] = param.shape
    return [name for name, shape in shapes.items() if shape != state[name]]

def build():
    fluid.layers.fc(fluid.data('x', [-1, 2], 'float32'), 3, param_attr='w')
    return changed(fluid.default_main_program(), {'w': (2, 3)})
"""


def test_parameters_whose_shapes_are_compared_with_saved_ones():
    assert "shapes[param.name] = tuple(param.shape)\n" in migrate_source(LOADING).text


def test_files_of_a_project(tmp_path):
    (tmp_path / "net.py").write_text(
        "import paddle.fluid as fluid\nimport sizes\nw = fluid.layers.create_parameter([2, 3], 'float32')\n"
        "print(sizes.same(w), sizes.same_rows([[1]]))\nexe = fluid.Executor(fluid.CPUPlace())\n")
    text = "def same(v):\n    return v.shape == (2, 3)\n\ndef same_rows(v):\n    return v.shape == (1, 1)\n"
    (tmp_path / "sizes.py").write_text(text)
    project = Project([tmp_path / "net.py", tmp_path / "sizes.py"], [tmp_path])
    result = migrate_module(text, tmp_path / "sizes.py", Options(), project)
    assert result.text == text.replace("v.shape == (2", "tuple(v.shape) == (2")


def test_a_dynamic_graphs_shapes_were_lists():
    text = ("import numpy as np\nimport paddle.fluid as fluid\nwith fluid.dygraph.guard():\n"
            "    x = fluid.dygraph.to_variable(np.ones((2, 3)))\n    print(x.shape == [2, 3])\n")
    assert "x.shape == [2, 3]" in migrate_source(text).text


class _Of:
    """A variable as 1.8.5 had them, as far as its shape goes."""

    name = "w"

    def __init__(self, shape):
        self.shape = shape
