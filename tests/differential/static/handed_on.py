"""What a branch hands on, and what a loop begins with, while something else writes into it: the same at each run."""

import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

RUNS = 40


class Kept(object):
    def __init__(self, start):
        self.value = layers.fill_constant([2, 3], 'float32', start)

    def itself(self):
        return self.value

    def twice(self):
        found = self.value * 2
        return found


def same(value):
    return value


def chosen(test, first, second):
    return layers.cond(test, first, second)


x = fluid.data('x', [2, 3], 'float32')
positive = layers.reduce_sum(x) > 0
kept = Kept(3.0)
picked = chosen(positive, kept.itself, kept.twice)
pair = layers.cond(positive, lambda: (kept.value, same(x)), lambda: (kept.value + 1, x * 2))
of_case = layers.case([(positive, lambda: kept.value)], default=kept.twice)
number = layers.fill_constant([1], 'int32', 1)
branches = {0: kept.twice, 1: kept.itself}
switched = layers.switch_case(number, branches, lambda: x)
layers.assign(kept.value * 10, output=kept.value)
after = chosen(positive, kept.itself, kept.twice)
count = layers.fill_constant([1], 'float32', 3)
seen = layers.cond(positive, lambda: count, lambda: count + 1)
layers.increment(count)
before = count * 1
found = layers.while_loop(lambda a: layers.reduce_sum(a) < 10, lambda a: [a + 1], [count])
grown = layers.while_loop(lambda a: layers.reduce_sum(a) < 90, lambda a: [a * 2], [x])[0]
layers.increment(count, 100.)
behind = x + 1
start = layers.fill_constant([1], 'float32', 3)
number, turns = layers.fill_constant([1], 'int64', 0), layers.fill_constant([1], 'int64', 2)
zero = layers.fill_constant([1], 'float32', 0)


def step(number, total):
    old = start + 0
    layers.while_loop(lambda a: layers.reduce_sum(a) < 10, lambda a: [a + 1], [start])
    return [number + 1, total + old + start]


total = layers.while_loop(lambda number, total: layers.less_than(number, turns), step, [number, zero])[1]
exe = fluid.Executor(fluid.CPUPlace())
feed = {'x': np.arange(6).reshape(2, 3).astype('float32') * 0.5 + 0.25}
wanted = [picked, pair[0], pair[1], of_case, switched, after, seen, before, count, found[0], grown, behind, total]
runs = [[np.ravel(each) for each in exe.run(feed=feed, fetch_list=wanted)] for _ in range(RUNS)]
for each in runs:
    show('found', *np.concatenate(each))
