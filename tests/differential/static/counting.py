import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show


def doubled(begin, most):
    """What becomes of the rows until they are large, how often it was done, and all that they were."""
    number = layers.zeros(shape=[1], dtype='int64', force_cpu=True)
    rows = layers.assign(begin)
    seen = layers.create_array('float32')
    layers.array_write(rows, i=number, array=seen)
    goes_on = layers.less_than(x=number, y=most)
    loop = layers.While(cond=goes_on, is_test=True)
    with loop.block():
        before = layers.array_read(array=seen, i=number)
        step(before, rows)
        layers.increment(x=number, value=1, in_place=True)
        layers.array_write(rows, i=number, array=seen)
        small = layers.less_than(layers.reduce_max(rows), layers.fill_constant([1], 'float32', 20.0))
        layers.logical_and(x=layers.less_than(number, most), y=small, out=goes_on)
    first = layers.array_read(seen, layers.fill_constant([1], 'int64', 1))
    return rows, number, layers.array_length(seen), first


def step(before, rows):
    layers.assign(layers.fc(before, 3, param_attr='w', bias_attr=False) + before * 2.0, rows)


begin = fluid.data(name='begin', shape=[None, 3], dtype='float32')
most = fluid.data(name='most', shape=[1], dtype='int64')
found = doubled(begin, most)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(1)
for rows, times in ((2, 3), (3, 1), (1, 9)):
    feed = {'begin': random.rand(rows, 3).astype('float32'), 'most': np.array([times], 'int64')}
    for out in exe.run(feed=feed, fetch_list=list(found)):
        show('found', out)
