"""What a program's variables are: asked for as the classes that Paddle has for them, before 3 and since."""

from __future__ import annotations

import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\nx = fluid.data('x', [2])\n"
BOTH = "paddle.static.Variable, paddle.pir.Value"


def migrated(line):
    return migrate_source(HEAD + line + "\n", options=Options(programs=True))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print(isinstance(x, fluid.Variable))", f"print(isinstance(x, ({BOTH})))"),
        ("print(isinstance(x, fluid.framework.Variable))", f"print(isinstance(x, ({BOTH})))"),
        ("print(isinstance(x, fluid.layers.tensor.Variable))", f"print(isinstance(x, ({BOTH})))"),
        ("print(isinstance(x, (list, fluid.Variable)))", f"print(isinstance(x, (list, {BOTH})))"),
        ("print(not isinstance(3, (fluid.Variable,)))", f"print(not isinstance(3, ({BOTH},)))"),
    ],
)
def test_a_variable_is_one(old, new, capsys):
    result = migrated(old)
    assert result.text.endswith(f"\n{new}\n")
    assert not result.left
    paddle.enable_static()
    try:
        with paddle.static.program_guard(paddle.static.Program(), paddle.static.Program()):
            exec(result.text, {})
    finally:
        paddle.disable_static()
    assert capsys.readouterr().out == "True\n"


COMPARED = "isinstance({0}, (" + BOTH + ")) and not getattr({0}, 'is_parameter', False)"


@pytest.mark.parametrize(("old", "new"), [
    ("print(type(x) == fluid.Variable)", f"print({COMPARED.format('x')})"),
    ("print(type(x) is fluid.framework.Variable)", f"print({COMPARED.format('x')})"),
    ("w = fluid.layers.create_parameter([2], 'float32')\nprint(type(w) != fluid.Variable)",
     f"w = paddle.static.create_parameter([2], 'float32')\nprint(not {COMPARED.format('w').replace('and not', 'or')})"),
    ("w = fluid.layers.create_parameter([2], 'float32')\nprint(not type(w) == fluid.Variable)",
     f"w = paddle.static.create_parameter([2], 'float32')\nprint(not ({COMPARED.format('w')}))"),
])  # fmt: skip
def test_what_its_type_is(old, new, capsys):
    test_a_variable_is_one(old, new, capsys)


@pytest.mark.parametrize(("old", "new"), [
    ("isinstance(exe.place, fluid.CUDAPlace)", "isinstance(exe.place, paddle.CUDAPlace)"),
    ("isinstance(p, (fluid.CPUPlace, fluid.core.CUDAPlace))", "isinstance(p, (paddle.CPUPlace, paddle.CUDAPlace))"),
    ("isinstance(p, fluid.CUDAPinnedPlace)", "isinstance(p, paddle.CUDAPinnedPlace)"),
])
def test_a_place_is_asked_for(old, new):
    result = migrated(f"at = {old}")
    assert result.text.endswith(f"\nat = {new}\n")
    assert not result.left


@pytest.mark.parametrize(("old", "new"), [
    ("type(p) is fluid.compiler.CompiledProgram", "type(p) is paddle.static.CompiledProgram"),
    ("isinstance(p, fluid.CompiledProgram)", "isinstance(p, paddle.static.CompiledProgram)"),
    ("type(p) != fluid.CompiledProgram", "type(p) != paddle.static.CompiledProgram"),
])
def test_a_program_is_asked_for(old, new):
    result = migrated(f"p = fluid.Program()\nprint({old})")
    assert result.text.endswith(f"\nprint({new})\n")
    assert not result.left


@pytest.mark.parametrize("line", ["print(p is fluid.CompiledProgram)", "show(fluid.CompiledProgram)"])
def test_a_class_of_programs_that_is_no_question_stays(line):
    assert migrated(line).text.endswith(f"{line}\n")


def test_a_place_that_is_made_elsewhere_stays():
    assert [each.name for each in migrated("kinds = [fluid.CUDAPlace]").left] == ["fluid.CUDAPlace"]


@pytest.mark.parametrize("line", ["names = [fluid.Variable]", "show(x, fluid.Variable)", "kind = fluid.Variable",
    "V = fluid.Variable\nprint(type(x) is V)", "V = fluid.Variable\nprint(V.__name__)",
    "class Net(object):\n    kind = fluid.Variable\nprint(getattr(Net, 'kind'), Net.kind)"])  # fmt: skip
def test_where_it_goes_is_not_seen(line):
    assert "PM333" in [each.code for each in migrated(line).left]


@pytest.mark.parametrize("line", ["isinstance(x, Variable)", "def f(x: fluid.Variable): pass"])
def test_what_is_no_question_stays_with_its_rule(line):
    assert "pir" not in migrated(line).text
    assert not migrated(line).left


HELD = {
    "name": "V = fluid.framework.Variable\nprint(isinstance(h, V), isinstance(3, V), isinstance(w, V))",
    "tuple": "V = (fluid.Variable, list)\nprint(isinstance(h, V), isinstance(3, V), isinstance([], V))",
    "default": "def asks(v, kind=fluid.Variable):\n    return isinstance(v, kind)\nprint(asks(h), asks(3))",
    "class": "class Asks(object):\n    kind = fluid.framework.Variable\n    def __call__(self, v):\n"
        "        return isinstance(v, self.kind)\nprint(Asks()(h), Asks()('h'), isinstance(w, Asks.kind))",
    "dictionary": "kinds = {'v': fluid.Variable, 's': str}\nprint([k for k in 'vs' if isinstance(h, kinds[k])])",
    "result": "def kind(n):\n    return fluid.Variable if n else str\nprint([isinstance(h, kind(n)) for n in (0, 1)])",
    "loop": "print([isinstance(h, kind) for kind in (str, fluid.Variable)])",
    "keyword": "from functools import partial\ndef asks(v, kind):\n    return isinstance(v, kind)\n"
        "print(asks(kind=fluid.Variable, v=h), asks(3, kind=fluid.Variable))",
    "elsewhere": "from other import V, asks\nprint(isinstance(h, V), isinstance([], V), asks(w), asks('w'))",
}  # fmt: skip
OTHER = """\
from paddle.fluid.framework import Variable as V

def asks(v, kinds=(V, list)):
    return isinstance(v, kinds)
"""
PROGRAM = """\
import paddle.fluid as fluid
x = fluid.data('x', [None, 3])
w = fluid.layers.create_parameter([3, 2], 'float32')
h = fluid.layers.matmul(x, w)
"""


def test_a_class_that_is_handed_on_is_asked_for(run_both_ways):
    scripts = {name: {"main.py": PROGRAM + text + "\n", "other.py": OTHER} for name, text in HELD.items()}
    old, new = run_both_ways(scripts)
    assert not any("Error" in line for lines in old.values() for line in lines)
    assert new == old


def test_dynamic_mode_has_tensors():
    text = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    print(isinstance(x, fluid.Variable))\n"
    assert "isinstance(x, paddle.Tensor)" in migrate_source(text, options=Options(programs=True)).text


KINDS = """
    import numpy as np
    import paddle.fluid as fluid
    from paddle.fluid import core
    def convert(dtype):
        if isinstance(dtype, fluid.core.VarDesc.VarType):
            return "bool" if dtype == core.VarDesc.VarType.BOOL else "other"
        return isinstance(dtype, (core.VarDesc.VarType, int))
    with fluid.dygraph.guard():
        for array in (np.ones(2, "float32"), np.ones(2, "bool")):
            print(convert(fluid.dygraph.to_variable(array).dtype), convert("float32"), convert(7))
"""


def test_a_dtype_is_asked_for(run_both_ways):
    old, new = run_both_ways({"kinds": {"main.py": KINDS}})
    assert old["kinds"] == ["other False True", "bool False True"]  # by 1.8.5
    assert new == old


@pytest.mark.parametrize("line", ["kinds = [fluid.core.VarDesc.VarType]", "show(fluid.core.VarDesc.VarType)"])
def test_a_class_of_dtypes_that_is_handed_on_stays(line):
    result = migrate_source(f"import paddle.fluid as fluid\n{line}\n")
    assert [each.code for each in result.left] == ["PM305"]


@pytest.mark.parametrize("asked", ["fluid.core.LoDTensorArray", "fluid.LoDTensorArray", "(list, fluid.LoDTensorArray)"])
def test_arrays_of_tensors(asked):
    """Each Paddle has a class for them, of another name; what a run gives is none of them here, as in 1.8.5."""
    result = migrated(f"def f(t):\n    return isinstance(t, {asked})\nprint(f(x), f({{}}))")
    assert "getattr(paddle.base.core, 'DenseTensorArray', None) or paddle.base.core.LoDTensorArray" in result.text
    assert not result.left
    held = {"paddle": paddle}
    exec(result.text[result.text.index("def f(t):"):].replace("print(f(x), f({}))", ""), held)
    core = paddle.base.core
    made = getattr(core, "DenseTensorArray", None) or core.LoDTensorArray
    assert held["f"](made())
    assert not held["f"]({})


def test_an_array_that_is_made_is_left():
    assert migrated("t = fluid.LoDTensorArray()").left
