"""Names that nobody took."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.options import Options


def _left(text):
    return [(f.code, f.message) for f in migrate_source(text).left]


@pytest.mark.parametrize(("before", "after"), [
    ("import paddle.fluid as fluid\nL = fluid.layers\ny = L.relu(x)\n",
     "import paddle.nn.functional as F\ny = F.relu(x)\n"),
    ("import paddle.fluid as fluid\nL = fluid.layers\nM = fluid.dygraph\ny = L.relu(x)\nz = M.to_variable(x)\n",
     "import paddle\nimport paddle.nn.functional as F\ny = F.relu(x)\nz = paddle.to_tensor(x)\n"),
])  # fmt: skip
def test_an_alias_goes_where_nothing_is_said_through_it(check_transformed, before, after):
    check_transformed(before, after)


@pytest.mark.parametrize("text", [
    "import paddle.fluid as fluid\nL = fluid.layers\nuse(L)\n",
    "import paddle.fluid as fluid\nL = fluid.layers\nL.no_such_name(x)\n",
    "import paddle.fluid as fluid\nL = fluid.layers\nL = other\nuse(L)\n",
])  # fmt: skip
def test_an_alias_that_is_needed_stays(text):
    result = migrate_source(text)
    assert "L = fluid.layers\n" in result.text
    assert "import paddle.fluid as fluid\n" in result.text
    assert result.left


@pytest.mark.parametrize(
    "text",
    [
        "L = fluid.layers\ny = L.roi_pool(x, *shape)\n",
        "class C(fluid.dygraph.Conv2D):\n    def __init__(self, *args):\n        super().__init__(*args)\n",
    ],
)
def test_one_reason_is_said_once(text):
    assert _left("import paddle.fluid as fluid\n" + text) == [("PM303", "called with *; write the arguments out")]


def test_a_name_that_1_8_did_not_have_is_said_once():
    ((code, message),) = _left("import paddle.fluid as fluid\nfluid.layers.no_such_name(x)\n")
    assert code == "PM301"
    assert "is no name of 1.8.5" in message


def test_a_module_as_a_value_is_said():
    assert _left("import paddle.fluid as fluid\nuse(fluid.layers)\n") == [
        ("PM305", "a module used as a value; left as it was: hand on today's module, or the functions themselves")
    ]


@pytest.mark.parametrize("text", [
    "import own as fluid\nfluid.layers.no_such_name(x)\n", "L = fluid.layers\nL.relu(x)\n",
    "import paddle\npaddle.no_such_name(x)\n",
])  # fmt: skip
def test_other_names_are_none_of_its_business(check_noop, text):
    check_noop(text)
    assert not migrate_source(text).findings


PROGRAM = """\
import paddle.fluid as fluid
x = fluid.data('x', [None, 4])
y = fluid.layers.{}
exe = fluid.Executor(fluid.CPUPlace())
"""


@pytest.mark.parametrize("call", ["target_assign(x, x)", "box_clip(x,\n    fluid.layers.box_clip(x, x))"])
def test_a_program_says_which_lines_it_waits_for(call):
    """What is left of a program is not run by the compat layer, beside today's."""
    text, lines = PROGRAM.format(call), "3, 4" if "\n" in call else "3"
    for each in (text, migrate_source(text).text):
        result = migrate_source(each)
        (waiting,) = [f.message for f in result.findings if f.code == "PM239"]
        assert re.match(rf"\d line\(s\) of fluid wait for a person \({lines if each == text else '.*'}\): ", waiting)
        assert result.left
        assert not any("it runs under the compat layer" in f.message for f in result.findings)


def test_dygraph_runs_beside_what_is_left():
    text = "with fluid.dygraph.guard():\n    x = fluid.layers.relu(x)\n    fluid.layers.target_assign(x, x)\n"
    assert _left(f"import paddle.fluid as fluid\n{text}") == [
        ("PM301", "has no rewrite yet; left as it was (it runs under the compat layer): paddle.vision.ops has today's "
                  "operators of boxes; what is missing there is written with paddle's functions")
    ]


@pytest.mark.parametrize("text", [PROGRAM.format("relu(x)"), "import paddle.fluid as fluid\nfluid.io.save_vars(exe)\n"])
def test_what_waits_for_nobody(text):
    """All is rewritten, or nothing is."""
    assert "PM239" not in [f.code for f in migrate_source(text).findings]


def test_an_excerpt_is_no_program_that_waits():
    result = migrate_source(PROGRAM.format("target_assign(x, x)"), options=Options(excerpts=True))
    assert [f.code for f in result.left] == ["PM301"]
    assert "PM239" not in [f.code for f in result.findings]


@pytest.mark.parametrize("name", ["debugger.draw_block_graphviz", "default_scope_funcs.get_cur_scope"])
@pytest.mark.parametrize("head", ["main = fluid.Program()\n", "", "fluid.enable_dygraph()\n"])
def test_what_nothing_is_known_of_has_a_word_all_the_same(name, head):
    result = migrate_source(f"import paddle.fluid as fluid\n{head}fluid.{name}(1)\n")
    (message,) = [finding.message for finding in result.findings if finding.code == "PM301" and name in finding.name]
    assert message.endswith(": write it in today's Paddle")


@pytest.mark.parametrize(("line", "left"), [
    ("L, D = fluid.layers, fluid.dygraph", ""),
    ("(L, D) = (fluid.layers, fluid.dygraph)", ""),
    ("L, D, N = fluid.layers, fluid.dygraph, fluid.nets", ""),  # nothing is said through N
    ("a, L, D = 1, fluid.layers, fluid.dygraph", "a = 1\n"),
    ("L, a, D, b = fluid.layers, f(2), fluid.dygraph, 1", "a, b = f(2), 1\n"),
    ("(L, P, D) = (fluid.layers, fluid.ParamAttr, fluid.dygraph)", "P = paddle.ParamAttr\n"),
    ("*a, L, D = 1, fluid.layers, fluid.dygraph", None),
    ("a, L, D = 1, fluid.layers, fluid.dygraph\nkeep(L)", None),
    ("L, D = D, L = fluid.layers, fluid.dygraph", None),
    ("L, D = fluid.layers, other.dygraph", "D = other.dygraph\n"),
    ("L, D = fluid.layers, fluid.dygraph\nkeep(L)", None),
])  # fmt: skip
@pytest.mark.parametrize("within", ["", "def f(x):\n"])
def test_modules_that_one_tuple_names(line, left, within):
    indent = "    " if within else ""
    lines = [*line.splitlines(), "z = D.no_grad()", "print(L.relu(x), z)"]
    text = "import paddle.fluid as fluid\n" + within + "".join(f"{indent}{each}\n" for each in lines)
    result = migrate_source(text, "script.py", Options(mode="dynamic")).text
    assert (line.splitlines()[0] in result) is (left is None)
    assert ("fluid" in result) is (left is None)
    assert left is None or left in result


STARS = "import paddle.fluid as fluid\ntry:\n    from paddle.fluid.{0} import *\nexcept ImportError:\n    pass\n" \
    "y = fluid.layers.relu(x)\n"


@pytest.mark.parametrize(("module", "is_left"), [
    ("trainer", True), ("contrib.inferencer", True), ("layers", False), ("dygraph.nn", False),
])
def test_all_of_a_module_that_nobody_knows(module, is_left):
    result = migrate_source(STARS.format(module))
    assert [(each.code, each.line) for each in result.left] == [("PM301", 3)] * is_left
    assert (f"from paddle.fluid.{module} import *" in result.text) == is_left


@pytest.mark.parametrize(("line", "code"), [
    ("f = fluid.dygraph.jit.extract_vars", "PM305"),
    ("f = fluid.dygraph.jit.extract_vars([x])", "PM303"),  # it calls itself
    ("f = fluid.dygraph.dygraph_to_static.variable_trans_func.create_fill_constant_node('a', 1)", "PM303"),
])
def test_what_has_no_function_without_the_compat_layer(line, code):
    result = migrate_source(f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    {line}\n")
    assert [each.code for each in result.left] == [code]
    assert "paddle_compat" not in result.text


@pytest.mark.parametrize(("line", "code", "words"), [
    ("p = fluid.Program.parse_from_string(text)", "PM301", "save_inference_model"),
    ("f = fluid.framework.Program.parse_from_string", "PM301", "save_inference_model"),
    ("f = fluid.optimizer.Optimizer.backward", "PM305", "used as a value"),
])
def test_what_stands_below_a_class(line, code, words):
    """Advice, where there is any."""
    (left,) = migrate_source(f"import paddle.fluid as fluid\nexe = fluid.Executor()\n{line}\n").left
    assert left.code == code
    assert words in left.message
