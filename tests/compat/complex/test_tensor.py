"""Functions of complex numbers: values, shapes, dtypes, and the gradients of both parts by both parts.

1.8.5 had pairs of real tensors, and Paddle has complex ones today. Their gradients agree: what today's complex gradient
has as its real and its imaginary part are the gradients of the pair, without a conjugate or a factor. So nothing is
declared here, and the migrated cases are held to the same answers.
"""

import inspect
import json
import re

import numpy as np
import paddle
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(7)


def given(*shape, dtype="float32"):
    return random.uniform(0.5, 2, shape).astype(dtype) * random.choice([-1, 1], shape).astype(dtype)


GIVEN = {
    "a": given(2, 3), "b": given(2, 3), "c": given(2, 3), "d": given(2, 3),
    "e": given(3, 2), "f": given(3, 2),
    "p": given(3), "q": given(3), "r": given(3), "s": given(3),
    "two": given(2), "pair": given(2),
    "k": given(2, 3, 3), "l": given(2, 3, 3),
    "m": given(3, 3), "n": given(3, 3),
    "wide": given(2, 3, dtype="float64"), "fine": given(2, 3, dtype="float64"), "long": given(3, 2, dtype="float64"),
}
CALLS = {
    "add": "elementwise_add(a_b, c_d)",
    "add_real": "elementwise_add(a_b, c)",
    "real_add": "elementwise_add(a, c_d)",
    "add_axis": "elementwise_add(x=a_b, y=two_pair, axis=0, name='n')",
    "add_double": "elementwise_add(wide_fine, wide)",
    "sub": "elementwise_sub(a_b, c_d)",
    "sub_real": "elementwise_sub(a_b, c)",
    "real_sub": "elementwise_sub(a, c_d)",
    "sub_axis": "elementwise_sub(x=a, y=two_pair, axis=0, name='n')",
    "mul": "elementwise_mul(a_b, c_d)",
    "mul_row": "elementwise_mul(a_b, p_q)",
    "mul_real": "elementwise_mul(a_b, c)",
    "real_mul": "elementwise_mul(a, c_d)",
    "mul_axis": "elementwise_mul(x=a_b, y=two, axis=0, name='n')",
    "div": "elementwise_div(a_b, c_d)",
    "div_real": "elementwise_div(a_b, c)",
    "real_div": "elementwise_div(a, c_d)",
    "div_axis": "elementwise_div(x=a_b, y=two_pair, axis=0, name='n')",
    "kron": "kron(a_b, m_n)",
    "kron_real": "kron(x=a_b, y=m, name='n')",
    "real_kron": "kron(m, a_b)",
    "kron_double": "kron(wide, wide_fine)",
    "matmul": "matmul(a_b, e_f)",
    "matmul_real": "matmul(a_b, e)",
    "real_matmul": "matmul(a, e_f)",
    "matmul_turned": "matmul(x=a_b, y=e_f, transpose_x=True, transpose_y=True, alpha=0.5, name='n')",
    "matmul_vectors": "matmul(p_q, r_s)",
    "matmul_vector": "matmul(a_b, p_q)",
    "matmul_batch": "matmul(k_l, m_n)",
    "matmul_double": "matmul(wide_fine, long)",
    "sum": "sum(a_b)",
    "sum_rows": "sum(input=a_b, dim=1, keep_dim=True, name='n')",
    "sum_list": "sum(k_l, dim=[0, -1])",
    "trace": "trace(m_n)",
    "trace_more": "trace(input=k_l, offset=1, dim1=1, dim2=2)",
    "trace_turned": "trace(k_l, offset=1, dim1=2, dim2=0)",
    "trace_from_the_end": "trace(k_l, offset=-1, dim1=-1, dim2=-2)",
    "trace_below": "trace(k_l, -1, 0, 2)",
    "reshape": "reshape(a_b, [0, -1, 1])",
    "reshape_same": "reshape(x=a_b, shape=[3, 2], inplace=False, name='n')",
    "transpose": "transpose(a_b, [1, 0])",
    "transpose_batch": "transpose(x=k_l, perm=[2, 0, 1], name='n')",
    "trace_name": "trace(m_n, name='n')",
    "real_alone": "matmul(a, e)",
    "real_alone_too": "sum(a)",
}
NO_DIMENSION = ("matmul_vectors", "sum", "trace")
PAIR = re.compile(r"\b([a-z]+)_([a-z]+)\b(?![=(])")


def pairs(call):
    """`fluid.framework.ComplexVariable(a, b)` for `a_b`."""
    return PAIR.sub(r"fluid.framework.ComplexVariable(\1, \2)", call)


def expression(call):
    return f"(lambda z: [z.real, z.imag])(__import__('paddle.complex').complex.{pairs(call)})"


def function(name, call):
    """The case as a script would have it; where 1.8.5's result had shape [1] and today's has none, with that shape."""
    made = dict.fromkeys(match[0] for match in PAIR.finditer(call))
    words = re.findall(r"\w+", call.replace("_", " "))
    lines = [f"{pair} = {pairs(pair)}" for pair in made] + [f"z = paddle.complex.{call}"]
    parts = "paddle.reshape(z.real, [1]), paddle.reshape(z.imag, [1])" if name in NO_DIMENSION else "z.real, z.imag"
    body = "".join(f"    {line}\n" for line in [*lines, f"return [{parts}]"])
    return f"import paddle\n\n\ndef case_{name}({', '.join(key for key in GIVEN if key in words)}):\n{body}"


CASES = {name: expression(call) for name, call in CALLS.items()}
FUNCTIONS = {name: function(name, call) for name, call in CALLS.items()}
# 1.8.5 refused real numbers alone, and so does compat; today's functions take them. The name of a trace it took for
# what to write into.
REFUSED = ("real_alone", "real_alone_too", "trace_name")


@pytest.fixture(scope="module")
def answers(both):
    cases = {name: case for name, case in CASES.items() if name not in REFUSED}
    return both("complex.tensor", cases, GIVEN, functions=FUNCTIONS)


@pytest.mark.parametrize("name", [name for name in CASES if name not in REFUSED])
def test_same_as_185(answers, name):
    answers.check(name)


NAMES = """
import inspect, json
import paddle.complex as cpx
found = {name: inspect.signature(getattr(cpx, name)).parameters.values() for name in cpx.__all__}
plain = lambda p: [p.name, None if p.default is p.empty else repr(p.default)]
answer["signatures"] = np.array(json.dumps({name: list(map(plain, found[name])) for name in sorted(found)}))
"""


def test_names_and_signatures_are_those_of_185(fluid, harness):
    theirs = json.loads(str(harness.ask("complex.names", NAMES)["signatures"]))
    assert sorted(theirs) == sorted(paddle.complex.__all__)
    for name, wanted in theirs.items():
        parameters = inspect.signature(getattr(paddle.complex, name)).parameters.values()
        assert [[p.name, None if p.default is p.empty else repr(p.default)] for p in parameters] == wanted


def test_what_185_refused_is_refused(fluid, harness, cases):
    refused = {name: CASES[name] for name in REFUSED}
    question = f"{cases.source}\nanswer.update(run_cases(fluid, {refused!r}, given))\n"
    theirs = harness.ask("complex.refused", question, GIVEN)
    ours = cases.run_cases(fluid, refused, GIVEN)
    assert set(theirs) == set(ours) == {f"{name}|error" for name in REFUSED}
    with pytest.raises(ValueError, match=r"paddle\.complex\.sum takes at least one ComplexVariable"):
        paddle.complex.sum(fluid.layers.ones([2], "float32"))
