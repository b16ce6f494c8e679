"""An open size that meets a known one, and labels whose width is open: the batch stays open, as in 1.8.5."""

import numpy as np
import pytest

GIVEN = {"a": np.arange(8, dtype="float32").reshape(2, 4) / 10 + 0.1, "b": np.arange(6, dtype="float32").reshape(2, 3),
         "c": np.arange(24, dtype="float32").reshape(2, 4, 3), "w": np.arange(12, dtype="float32").reshape(4, 3),
         "y": np.array([[1], [2]], "int64")}
CASES = {
    "product": 'matmul(fed("a", N, N), fed("w", 4, 3))',
    "products": 'matmul(fed("a1", N, 1, N), fed("c", N, 4, 3))',
    "sum": 'elementwise_add(fed("a", N, N), fed("a2", N, 4))',
    "mask": 'reduce_sum(fed("c", N, 4, 3) * unsqueeze(fed("a", N, N), [2]), dim=1)',
    "squares": 'square_error_cost(fed("a", N, N), fed("a2", N, 4))',
    "two widths": 'reduce_sum(fed("a", N, N) * fed("a2", N, 4), 1) + reduce_sum(fed("b", N, N) * fed("b2", N, 3), 1)',
    "label": 'bpr_loss(fed("a", N, 4), fed("y", N, N))',
    "accuracy": 'accuracy(fed("a", N, 4), fed("y", N, N))',
}
RUN = """
def fed(name, *shape):
    value = given[name[0]].reshape([2, 1, 4]) if name == "a1" else given[name[0]]
    feed[name] = value
    return fluid.data(name, list(shape), dtype=str(value.dtype))

for name, expression in CASES.items():
    feed = {}
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        out = eval(expression, {**vars(fluid.layers), "fed": fed, "N": None})
        executor = fluid.Executor(fluid.CPUPlace())
        answer[name] = executor.run(feed=feed, fetch_list=[out])[0]
        answer[name + " shape"] = np.array(out.shape)
"""


@pytest.fixture(scope="module")
def answers(fluid, harness):
    question, ours = f"CASES = {CASES!r}\n{RUN}", {}
    theirs = harness.ask("static.meeting_sizes", question, GIVEN)
    exec(question, {"fluid": fluid, "np": np, "given": GIVEN, "answer": ours})
    return theirs, ours


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_same_as_185s(answers, name):
    theirs, ours = answers
    assert ours[f"{name} shape"].tolist() == theirs[f"{name} shape"].tolist()
    np.testing.assert_allclose(ours[name], theirs[name], rtol=1e-6)
