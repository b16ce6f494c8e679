import numpy as np
import paddle.fluid as fluid
from start import show

x = fluid.data('x', [None, 2])
total = fluid.layers.create_global_var(shape=[1], value=0.0, dtype='float32', persistable=True, name='total')
step = fluid.layers.autoincreased_step_counter(counter_name='@MINE@', begin=1, step=1)
summed = fluid.layers.reduce_sum(x)
fluid.layers.assign(fluid.layers.elementwise_add(total, summed), total)
i = fluid.layers.fill_constant(shape=[1], dtype='int64', value=0)
limit = fluid.layers.fill_constant(shape=[1], dtype='int64', value=3)
grown = fluid.layers.fill_constant(shape=[1], dtype='float32', value=1.0)
less = fluid.layers.less_than(x=i, y=limit)
loop = fluid.layers.While(cond=less)
with loop.block():
    fluid.layers.assign(fluid.layers.scale(grown, scale=2.0, bias=1.0), grown)
    fluid.layers.increment(x=i, value=1, in_place=True)
    fluid.layers.less_than(x=i, y=limit, cond=less)
answer = fluid.layers.cond(fluid.layers.greater_than(summed, fluid.layers.fill_constant([1], 'float32', 0.0)),
                           lambda: grown + 1.0, lambda: grown - 1.0)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(17)
for _ in range(3):
    values = exe.run(feed={'x': random.uniform(-1, 1, [3, 2]).astype('float32')}, fetch_list=[total, step, answer, i])
    show('values', *values)
    show('items', values[0][0], int(values[1][0]), values[3].shape[0])
