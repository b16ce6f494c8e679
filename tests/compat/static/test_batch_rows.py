"""``x * y`` in programs of 1.8.5: where the first size of ``y`` is the batch's, the first dimensions are lined up."""

import numpy as np
import pytest

GIVEN = {"x": np.arange(1, 7, dtype="float32").reshape(3, 2), "c": np.array([[2.0], [3.0], [5.0]], "float32"),
         "r": np.array([0.5, -1.0, 4.0], "float32"), "z": np.arange(24, dtype="float32").reshape(3, 2, 4)}
CASES = {"times": "c * r", "plus": "x + r", "minus": "z - r", "below": "x < r", "two": "z / (x + 1.0)",
         "not_the_batch": "x * fluid.layers.fill_constant([2], 'float32', 3.0)", "as_many": "x * c",
         "number_first": "1.0 - r", "turned": "r * c", "less": "r - z", "less_equal": "c >= z"}
RUN = """
for name, expression in CASES.items():
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        fed = {key: fluid.data(key, [None, *value.shape[1:]]) for key, value in given.items()}
        for each in fed.values():
            each.stop_gradient = False
        try:
            out = eval(expression, {**fed, "fluid": fluid})
            wanted = [out]
            if name != "below":
                wanted += [each for each in fluid.gradients([out], [fed[key] for key in "xcr"]) if each is not None]
            exe = fluid.Executor(fluid.CPUPlace())
            for place, value in enumerate(exe.run(feed=given, fetch_list=wanted)):
                answer[f"{name}|{place}"] = np.asarray(value)
        except Exception as error:
            answer[f"{name}|refused"] = np.zeros(0)
"""


@pytest.fixture(scope="module")
def answers(fluid, harness):
    question, ours = f"CASES = {CASES!r}\n{RUN}", {}
    theirs = harness.ask("static.batch_rows", question, GIVEN)
    exec(question, {"fluid": fluid, "np": np, "given": GIVEN, "answer": ours})
    return theirs, ours


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_same_as_185s(answers, name):
    theirs, ours = ({key: value for key, value in each.items() if key.startswith(f"{name}|")} for each in answers)
    assert theirs.keys() == ours.keys()
    for key, wanted in theirs.items():
        assert ours[key].shape == wanted.shape, key
        np.testing.assert_allclose(ours[key], wanted, rtol=1e-6, err_msg=key)


def test_paddle_2_lines_up_the_last(fluid, monkeypatch):
    monkeypatch.setenv("PADDLE_COMPAT_ERA", "2")
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        out = fluid.data("c", [None, 1]) * fluid.data("r", [None])
        (value,) = fluid.Executor(fluid.CPUPlace()).run(feed={key: GIVEN[key] for key in "cr"}, fetch_list=[out])
    assert value.tolist() == (GIVEN["c"] * GIVEN["r"]).tolist()
