"""The less common optimizers: the weights of every step and the names of the state, for every argument."""

import numpy as np
import pytest

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning"),
]

random = np.random.RandomState(3)
GIVEN = {
    "start": random.uniform(-1, 1, [3, 2]).astype("float32"),
    "batches": random.uniform(-1, 1, [6, 4, 3]).astype("float32"),
}
MORE = "parameter_list=p, regularization=fluid.regularizer.L2Decay(0.1), grad_clip=fluid.clip.GradientClipByNorm(0.05)"
CASES = {
    "rmsprop": "RMSProp(0.1, parameter_list=p)",
    "rmsprop_more": f"RMSPropOptimizer(0.1, rho=0.9, epsilon=1e-3, momentum=0.5, centered=True, name='r', {MORE})",
    "adamax": "Adamax(parameter_list=p)",
    "adamax_more": f"AdamaxOptimizer(0.1, beta1=0.8, beta2=0.9, epsilon=1e-3, name='a', {MORE})",
    "adadelta": "Adadelta(0.1, parameter_list=p)",
    "adadelta_more": f"AdadeltaOptimizer(learning_rate=0.5, epsilon=1e-3, rho=0.9, name='a', {MORE})",
    "lamb": "LambOptimizer(0.1, parameter_list=p)",
    "lamb_more": (
        "LambOptimizer(0.1, lamb_weight_decay=0.1, beta1=0.8, beta2=0.9, epsilon=1e-3,"
        f" exclude_from_weight_decay_fn=lambda p: p.name == 'w', name='l', {MORE})"
    ),
    "lamb_decay": "LambOptimizer(parameter_list=p, lamb_weight_decay=0.5)",
    "lars": "LarsMomentum(0.1, 0.9, parameter_list=p)",
    "lars_more": f"LarsMomentumOptimizer(0.1, 0.5, lars_coeff=0.1, lars_weight_decay=0.01, name='l', {MORE})",
    "lars_no_decay": "LarsMomentum(0.1, 0.9, lars_weight_decay=0.0, parameter_list=p)",
    "ftrl": "Ftrl(0.1, parameter_list=p)",
    "ftrl_more": f"FtrlOptimizer(0.1, l1=0.05, l2=0.1, lr_power=-0.3, name='f', {MORE})",
    "ftrl_l1": "Ftrl(learning_rate=0.1, l1=0.5, parameter_list=p)",
    "decayed": "DecayedAdagrad(0.1, parameter_list=p)",
    "decayed_more": f"DecayedAdagradOptimizer(0.1, decay=0.8, epsilon=1e-3, name='d', {MORE})",
    "decayed_decay": "DecayedAdagrad(fluid.dygraph.NoamDecay(4, 3), parameter_list=p)",
    "lars_decay": "LarsMomentum(fluid.dygraph.NoamDecay(4, 3), 0.9, parameter_list=p)",
}


@pytest.fixture(scope="module")
def answers(fluid, harness, steps):
    question = f"{steps.source}\nanswer.update(run_steps(fluid, {CASES!r}, given))\n"
    return harness.ask("optimizer", question, GIVEN), steps.run_steps(fluid, CASES, GIVEN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 1e-6, key)
