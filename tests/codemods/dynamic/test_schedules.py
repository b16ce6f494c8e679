"""The schedule of a rate steps in a loop where the program's did."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

OLD = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    test = fluid.default_main_program().clone(for_test=True)
    sgd = fluid.optimizer.SGD(fluid.layers.piecewise_decay([2], [0.1, 0.01]))
    sgd.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    metric = fluid.metrics.Accuracy()
    for step in range(4):
        value, = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss])
        metric.update(value, 2)
        print("%.6f %.6f" % (value[0], np.mean(metric.eval())))
        value, = exe.run(test, feed={x.name: ARRAY, y.name: ARRAY[:, :1]}, fetch_list=[loss])
        print("%.6f" % value[0])


main()
"""
RATE = "fluid.layers.piecewise_decay([2], [0.1, 0.01])"
HALVES = "fluid.layers.exponential_decay(0.1, 2, 0.5, staircase=True)"
PIECES = """\
0.078125 0.078125
0.029184
0.029184 0.053655
0.011032
0.011032 0.039447
0.010211
0.010211 0.032138
0.009453
"""
HALVED = """\
0.078125 0.078125
0.029184
0.029184 0.053655
0.011032
0.011032 0.039447
0.007254
0.007254 0.031399
0.004805
"""
RATES = """\
import sys

import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
    out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.3)))
    loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
    decay = fluid.layers.natural_exp_decay(0.1, 2, 0.5)
    rate = decay
    optimizer = fluid.optimizer.Momentum(rate, 0.9, regularization=fluid.regularizer.L2Decay(0.01))
    optimizer.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(6):
        got = exe.run(feed={"x": ARRAY, "y": ARRAY[:, :1]}, fetch_list=[loss, rate, decay])
        print(" ".join("%.6f" % np.mean(each) for each in got))


main()
"""
PIECEWISE = "fluid.layers.piecewise_decay([2, 4], [0.1, 0.05, 0.01])"
FETCHED = RATES.replace("fluid.layers.natural_exp_decay(0.1, 2, 0.5)", PIECEWISE)
WARMED = RATES.replace("    rate = decay", "    rate = fluid.layers.linear_lr_warmup(decay, 3, 0.01, 0.2)")
OPTIMIZER = RATES[RATES.index("    optimizer = ") : RATES.index("    optimizer.minimize")]
CHOSEN = WARMED.replace(OPTIMIZER, """\
    if len(sys.argv) > 3:
        optimizer = fluid.optimizer.SGD(rate)
    else:
        optimizer = fluid.optimizer.Momentum(rate, 0.9)
""")
OWN = FETCHED.replace("    optimizer.minimize(loss)\n", "    optimizer.minimize(loss)\n    rate_now = "
                      "optimizer._global_learning_rate()\n    own = rate_now\n").replace(
                          "[loss, rate, decay]", "[own, loss.name]")
TWO = RATES[: RATES.index("def main")] + """\
def weight(name, value):
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(value))


def main():
    first, second, startup = fluid.Program(), fluid.Program(), fluid.Program()
    with fluid.program_guard(first, startup):
        x = fluid.data("x", [None, 4])
        real = fluid.layers.fc(x, 1, param_attr=weight("d_w", 0.3), bias_attr=weight("d_b", 0.1))
        d_loss = fluid.layers.mean(fluid.layers.square(real - 1.0))
        d_rate = fluid.layers.piecewise_decay([2, 5], [0.1, 0.05, 0.01])
        d_optimizer = fluid.optimizer.SGD(d_rate)
        d_optimizer.minimize(d_loss, parameter_list=["d_w", "d_b"])
    with fluid.program_guard(second, startup):
        noise = fluid.data("noise", [None, 2])
        fake = fluid.layers.fc(noise, 4, param_attr=weight("g_w", 0.2), bias_attr=weight("g_b", 0.0))
        judged = fluid.layers.fc(fake, 1, param_attr=weight("d_w", 0.3), bias_attr=weight("d_b", 0.1))
        g_loss = fluid.layers.mean(fluid.layers.square(judged - 1.0))
        g_optimizer = fluid.optimizer.SGD(fluid.layers.exponential_decay(0.2, 2, 0.5, True))
        g_optimizer.minimize(g_loss, parameter_list=["g_w", "g_b"])
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(startup)
    for step in range(4):
        got = exe.run(first, feed={"x": ARRAY}, fetch_list=[d_loss, d_rate])
        print(" ".join("%.6f" % np.mean(each) for each in got))
        value, = exe.run(second, feed={"noise": ARRAY[:, :2]}, fetch_list=[g_loss])
        print("%.6f" % value[0])


main()
"""
DECAY = "fluid.layers.exponential_decay(0.2, 2, 0.5, True)"
FETCHED_PRINTS = """\
0.078125 0.100000 0.100000
0.028993 0.100000 0.100000
0.000367 0.050000 0.050000
0.005442 0.050000 0.050000
0.016031 0.010000 0.010000
0.017257 0.010000 0.010000
"""
WARMED_PRINTS = """\
0.078125 0.010000 0.100000
0.072130 0.073333 0.077880
0.014347 0.136667 0.060653
0.038940 0.047237 0.047237
0.066946 0.036788 0.036788
0.070099 0.028650 0.028650
"""
CHOSEN_PRINTS = """\
0.078125 0.010000 0.100000
0.072160 0.073333 0.077880
0.014539 0.136667 0.060653
0.038015 0.047237 0.047237
0.065692 0.036788 0.036788
0.068952 0.028650 0.028650
"""
OWN_PRINTS = """\
0.100000 0.078125
0.100000 0.028993
0.050000 0.000367
0.050000 0.005442
0.010000 0.016031
0.010000 0.017257
"""
TWO_SHARE_A_COUNT_PRINTS = """\
0.230625 0.100000
0.459842
0.170157 0.050000
0.280661
0.155441 0.050000
0.212475
0.144678 0.010000
0.191765
"""
ONE_OF_TWO_PRINTS = """\
0.230625 0.100000
0.459842
0.170157 0.100000
0.251854
0.143142 0.050000
0.158204
0.135496 0.050000
0.103737
"""
RATE_LINE = "    rate = decay\n"
COMPUTED = RATES.replace("natural_exp_decay(0.1,", "inverse_time_decay(0.5,").replace(RATE_LINE, """\
    most = fluid.layers.fill_constant([1], "float32", 0.3)
    rate = 0.5 * fluid.layers.elementwise_min(decay + 0.01, most) - 0.02
""")
CLIPPED = RATES.replace(RATE_LINE, "    rate = fluid.layers.clip(decay, 0.03, 0.07)\n")
HALF = WARMED.replace("    optimizer = ", "    rate = rate * 0.5\n    optimizer = ").replace(
    "    rate = fluid.l", "    warm = fluid.l").replace("rate * 0.5", "warm * 0.5")
VARIABLES = {  # rates that are variables in programs, with what 1.8.5 prints
    "fetched": (FETCHED, FETCHED_PRINTS),
    "warmed": (WARMED, WARMED_PRINTS),
    "chosen": (CHOSEN, CHOSEN_PRINTS),
    "own": (OWN, OWN_PRINTS),
    "computed": (COMPUTED, """\
0.078125 0.130000 0.500000
0.018942 0.130000 0.400000
0.004171 0.130000 0.333333
0.044005 0.127857 0.285714
0.055421 0.110000 0.250000
0.023883 0.096111 0.222222
"""),
    "clipped": (CLIPPED, """\
0.078125 0.070000 0.100000
0.041208 0.070000 0.077880
0.006338 0.060653 0.060653
0.001829 0.047237 0.047237
0.013039 0.036788 0.036788
0.022392 0.030000 0.028650
"""),
    "half_of_a_warm_up": (HALF, """\
0.078125 0.005000 0.100000
0.075097 0.036667 0.077880
0.039477 0.068333 0.060653
0.000671 0.023618 0.047237
0.001944 0.018394 0.036788
0.006357 0.014325 0.028650
"""),
    "two_share_a_count": (TWO, TWO_SHARE_A_COUNT_PRINTS),
    "one_of_two": (TWO.replace(DECAY, "0.2").replace('"d_', '"e_').replace('"g_', '"h_'), ONE_OF_TWO_PRINTS),
}
ALL = {  # with what 1.8.5 prints of it
    "there": (OLD, PIECES),
    "named": (OLD.replace("    sgd = ", f"    rate = {RATE}\n    sgd = ").replace(
        f"SGD({RATE})", "SGD(learning_rate=rate)"), PIECES),
    "halves": (OLD.replace(RATE, HALVES), HALVED),
    "optimizer_made_by_a_function": (OLD.replace(f"fluid.optimizer.SGD({RATE})", "optimizer()").replace(
        "def main():", f"def optimizer():\n    return fluid.optimizer.SGD({RATE})\n\n\ndef main():"), PIECES),
}
EVERY = ALL | VARIABLES


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, (text, _) in ALL.items()}, Options(dygraph=True))
    assert new == old == {name: printed.splitlines() for name, (_, printed) in ALL.items()}


@pytest.mark.parametrize("name", VARIABLES)
def test_same_numbers_of_variables(run_both_ways, name):
    """Each by itself: they count in the default program."""
    text, printed = VARIABLES[name]
    old, new = run_both_ways({name: {"main.py": text}}, Options(dygraph=True))
    assert new == old == {name: printed.splitlines()}


@pytest.mark.parametrize("name", EVERY)
def test_they_become_a_loop(name):
    text = migrate_source(EVERY[name][0], options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "step_schedule" not in text
    assert "_global_learning_rate" not in text


def test_the_text():
    text = migrate_source(OLD, options=Options(dygraph=True)).text
    assert """\
    net = Network()
    scheduler = paddle.optimizer.lr.PiecewiseDecay([2], [0.1, 0.01])
    sgd = paddle.optimizer.SGD(scheduler, parameters=net.parameters())
""" in text
    assert "        value = np.atleast_1d(loss.numpy())\n        scheduler.step()\n" in text


@pytest.mark.parametrize(("rate", "before"), [
    ("rate", f"    rate = 0.1\n    if len(ARRAY):\n        rate = {RATE}\n"),
    ("rate()", f"    def rate():\n        return {RATE}\n\n"),
])
def test_a_rate_that_is_not_seen(rate, before):
    text = OLD.replace("    sgd = ", f"{before}    sgd = ").replace(f"SGD({RATE})", f"SGD({rate})")
    result = migrate_source(text, options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert [f for f in result.findings if "which schedule the rate has" in f.message]


def test_no_schedule():
    text = migrate_source(OLD.replace(RATE, "0.1"), options=Options(dygraph=True)).text
    assert "loss.backward()" in text
    assert "scheduler" not in text


def test_a_warm_up_around_a_schedule():
    text = migrate_source(WARMED, options=Options(dygraph=True)).text
    assert """\
    decay = paddle.optimizer.lr.NaturalExpDecay(0.1, 0.5 / 2)
    rate = WarmUpFrom(decay, 3, 0.01, 0.2)
""" in text
    assert "            rate.step()\n" not in text
    assert "        rate.step()\n" in text
    assert "with_rate" not in text


def test_each_run_of_two_lets_both_go_on():
    text = migrate_source(TWO, options=Options(dygraph=True)).text
    assert text.count("        d_rate.step()\n        g_scheduler.step()\n") == 2
    assert "parameters=[each" in text


@pytest.mark.parametrize(("text", "message"), [
    (WARMED.replace("linear_lr_warmup(decay, ", "linear_lr_warmup(0.1, "), "is not the optimizer's"),
    (RATES.replace(RATE_LINE, "    rate = decay if len(sys.argv) > 9 else 0.5 * decay\n"), ""),
    (HALF.replace("warm * 0.5", "warm + decay"), ""),
    (RATES.replace(RATE_LINE, RATE_LINE + "    loss = loss + fluid.layers.reduce_sum(rate)\n"), "is computed with"),
    (RATES.replace(RATE_LINE, RATE_LINE + "    loss = loss * rate\n"), "is computed with"),
    (TWO.replace(DECAY, "fluid.layers.noam_decay(4, 2)"), "one of several optimizers has a schedule"),
    (TWO.replace(DECAY, f"[{DECAY}][len(sys.argv) - 1]"), ""),
    (FETCHED.replace("    for step", "    scope = fluid.global_scope()\n    print(np.array(scope.find_var("
                     "'learning_rate').get_tensor()))\n    for step"), ""),
    (FETCHED.replace("    for step in range(6):\n", "    for step in range(6):\n        exe.run("
                     "fluid.default_startup_program())\n"), ""),
])
def test_rates_of_programs_that_stay(text, message):
    result = migrate_source(text, options=Options(dygraph=True))
    assert "loss.backward()" not in result.text
    assert "enable_static()" in result.text
    assert [f for f in result.findings if f.code == "PM340" and message in f.message]


def test_a_rate_that_is_computed():
    text = migrate_source(COMPUTED, options=Options(dygraph=True)).text
    assert "    rate = RateOf(lambda rate: (0.5 * min(rate + 0.01, 0.3)) - 0.02, decay)\n" in text
    assert "with_rate" not in text
