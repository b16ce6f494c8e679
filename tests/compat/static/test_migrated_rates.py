"""Rates that are variables of a program, migrated: rates and losses of each step against 1.8.5's."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning"),  # Paddle's own words at its own calls
]

HEAD = """
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as L
"""
# what leaves the rate in `rate`, in a function
SWITCHED = """
def scheduled(base, steps):
    step = L.learning_rate_scheduler._decay_step_counter()
    rate = L.create_global_var([1], 0.0, 'float32', persistable=True, name='scheduled')
    with L.control_flow.Switch() as switch:
        with switch.case(step < steps):
            part = base * (step / steps)
            L.assign(part, rate)
        with switch.case(step < 2 * steps):
            part = step / steps
            part = L.floor(part)
            L.tensor.assign(input=base * (0.5 ** part), output=rate)
        with switch.default():
            L.assign(L.polynomial_decay(base, 2 * steps + 4, 0.01), rate)
    return rate
rate = scheduled(0.1, 2)
"""
NO_DEFAULT = """
step = L.learning_rate_scheduler._decay_step_counter(1)
rate = L.create_global_var([1], 0.1, 'float32', persistable=True)
with fluid.layers.Switch() as switch:
    with switch.case(L.equal(step, L.fill_constant([1], 'float32', 3.0))): L.assign(rate * 0.5, rate)
"""
CASES = {
    "noam": "rate = L.noam_decay(4, 3)",
    "noam_rate": "rate = L.noam_decay(1 / (3 * 0.01), 3, learning_rate=0.5)",
    "exponential": "rate = L.exponential_decay(0.1, 2, 0.5)",
    "exponential_stairs": "rate = L.exponential_decay(0.1, 2, 0.5, staircase=True)",
    "natural_exp": "rate = L.natural_exp_decay(0.1, 2, 0.5)",
    "natural_exp_stairs": "rate = L.natural_exp_decay(0.1, 2, 0.5, True)",
    "inverse_time": "rate = L.inverse_time_decay(0.1, 2, 0.5)",
    "inverse_time_stairs": "rate = L.inverse_time_decay(0.1, 2, 0.5, True)",
    "polynomial": "rate = L.polynomial_decay(0.1, 3)",
    "polynomial_cycle": "rate = L.polynomial_decay(0.1, 3, 0.01, 2.0, cycle=True)",
    "piecewise": "rate = L.piecewise_decay([2, 3], [0.1, 0.05, 0.01])",
    "cosine": "rate = L.cosine_decay(0.1, 2, 3)",
    "warm_up": "rate = L.linear_lr_warmup(0.1, 3, 0.01, 0.1)",
    "warm_up_of_decay": "rate = L.linear_lr_warmup(L.cosine_decay(0.1, 2, 3), 3, 0.01, 0.1)",
    "two_of_one_count": "rate = L.noam_decay(4, 3) + L.exponential_decay(0.1, 2, 0.5)",
    "counter_begun_later": "rate = L.learning_rate_scheduler._decay_step_counter(3) * 0.01",
    "switched": SWITCHED,
    "no_default": NO_DEFAULT,
}
# a factor of a parameter's own, and one in which the rate stands beside the update
TRAINED = """
x = fluid.data('x', [None, 4], 'float32')
w = fluid.ParamAttr(name='w', initializer=fluid.initializer.Constant(0.1), learning_rate=0.5)
loss = L.mean(L.square(L.fc(x, 1, param_attr=w, bias_attr=False)))
optimizer = fluid.optimizer.{optimizer}
optimizer.minimize(loss)
found = [rate, loss]
main, startup = fluid.default_main_program(), fluid.default_startup_program()
"""
RUN = """
executor.run(startup)
runs = [executor.run(main, feed={'x': given['x'][each]}, fetch_list=found) for each in range(7)]
answer[case] = np.array([[float(np.reshape(value, [-1])[0]) for value in run] for run in runs])
"""
OPTIMIZERS = ("SGD(rate)", "Momentum(learning_rate=rate, momentum=0.9, regularization=fluid.regularizer.L2Decay(0.1))")
GIVEN = {"x": np.random.RandomState(3).rand(7, 5, 4).astype("float32")}


def script(case, optimizer):
    return HEAD + CASES[case] + "\n" + TRAINED.format(optimizer=optimizer)


THEIRS = """
names = {'answer': answer, 'given': given, 'case': case, 'executor': fluid.Executor(fluid.CPUPlace())}
with fluid.scope_guard(fluid.Scope()), fluid.program_guard(fluid.Program(), fluid.Program()), \\
        fluid.unique_name.guard():
    exec(built, names)
    exec(run, names)
"""


def question(optimizer):
    """All cases with that optimizer under 1.8.5."""
    made = [f"case, built, run = {case!r}, {script(case, optimizer)!r}, {RUN!r}\n{THEIRS}" for case in CASES]
    return "".join(made)


@pytest.fixture(scope="module", params=range(len(OPTIMIZERS)))
def theirs(request, harness):
    number = request.param
    return OPTIMIZERS[number], harness.ask(f"static.rates.{number}", question(OPTIMIZERS[number]), GIVEN)


@pytest.mark.parametrize("case", CASES)
def test_each_step(theirs, case):
    optimizer, answers = theirs
    result = migrate_source(script(case, optimizer), options=Options(programs=True))
    assert not result.left
    assert "fluid" not in result.text
    answer, names = {}, {}
    paddle.enable_static()
    try:
        main, startup, scope = paddle.static.Program(), paddle.static.Program(), paddle.static.Scope()
        with paddle.static.program_guard(main, startup), paddle.static.scope_guard(scope):
            exec(compile(result.text, "script.py", "exec"), names)
            names.update(executor=paddle.static.Executor(paddle.CPUPlace()), given=GIVEN, answer=answer, case=case)
            exec(RUN, names)
    finally:
        paddle.disable_static()
    np.testing.assert_allclose(answer[case], answers[case], rtol=2e-6, atol=1e-7)
