import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

x = fluid.data(name='x', shape=[3, None, 4], dtype='float32')
h = layers.fc(x, 4, num_flatten_dims=2)
i = layers.fill_constant(shape=[1], dtype='int64', value=0)
n = fluid.data(name='n', shape=[1], dtype='int64')
i.stop_gradient = True
first = layers.reduce_sum(h, dim=0)
mem = layers.array_write(first, i)
cond = layers.less_than(x=i, y=n)
loop = layers.While(cond=cond)
with loop.block():
    prev = layers.array_read(mem, i)
    new = layers.fc(prev, 4, act='tanh', param_attr='w')
    i = layers.increment(i, 1, in_place=True)
    layers.array_write(new, i=i, array=mem)
    layers.less_than(x=i, y=n, cond=cond)
last = layers.array_read(mem, n)
size = layers.array_length(mem)
loss = layers.mean(layers.square(last - 0.3)) + layers.mean(first)
fluid.optimizer.SGD(learning_rate=0.3).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(1)
for rows in (2, 3, 2, 4, 1):
    outs = exe.run(feed={'n': np.array([rows], 'int64'), 'x': random.rand(3, rows, 4).astype('float32')}, fetch_list=[loss, last, size])
    for out in outs:
        show('found', out)
