"""Parameters averaged over the steps of a program: 1.8.5's numbers, and whose class it is."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

NETWORK = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def network():
    x, y = fluid.data("x", [-1, 6]), fluid.data("y", [-1, 1])
    kept = fluid.ParamAttr(do_model_average=False, initializer=fluid.initializer.Constant(0.1))
    hidden = L.batch_norm(L.fc(x, 4, param_attr=fluid.initializer.Constant(0.2)))
    return L.mean(L.square(L.fc(hidden, 1, param_attr=fluid.initializer.Constant(0.4), bias_attr=kept) - y))
rng = np.random.RandomState(1)
"""
PROGRAM = NETWORK + """\
from paddle.fluid.optimizer import ExponentialMovingAverage
feeds = [{"x": rng.randn(10, 6).astype("float32"), "y": rng.randn(10, 1).astype("float32")} for _ in range(6)]
for case in range(3):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        loss = network()
        test = main.clone(for_test=True)
        fluid.optimizer.SGD(0.1).minimize(loss)
        steps = None
        if case:
            steps = L.increment(L.create_global_var([1], 2, "float32" if case == 1 else "int64", True, name="seen"))
        average = ExponentialMovingAverage([0.5, 0.3, 0.5][case], thres_steps=steps)
        average.update()
    with fluid.scope_guard(fluid.Scope()):
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        def told(program, feed=feeds[0]):
            print("%.4f" % np.ravel(executor.run(program, feed=feed, fetch_list=[loss])[0])[0])
        with average.apply(executor):
            told(test)
        told(test)
        for feed in feeds:
            told(main, feed)
        with average.apply(executor):
            told(test)
        told(test)
        told(main, feeds[1])
        executor.run(average.apply_program)
        told(test)
        executor.run(average.restore_program)
        told(test)
"""
OF_185 = """
1.2239 1.7380 4.0246 0.5539 2.3761 1.9003 0.3371 2.6096 1.2991 1.3088 0.6571 1.3198 1.3204 1.2239 1.7380
4.0246 0.5539 2.3761 1.9003 0.3371 2.6096 1.3004 1.3088 0.6571 1.3198 1.3204 1.2239 1.7380 4.0246 0.5539
2.3761 1.9003 0.3371 2.6096 1.2991 1.3088 0.6571 1.3198 1.3204
"""


def test_the_numbers(run_both_ways):
    old, new = run_both_ways({"average": {"main.py": PROGRAM}})
    assert old["average"] == new["average"] == OF_185.split()


UNTIL_THE_END = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def feeds():
    rng = np.random.RandomState(4)
    for _ in range(3):
        rows = rng.rand(6, 4).astype("float32")
        yield rows, rows.sum(1, keepdims=True)
for rate in (lambda: 0.1, lambda: L.exponential_decay(0.1, 1, 0.9)):
    main, startup = fluid.Program(), fluid.Program()
    with fluid.scope_guard(fluid.Scope()), fluid.program_guard(main, startup), fluid.unique_name.guard():
        x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 1])
        loader = fluid.io.DataLoader.from_generator([x, y], 4, iterable=False)
        p = L.fc(x, 1, param_attr=fluid.initializer.Constant(0.1))
        loss = L.reduce_mean(L.square(p - y))
        fluid.optimizer.SGD(rate()).minimize(loss)
        averages = [fluid.optimizer.ExponentialMovingAverage(decay) for decay in (0.9, 0.5)]
        for average in averages:
            average.update()
        loader.set_batch_generator(feeds)
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        for _ in range(2):
            loader.start()
            try:
                while True:
                    executor.run(main, fetch_list=[loss])
            except fluid.core.EOFException:
                loader.reset()
            for average in averages:
                with average.apply(executor):
                    print("%.4f" % np.array(fluid.global_scope().find_var("fc_0.w_0").get_tensor()).sum())
"""


OF_AVERAGES = [each for each in ("1.4031", "2.9161", "1.3709", "2.8152") for _ in range(2)]


def test_the_run_that_meets_the_end_counts_and_the_decay_is_the_first_ones(run_both_ways):
    old, new = run_both_ways({"average": {"main.py": UNTIL_THE_END}})
    assert old["average"] == new["average"] == OF_AVERAGES


OF_LAST_STEPS = NETWORK + """\
from paddle.fluid.optimizer import ModelAverage as Mean
feeds = [{"x": rng.randn(10, 6).astype("float32"), "y": rng.randn(10, 1).astype("float32")} for _ in range(9)]
windows = [(0.15,), (0.5, 2, 3), (0.4, 1, 2)]
for rate, *given in windows:
    main, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, startup), fluid.unique_name.guard():
        loss = network()
        test = main.clone(for_test=True)
        fluid.optimizer.SGD(0.1).minimize(loss)
        named = dict(zip(("min_average_window", "max_average_window"), given))
        if given[:1] == [1]:
            average = fluid.optimizer.ModelAverage(rate, *given, name="m")
        else:
            average = Mean(rate, **named)
    with fluid.scope_guard(fluid.Scope()):
        executor = fluid.Executor(fluid.CPUPlace())
        executor.run(startup)
        def told(program, feed=feeds[0]):
            print("%.4f" % np.ravel(executor.run(program, feed=feed, fetch_list=[loss])[0])[0])
        for feed in feeds:
            told(main, feed)
            with average.apply(executor):
                told(test)
            told(test)
        with average.apply(executor, need_restore=False):
            told(test)
        told(test)
        average.restore(executor)
        told(test)
        told(main, feeds[1])
"""
OF_WINDOWS = """
4.0246 1.1778 1.1778 0.5539 1.2146 1.2170 2.3761 1.2779 1.3171 1.9003 1.2303 1.2462 0.3371 1.2518 1.2655
2.6096 1.2987 1.3088 1.2350 1.2286 1.2302 0.9603 1.2510 1.2607 0.7565 1.2516 1.2984 1.2516 1.2516 1.2984
0.5155 4.0246 1.1778 1.1778 0.5539 1.2146 1.2170 2.3761 1.2779 1.3171 1.9003 1.2321 1.2462 0.3371 1.2516
1.2655 2.6096 1.2991 1.3088 1.2350 1.2291 1.2302 0.9603 1.2522 1.2607 0.7565 1.2553 1.2984 1.2553 1.2553
1.2984 0.5155 4.0246 1.1778 1.1778 0.5539 1.2170 1.2170 2.3761 1.3171 1.3171 1.9003 1.2462 1.2462 0.3371
1.2662 1.2655 2.6096 1.2991 1.3088 1.2350 1.2291 1.2302 0.9603 1.2556 1.2607 0.7565 1.2640 1.2984 1.2640
1.2640 1.2984 0.5155
"""


def test_the_means_of_the_last_steps(run_both_ways):
    old, new = run_both_ways({"average": {"main.py": OF_LAST_STEPS}})
    assert old["average"] == new["average"] == OF_WINDOWS.split()


HEAD = "import paddle.fluid as fluid\nloss = fluid.layers.mean(fluid.data('x', [None, 2]))\n"


@pytest.mark.parametrize(("old", "new"), [
    ("ema = fluid.optimizer.ExponentialMovingAverage(0.9)", "ema = ExponentialMovingAverage(0.9)"),
    ("ema = fluid.optimizer.ExponentialMovingAverage(decay=d, **more)",
     "ema = ExponentialMovingAverage(decay=d, **more)"),
    ("kinds = {'ema': fluid.optimizer.ExponentialMovingAverage}", "kinds = {'ema': ExponentialMovingAverage}"),
    ("from paddle.fluid.optimizer import ExponentialMovingAverage as E\nema = E()", "ema = ExponentialMovingAverage()"),
    ("mean = fluid.optimizer.ModelAverage(0.15, max_average_window=9)",
     "mean = ModelAverage(0.15, max_average_window=9)"),
    ("O = fluid.optimizer\ndef made(rate, **more):\n    return O.ModelAverage(rate, **more)",
     "def made(rate, **more):\n    return ModelAverage(rate, **more)"),
    ("class Own(fluid.optimizer.ModelAverage):\n    pass", "class Own(ModelAverage):\n    pass"),
])  # fmt: skip
def test_the_class(old, new):
    result = migrate_source(f"{HEAD}{old}\n")
    assert result.text.endswith(f"\n{new}\n")
    assert not result.left
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize("text", [
    f"{HEAD}class ExponentialMovingAverage:\n    pass\nema = ExponentialMovingAverage()\n",  # one of the script's own
    "import paddle\npaddle.enable_static()\nema = paddle.static.ExponentialMovingAverage(0.9)\n",
    "import paddle\nmean = paddle.incubate.ModelAverage(0.15, parameters=made())\n",
])
def test_of_others_nothing(text):
    assert "do_model_average" not in migrate_source(text).text


@pytest.mark.parametrize("name", ["ExponentialMovingAverage", "ModelAverage"])
def test_in_dygraph_there_is_none(name):
    text = f"import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    ema = fluid.optimizer.{name}(0.9)\n"
    result = migrate_source(text, options=Options())
    assert "do_model_average" not in result.text
    assert [each.code for each in result.left] == ["PM301"]


def test_methods_that_nobody_asks_for_go_whole(tmp_path):
    body = "ema = fluid.optimizer.ExponentialMovingAverage(0.9)\n    ema.update()\n    exe.run(ema.apply_program)\n"
    text, path = f"{HEAD}exe = fluid.Executor()\ndef train():\n    {body}train()\n", tmp_path / "train.py"
    path.write_text(text)
    result = migrate_module(text, path, Options(), Project([path], [tmp_path]))
    assert "contextmanager" not in result.text
    assert "def restore" not in result.text
    assert "    def update(self):\n" in result.text


NAMED = """\
import paddle.fluid as fluid
class Kept(object):
    def __init__(self, decay, name=None):
        self.average = fluid.optimizer.ExponentialMovingAverage(decay, name=name)
        self.average.update()
with fluid.program_guard(fluid.Program(), fluid.Program()), fluid.unique_name.guard():
    loss = fluid.layers.mean(fluid.layers.fc(fluid.data('x', [2, 3], 'float32'), 3))
    fluid.optimizer.SGD(0.1).minimize(loss)
    kept = [Kept(0.9, 'one_'), Kept(0.8)]
    for name in (None, 'mean'):
        mean = fluid.optimizer.ModelAverage(0.15, name=name)
    names = sorted(v.name for v in fluid.default_main_program().list_vars() if v.persistable)
    print(*[name for name in names if '_ema_0' in name or '_sum_' in name or 'rate' in name])
    print(*[parameter.name for parameter in fluid.default_main_program().all_parameters()])
"""
OF_NAMES = [
    "fc_0.b_0_ema_0 fc_0.b_0_mean_sum_1_0 fc_0.b_0_mean_sum_2_0 fc_0.b_0_mean_sum_3_0 fc_0.b_0_sum_1_0 "
    "fc_0.b_0_sum_2_0 fc_0.b_0_sum_3_0 fc_0.w_0_ema_0 fc_0.w_0_mean_sum_1_0 fc_0.w_0_mean_sum_2_0 "
    "fc_0.w_0_mean_sum_3_0 fc_0.w_0_sum_1_0 fc_0.w_0_sum_2_0 fc_0.w_0_sum_3_0 learning_rate_0 one_fc_0.b_0_ema_0 "
    "one_fc_0.w_0_ema_0 scheduled_ema_decay_rate", "fc_0.w_0 fc_0.b_0"]


def test_averages_have_the_names_of_then(run_both_ways):
    old, new = run_both_ways({"names": {"main.py": NAMED}})
    assert old["names"] == new["names"] == OF_NAMES
