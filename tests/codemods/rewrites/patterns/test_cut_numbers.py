"""`index * 2.0` of whole numbers in tensors: the number is cut off as in 1.8.5; beside all others it stays."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable
I = np.array([[1, 2], [3, -5]])
F = I.astype('float32')
def show(value):
    print(value.dtype, value.astype('float64').ravel().tolist())
"""
FORMS = {
    "product": "y = whole * 2.0",
    "behind": "y = 2.0 * whole - 1.",
    "power": "y = whole ** 2.0",
    "root": "y = whole ** 0.5",
    "of_a_number": "y = 2.5 ** fluid.layers.abs(whole)",
    "compared": "y = fluid.layers.cast(whole < 2.5, 'int32') + fluid.layers.cast(2.5 <= whole, 'int32')",
    "equal": "y = fluid.layers.cast(whole == 2.5, 'int32')",
    "then_divided": "y = whole * 4.0 / 3",
    "in_place": "y = whole + 0\ny *= 2.0\ny += 1.0",
    "in_function": "def more(v, by=2.0):\n    return v * by\ny = more(whole)",
    "keyword": "def more(v, by):\n    return v + by\ny = more(by=3.0, v=whole)",
    "in_dict": "by = {'scale': 2.0}\ny = by['scale'] * whole",
    "in_list": "kept = [whole, 1]\ny = kept[0] - 1.0",
    "of_class": "class Scaled:\n    by = 3.0\n    def of(self, v):\n        return v * self.by\ny = Scaled().of(whole)",
    "of_object": "class Scaled:\n    def __init__(self, by):\n        self.by = by\n    def of(self, v):\n"
                 "        return v ** self.by\ny = Scaled(0.5).of(whole)",
    "in_loop": "y = whole\nfor by in (1.0, 2.0):\n    y = y * by",
    "of_both_kinds": "def more(v):\n    return v * 2.0\ny = more(fluid.layers.cast(whole, 'float32'))\n"
                     "y = fluid.layers.cast(y, 'int64') + more(whole)",
    "early": "def more(v, by=1.0):\n    if by == 2.0:\n        return v\n    return v + by\ny = more(whole)",
    "open": "import sys\nkind = sys.argv[9] if len(sys.argv) > 9 else 'int32'\nv = fluid.layers.cast(whole, kind)\n"
            "y = v * 2.0",
}
STAYS = {
    "floats": "y = to_variable(F) * 2.0 + to_variable(F) ** 0.5",
    "cast": "y = fluid.layers.cast(whole, 'float32') * 2.0",
    "arrays": "y = I * 2.0\nz = F > 0.5",
    "whole": "y = whole * 2 + 1",
    "same_to_a_comparison": "y = whole == 2.0",
    "sizes": "y = whole.shape[0] * 2.0",
    "taken_out": "y = whole.numpy() * 2.0",
    "refused_then": "try:\n    y = whole * 0.5\nexcept AssertionError:\n    y = whole",
    "tensors": "y = whole * whole",
    "numbers": "y = 3 * 2.0",
    "in_function": "def more(v, by=2.0):\n    return v * by\ny = more(to_variable(F))",
}


def dynamic(text, last="\nshow(y.numpy())\n"):
    inside = f"whole = to_variable(I)\n{text}{last}"
    return f"{HEAD}with fluid.dygraph.guard():\n{textwrap.indent(inside, '    ')}"


def program(text):
    return f"""{HEAD}with fluid.program_guard(fluid.Program(), fluid.Program()):
    whole = fluid.data('whole', [None, 2], 'int64')
{textwrap.indent(text, "    ")}
    show(fluid.Executor(fluid.CPUPlace()).run(feed={{'whole': I}}, fetch_list=[y])[0])
"""


@pytest.mark.parametrize("script", [dynamic, program])
def test_the_same_numbers(script, run_both_ways):
    old, new = run_both_ways({name: {"main.py": script(text)} for name, text in FORMS.items()})
    assert {name: lines for name, lines in old.items() if any("Error" in line for line in lines)} == {}
    assert new == old
    assert all("int" in line for lines in old.values() for line in lines)


@pytest.mark.parametrize("script", [dynamic, program])
@pytest.mark.parametrize("name", FORMS)
def test_again_nothing_changes(script, name):
    result = migrate_source(script(FORMS[name]))
    assert any("cut off" in finding.message for finding in result.findings)
    assert result.left == []
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    result = migrate_source(dynamic(STAYS[name], "\n"))
    assert not any("cut off" in finding.message for finding in result.findings)


def test_what_would_be_asked_twice_is_for_a_person():
    text = "def more(v):\n    return fluid.layers.cast(v, KIND) * 2.0\ny = more(whole)"
    result = migrate_source("from settings import KIND\n" + dynamic(text))
    assert "KIND) * 2.0" in result.text
    assert any("cut off" in finding.message for finding in result.left)


@pytest.mark.parametrize(("call", "is_said"), [
    ("y = more(whole)", True), ("import util\ny = util.more(v=whole)", True), ("y = [more][0](whole)", True),
    ("def over(v):\n    return more(v)\ny = over(whole)", True), ("y = more(whole, by=2)", False),
    ("y = more(to_variable(F))", False),
])  # fmt: skip
def test_in_another_file(call, is_said, tmp_path):
    main, util = tmp_path / "main.py", tmp_path / "util.py"
    util.write_text("def more(v, by=2.0):\n    return v * by\n")
    main.write_text("from util import more\n" + dynamic(call))
    result = migrate_module(main.read_text(), main, Options(), Project([main, util], [tmp_path]))
    said = [finding.message for finding in result.left if "meet a number" in finding.message]
    assert bool(said) == is_said


TAKERS = {  # of tensors of whole numbers 1.8.5 raised in all but the last two
    "sigmoid": "fluid.layers.sigmoid(v)", "loss": "fluid.layers.sigmoid_cross_entropy_with_logits(v * 0 + 1, v)",
    "named": "fluid.layers.square_error_cost(label=v, input=v)", "private": "fluid.layers.nn.relu6(v)",
    "softmax": "fluid.layers.softmax(v)", "abs": "fluid.layers.abs(v)", "told": "fluid.layers.one_hot(v, 3)",
}
WHOLE_TOO = ("abs", "told")
OPEN = "import sys\nkind = sys.argv[1]\nv = fluid.layers.cast(whole, kind)\n"


@pytest.mark.parametrize("name", TAKERS)
def test_what_functions_of_floats_take_is_of_floats(name):
    result = migrate_source(dynamic(f"{OPEN}{TAKERS[name]}\ny = v * 2.0", "\n"))
    assert any("cut off" in finding.message for finding in result.findings) == (name in WHOLE_TOO)


@pytest.mark.parametrize("text", [
    "y = v * 2.0\nfluid.layers.sigmoid(whole)", "if sys.argv[2]:\n    fluid.layers.sigmoid(v)\ny = v * 2.0",
    "for _ in sys.argv:\n    fluid.layers.sigmoid(v)\ny = v * 2.0", "fluid.layers.sigmoid(v + 0)\ny = v * 2.0",
    "def f(v):\n    return fluid.layers.sigmoid(v)\nif sys.argv[2]:\n    f(v)\ny = v * 2.0",
])
def test_what_they_may_take_may_be_whole(text):
    result = migrate_source(dynamic(OPEN + text, "\n"))
    assert any("cut off" in finding.message for finding in result.findings)


@pytest.mark.parametrize(("first", "call", "is_said"), [
    ("fluid.layers.sigmoid(v)", "more(v)", False), ("fluid.layers.abs(v)", "more(v)", True),
    ("fluid.layers.sigmoid(v)", "more(v)\nutil.other(v)", True),
])
def test_in_another_file_they_are_of_floats_in_one_call(first, call, is_said, tmp_path):
    main, util = tmp_path / "main.py", tmp_path / "util.py"
    util.write_text("import paddle.fluid as fluid\n"
                    f"def more(v):\n    {first}\n    return v * 2.0\ndef other(v):\n    return v * 2.0\n")
    main.write_text("import util\nfrom util import more\n" + dynamic(OPEN + call, "\n"))
    result = migrate_module(main.read_text(), main, Options(), Project([main, util], [tmp_path]))
    assert any("meet a number" in finding.message for finding in result.left) == is_said
