import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

TIMES, SIZE = 3, 4


def layer(h, name, size=SIZE):
    return layers.fc(h, size, act='tanh', param_attr=fluid.ParamAttr(name=name), bias_attr=False)


def again(h, times):
    number = layers.fill_constant(shape=[1], dtype='int64', value=0)
    last = layers.fill_constant(shape=[1], dtype='int64', value=times)
    _, h = layers.while_loop(
        lambda number, h: layers.less_than(number, last), lambda number, h: [number + 1, layer(h, 'again')], [number, h])
    return h


class Chosen(object):
    def __init__(self, x):
        self.x = x

    def large(self):
        return layer(self.x, 'large', 1)

    def small(self):
        return layers.fc(self.x, 1, param_attr='small_w')

    def __call__(self):
        zero = layers.fill_constant([1], 'float32', 0.0)
        return layers.cond(layers.less_than(zero, layers.reduce_mean(self.x)), self.large, false_fn=self.small)


x = fluid.data(name='x', shape=[None, SIZE], dtype='float32')
z = fluid.data(name='z', shape=[None, SIZE], dtype='float32')
y = fluid.data(name='y', shape=[None, 1], dtype='float32')
which = fluid.data(name='which', shape=[1], dtype='int32')
switched = layers.switch_case(which, {0: lambda: layer(y, 'first'), 1: lambda: layer(y, 'second')})
found = layers.fc(again(z, TIMES), 1) + Chosen(x)() + layers.reduce_sum(switched, dim=1, keep_dim=True)
loss = layers.reduce_mean(layers.square(found - y))
fluid.optimizer.SGD(learning_rate=0.1).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(5)
for round in range(5):
    feed = {
        'x': random.uniform(-1, 1, [3, SIZE]).astype('float32'), 'y': random.rand(3, 1).astype('float32'),
        'z': random.rand(3, SIZE).astype('float32'), 'which': np.array([round % 2], 'int32'),
    }
    show('loss', np.mean(exe.run(feed=feed, fetch_list=[loss])[0]))
