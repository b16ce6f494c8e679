"""BackwardStrategy, which told 1.x in which order to sum gradients up."""

from __future__ import annotations

import pytest

STRATEGY = "fluid.dygraph.BackwardStrategy()"


@pytest.mark.parametrize(
    "before",
    [
        f"s = {STRATEGY}\ns.sort_sum_gradient = True\nloss.backward(s)\n",
        f"s = {STRATEGY}\nloss.backward(backward_strategy=s)\n",
        f"loss.backward({STRATEGY})\n",
    ],
)
def test_it_goes(check_transformed, before):
    result = check_transformed(f"import paddle.fluid as fluid\n{before}", "loss.backward()\n")
    assert not result.left


@pytest.mark.parametrize(
    "source",
    [
        f"s = {STRATEGY}\nloss.backward(s)\nremember(s)\n",
        f"s = {STRATEGY}\ns.sort_sum_gradient = ask()\nloss.backward(s)\n",
        f"s = a if b else {STRATEGY}\nloss.backward(s)\n",
        f"train({STRATEGY})\n",
        "made = {'s': fluid.dygraph.BackwardStrategy}\nloss.backward(made['s']())\n",
    ],
)
def test_other_uses_are_left(check_noop, source):
    result = check_noop(f"import paddle.fluid as fluid\n{source}")
    assert len(result.left) == 1


def test_todays_argument_stays(check_noop):
    check_noop("import paddle\nloss.backward(gradient)\nloss.backward(retain_graph=True)\n")


def test_the_one_of_grad_goes(check_transformed):
    before = f"s = {STRATEGY}\ns.sort_sum_gradient = True\ng = fluid.dygraph.grad(y, x, backward_strategy=s)\n"
    result = check_transformed(f"import paddle.fluid as fluid\n{before}", "import paddle\ng = paddle.grad(y, x)\n")
    assert not result.left
