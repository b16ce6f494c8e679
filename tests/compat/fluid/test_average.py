"""``fluid.average``: the mean of batches, after several of them."""

import pytest

pytestmark = pytest.mark.oracle

W = "w = fluid.average.WeightedAverage(); "
CASES = {
    "numbers": W + "w.add(2.0, 1); w.add(value=4, weight=3); out += [w.eval(), w.numerator, w.denominator]",
    "arrays": W + "w.add(np.array([1.0, 2.0]), 2); w.add(np.array([3.0, 5.0]), np.array([6.0])); out += [w.eval()]",
    "reset": W + "w.add(2.0, 1); w.reset(); w.add(8.0, 2); out += [w.eval()]",
    "empty": W + "w.eval()",
    "text": W + "w.add('1', 1)",
    "weights": W + "w.add(1.0, np.array([1.0, 2.0]))",
}


@pytest.fixture(scope="module")
def answers(fluid, harness, doings):
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {CASES!r}))\n"
    return harness.ask("average", question), doings.run_doings(fluid, CASES)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 1e-12, key)
