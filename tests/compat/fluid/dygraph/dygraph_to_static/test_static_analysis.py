"""What 1.8.5's translator says of a source: kinds of values, names, and conditions that depend on tensors."""

import json

import numpy as np
import pytest

FUNCTIONS = {
    "numbers": "def f(): a = 1; b = 3.0; c = a * b; d = True + c; e = a < b; g = 'x'; h = None; i = None + 1; j = -b",
    "loops": "def f(x, y=1, z='s'):\n  for i in range(10): x += i\n  m = 3\n  while m < 8: m = m + y\n  return x",
    "tensors": "def f(n):\n  a = np.random.rand(2); b = 1 + a; c = fluid.dygraph.to_variable(b); d = c * 0.3",
    "layers": "def f(x):\n  y = fluid.layers.relu(x); z = fluid.layers.mean(y) + 1; d = {}; s = {1}; k = y > 0",
    "inner": "def f():\n  def g(x):\n    if x: return 1.0\n    return 0\n  def h(x): return x\n  a = g(3); b = h(0)",
    "other": "def f(x):\n  y = x.shape[0]; z = len(x); w = (y, z); v = other(x) and 1\n  return",
}
NAMES = {
    "assigned": "def f(x, y):\n  a = 1\n  x = y + a\n  if x > y:\n    z = x * x\n    z = z + a\n"
                "  else:\n    z = y * y\n  return z",
    "called": "x = f(a, g.h(b.c), k=d)\nfor i in range(n): x.y = x[i]",
}
CONDITIONS = [
    "a + b", "a + x.numpy()", "x is None", "fluid.layers.sum(x).numpy() != None", "fluid.layers.sum(x) and 2 > 1",
    "x.numpy()[1] > 1", "x and 1 < x.numpy()[1]", "1 < fluid.layers.sum(x).numpy()[2] or x + y < 0",
    "not fluid.layers.sum(x)", "fluid.layers.sum(x)", "a and fluid.layers.sum(x) > 1 or not b and c",
    "fluid.layers.sum(x) > 1 and a and x is not None",  # of four, 1.8.5 forgets the last
]
LOOPS = [
    "while x < fluid.layers.shape(y): x = x + 1", "while x < 10: x = x + 1", "while x < 10:\n  if x: break",
    "while x < 10:\n  for i in y: continue", "for i in range(fluid.layers.shape(x)): pass", "for i in x:\n  break",
    "for i in range(3):\n  continue", "if x.numpy(): pass", "if x: pass",
]
ASKED = {"kinds": FUNCTIONS, "names": NAMES, "conditions": CONDITIONS, "loops": LOOPS}
SOURCE = """
import json
try:
    from paddle.utils import gast
except ImportError:
    import gast
from paddle.fluid.dygraph.dygraph_to_static import ifelse_transformer, static_analysis, utils

def kinds(source):
    scope = static_analysis.StaticAnalysisVisitor(gast.parse(source)).get_var_env()
    scope.cur_scope = scope.cur_scope.sub_scopes[0]
    return {name: sorted(types) for name, types in scope.get_scope_var_type().items()}

def names(source):
    found = ifelse_transformer.get_name_ids([gast.parse(source)])
    return {name: [type(each).__name__ for each in contexts] for name, contexts in found.items()}

def condition(source):
    with fluid.unique_name.guard():
        visitor = ifelse_transformer.IfConditionVisitor(gast.parse(source).body[0].value)
        depends = visitor.is_control_flow()
        changed, before = visitor.transform()
    parts = ["".join(utils.ast_to_source_code(each).split()) for each in [changed] + before]
    return [depends] + [each[1:-1] if each.startswith("(") and each.endswith(")") else each for each in parts]

def loop(source):
    return utils.is_control_flow_to_transform(gast.parse(source).body[0])

def answers(functions, sources, conditions, loops):
    return {
        "kinds": {name: kinds(source) for name, source in functions.items()},
        "names": {name: names(source) for name, source in sources.items()},
        "conditions": {source: condition(source) for source in conditions},
        "loops": {source: loop(source) for source in loops},
    }
"""


@pytest.fixture(scope="module")
def answers(fluid, harness):
    given = f"{FUNCTIONS!r}, {NAMES!r}, {CONDITIONS!r}, {LOOPS!r}"
    theirs = harness.ask("dygraph_to_static", f"{SOURCE}\nanswer['all'] = np.array(json.dumps(answers({given})))\n")
    scope = {"np": np, "fluid": fluid}
    exec(SOURCE, scope)
    return json.loads(str(theirs["all"])), scope["answers"](FUNCTIONS, NAMES, CONDITIONS, LOOPS)


@pytest.mark.oracle
@pytest.mark.parametrize(("what", "name"), [(what, name) for what, some in ASKED.items() for name in some])
def test_same_as_185(answers, what, name):
    theirs, ours = answers
    assert ours[what][name] == theirs[what][name]


def test_a_function_of_a_tree(fluid):
    from paddle.fluid.dygraph.dygraph_to_static.utils import ast_to_func
    from paddle.utils import gast

    def add(x, y):
        return x - y

    made, file = ast_to_func(gast.parse("def add(x, y):\n    return x + y\n"), add)
    assert made(1, 2) == 3
    assert file.endswith(".py")
    with pytest.raises(TypeError, match=r"Type of ast_root should be gast.AST or ast.AST"):
        ast_to_func("x = a + b", "foo")


def test_variables_of_values(fluid):
    from paddle.fluid.dygraph.dygraph_to_static import variable_trans_func as made

    program = fluid.Program()
    with fluid.program_guard(program):
        given = made.data_layer_not_check("d", (None, -1, 3))
        values = [made.to_static_variable(each) for each in (True, 1.5, 7)]
        assert made.to_static_variable(given) is given
        assert given.shape == (-1, -1, 3)
    run = fluid.Executor(fluid.CPUPlace()).run(program, {"d": np.ones([1, 2, 4], "float32")}, [given, *values])
    assert [(each.dtype.name, each.ravel().tolist()) for each in run[1:]] == [
        ("bool", [True]), ("float64", [1.5]), ("int64", [7])]
    assert run[0].shape == (1, 2, 4)
    assert made.create_fill_constant_node("e", []) is None
    assert made.create_fill_constant_node("e", True).targets[0].id == "e"


def test_names_of_paddle_2_are_there_too(fluid):
    from paddle.fluid.dygraph.dygraph_to_static.ifelse_transformer import IfElseTransformer
    from paddle.fluid.dygraph.dygraph_to_static.utils import func_to_source_code

    assert IfElseTransformer.__name__ == "IfElseTransformer"
    assert callable(func_to_source_code)
