"""Private names that scripts of 1.8 borrowed: the tracer, guards, decorators, helpers of layers."""

import paddle.fluid as fluid
import pytest

MADE = """
D, L, F = fluid.dygraph, fluid.layers, fluid.framework
x = D.to_variable(np.cos(np.arange(12.0)).reshape([3, 4]).astype("float32"))
b = D.to_variable(np.arange(4.0).astype("float32"))
"""
CASES = {
    "switched": """
@D.base.switch_to_static_graph
def made():
    with fluid.program_guard(fluid.Program()):
        variable = L.fill_constant([2], "float32", 3.0)
    return [fluid.in_dygraph_mode(), isinstance(variable, fluid.core.VarBase), variable.name.startswith("fill")]
out += made() + [made.__name__ == "made", fluid.in_dygraph_mode()]
""",
    "guarded": """
tracer = F._dygraph_tracer()
with F._dygraph_guard(None):
    out += [fluid.in_dygraph_mode(), F._dygraph_tracer() is None]
with F._dygraph_guard(tracer):
    out += [fluid.in_dygraph_mode(), F._dygraph_tracer() is tracer]
""",
    "train_mode": """
tracer = F._dygraph_tracer()
out += [tracer._train_mode]
tracer._train_mode = False
out += [tracer._train_mode]
tracer._train_mode = True
""",
    "only_here": "out += [F.dygraph_only(lambda: 1)()]",
    "only_here_fails": """
with F._dygraph_guard(None):
    F.dygraph_only(lambda: 1)()
""",
    "only_there": """
with F._dygraph_guard(None):
    out += [F.dygraph_not_support(lambda: 1)()]
""",
    "only_there_fails": "F.dygraph_not_support(lambda: 1)()",
    "bias": "out += [fluid.dygraph_utils._append_bias_in_dygraph(x, b, axis=1),"
    " fluid.dygraph_utils._append_bias_in_dygraph(x, None)]",
    "activation": "out += [fluid.dygraph_utils._append_activation_in_dygraph(x, 'tanh'),"
    " fluid.dygraph_utils._append_activation_in_dygraph(x)]",
    "variables_within": "out += [len(D.jit.extract_vars([x, [b, [x]]])), len(D.jit.extract_vars(b))]",
}


@pytest.fixture(scope="module")
def answers(harness, doings):
    cases = {name: MADE + source for name, source in CASES.items()}
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {cases!r}))\n"
    return harness.ask("dygraph.borrowed", question), doings.run_doings(fluid, cases)


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys(), (ours, theirs)
    for key, wanted in theirs.items():
        if wanted.dtype.kind != "U":
            assert_close(ours[key], wanted, 1e-6, key)
