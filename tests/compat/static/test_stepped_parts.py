"""Parts of variables with steps: 1.8.5 turned another dimension round beside numbers, and counted steps of less than -1
from the other end."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

FORMS = [
    "x[0, ::-1]", "x[:, 0, ::-1]", "x[::-1, 0]", "x[:, ::-1]", "x[:, :, ::-1, 0]", "x[:, 1:3:2]", "x[0, 2:0:-1]",
    "x[0:3:2, 0]", "x[0, 0:3:2, ::-1]", "x[0, 1:, ::-1]", "x[0, ::-1, ::-1]", "x[0, ::-1, 1:3]", "x[:, :, 3:0:-2]",
    "x[0, :, 3:0:-2]", "x[0, ::-1, 3:1:-2]", "fluid.layers.strided_slice(x, [2, 3], [-1, 4], [-5, 1], [-2, -2])",
]  # fmt: skip
SOURCE = """
for form in FORMS:
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        x = fluid.data("x", [2, 3, 4, 5])
        found = eval(form)
        answer[form], = fluid.Executor(fluid.CPUPlace()).run(feed=dict(given), fetch_list=[found])
        answer[form + " shape"] = np.array(found.shape)
"""


def test_same_as_185(fluid, harness):
    question, ours = f"FORMS = {FORMS!r}\n{SOURCE}", {}
    given = {"x": np.arange(120, dtype="float32").reshape(2, 3, 4, 5)}
    theirs = harness.ask("static.stepped_parts", question, given)
    exec(question, {"fluid": fluid, "np": np, "given": given, "answer": ours})
    assert list(ours) == list(theirs)
    for name, wanted in theirs.items():
        np.testing.assert_array_equal(ours[name], wanted, err_msg=name)
