"""Scripts whose programs, schedules and models go through names, functions and copies become a loop, with the same
numbers."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle
import paddle.fluid as fluid

DRAWN = np.random.RandomState(3)
A = DRAWN.randn(48, 5).astype('float32')
B = (A * [1, 2, 3, 4, 5]).sum(1, keepdims=True).astype('float32')


def constant(value):
    return fluid.initializer.Constant(value)


"""
LOADED = HEAD + """\
def batches():
    for start in range(0, 48, 12):
        yield A[start:start + 12], B[start:start + 12]


def network(x, y):
    hidden = fluid.layers.fc(x, 10, act='relu', param_attr=constant(0.1))
    out = fluid.layers.fc(hidden, 1, param_attr=constant(0.1))
    return fluid.layers.mean(fluid.layers.square_error_cost(out, y)), out


def main():
    place = fluid.CPUPlace()
    train, startup = fluid.Program(), fluid.Program()
    with fluid.program_guard(train, startup):
        x = fluid.data('x', [None, 5], 'float32')
        y = fluid.data('y', [None, 1], 'float32')
        loader = fluid.io.DataLoader.from_generator(feed_list=[x, y], capacity=4, iterable=True)
        loader.set_batch_generator(batches, places=place)
        loss, _ = network(x, y)
        rate = fluid.layers.exponential_decay(0.05, 5, 0.5, staircase=True)
        fluid.optimizer.SGD(learning_rate=rate).minimize(loss)
    exe = fluid.Executor(place)
    exe.run(startup)
    compiled = fluid.CompiledProgram(train)
    for epoch in range(3):
        for data in loader():
            value, = exe.run(compiled, feed=data, fetch_list=[loss])
        print(epoch, '%.5f' % value[0])


main()
"""
IN_FUNCTIONS = HEAD + """\
def samples():
    for a, b in zip(A, B):
        yield a, b


def predicted():
    x = fluid.data(name='x', shape=[None, 5], dtype='float32')
    hidden = fluid.layers.fc(input=x, size=7, act='tanh', param_attr=constant(0.1))
    return fluid.layers.fc(input=hidden, size=1, param_attr=constant(0.3))


def costs():
    y = fluid.data(name='y', shape=[None, 1], dtype='float32')
    out = predicted()
    return [fluid.layers.mean(fluid.layers.square_error_cost(input=out, label=y)), out]


def train(folder):
    place = fluid.CPUPlace()
    main = fluid.default_main_program()
    fed = ['x', 'y']
    cost, out = costs()
    test = main.clone(for_test=True)
    optimizer = fluid.optimizer.Momentum(0.01, 0.5)
    optimizer.minimize(cost)
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())

    def tested(program):
        feeder = fluid.DataFeeder(feed_list=[program.global_block().var(name) for name in fed], place=place)
        found = []
        for data in paddle.batch(samples, batch_size=24)():
            value, = exe.run(program=program, feed=feeder.feed(data), fetch_list=[cost])
            found.append(value[0])
        return sum(found) / len(found)

    feeder = fluid.DataFeeder(feed_list=[main.global_block().var(name) for name in fed], place=place)
    for epoch in range(2):
        for data in paddle.batch(samples, batch_size=12)():
            value, = exe.run(main, feed=feeder.feed(data), fetch_list=[cost])
            print('%.4f' % value[0])
        print('test %.4f' % tested(test))
        fluid.io.save_inference_model(folder, ["x"], [out], exe)


def infer(folder):
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.core.Scope()):
        program, names, targets = fluid.io.load_inference_model(folder, exe)
        results = exe.run(program, feed={names[0]: A[:3]}, fetch_list=targets)
        print(' '.join('%.4f' % value for value in results[0].reshape(-1)))


train('saved')
infer('saved')
"""
MAIN = HEAD + """\
def batches():
    for start in range(0, 48, 12):
        yield A[start:start + 12], B[start:start + 12]


def network(x):
    hidden = fluid.layers.fc(x, 10, act='relu', param_attr=constant(0.1))
    return fluid.layers.fc(hidden, 1, param_attr=constant(0.1))


if __name__ == '__main__':
    # what is fed
    x = fluid.data('x', [None, 5], 'float32')
    y = fluid.data('y', [None, 1], 'float32')
    loss = fluid.layers.mean(fluid.layers.square_error_cost(network(x), y))
    test = fluid.default_main_program().clone(for_test=True)
    optimizer = fluid.optimizer.SGD(0.01)
    optimizer.minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for epoch in range(3):
        for a, b in batches():
            value, = exe.run(feed={'x': a, 'y': b}, fetch_list=[loss])
        print('%.5f' % value[0])
    results = exe.run(test, feed={'x': A, 'y': B}, fetch_list=[loss])
    print('%.5f' % results[0][0])
"""
RATE = "fluid.layers.exponential_decay(0.05, 5, 0.5, staircase=True)"
SCRIPTS = {
    "loaded": LOADED,
    "as_a_script": MAIN,
    "all_results_at_the_end": MAIN.replace(
        "    print('%.5f' % results[0][0])", "    print(' '.join('%.5f' % each[0] for each in results))"),
    "started_by_default": LOADED.replace("train, startup = fluid.Program(), fluid.Program()", "train = fluid.Program()")
    .replace("(train, startup)", "(train)").replace("run(startup)", "run(fluid.default_startup_program())"),
    "rate_in_the_call": LOADED.replace(f"        rate = {RATE}\n", "").replace("=rate)", f"={RATE})"),
    "in_functions": IN_FUNCTIONS,
}


def test_same_numbers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, text in SCRIPTS.items()}, Options(dygraph=True))
    assert new == old
    assert all(len(printed) > 2 for printed in old.values())


@pytest.mark.parametrize("name", SCRIPTS)
def test_they_become_a_loop(name):
    result = migrate_source(SCRIPTS[name], options=Options(dygraph=True))
    assert "loss.backward()" in result.text or "cost.backward()" in result.text
    assert not any(word in result.text for word in ("Executor", "Program", "enable_static", "step_schedule"))


@pytest.mark.parametrize("line", [
    "    compiled = other = fluid.CompiledProgram(train)\n    print(other)\n",
    "    compiled = fluid.CompiledProgram(train if A.size else other)\n",
])
def test_what_stays(line):
    text = LOADED.replace("    compiled = fluid.CompiledProgram(train)\n", line)
    assert text != LOADED
    assert "enable_static" in migrate_source(text, options=Options(dygraph=True)).text
