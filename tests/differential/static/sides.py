import numpy as np
import paddle.fluid as fluid
from start import show


def two_ways(rows, label):
    """Each row by one of two layers, as its label says, and rows of one side alone."""
    limit = fluid.layers.fill_constant_batch_size_like(label, [-1, 1], 'int64', 5)
    sides = fluid.layers.IfElse(fluid.layers.less_than(x=label, y=limit))
    with sides.true_block():
        small = sides.input(rows)
        found = fluid.layers.fc(small, 3, act='tanh')
        sides.output(found, fluid.layers.reduce_sum(small, dim=1, keep_dim=True))
    with sides.false_block():
        large = sides.input(rows)
        sides.output(fluid.layers.scale(large, 0.5), fluid.layers.fc(large, 1))
    return sides()


rows = fluid.data(name='rows', shape=[None, 3], dtype='float32')
label = fluid.data(name='label', shape=[None, 1], dtype='int64')
both, single = two_ways(fluid.layers.fc(rows, 3), label)
alone = fluid.layers.IfElse(label > fluid.layers.fill_constant([1], 'int64', 2))
with alone.true_block():
    alone.output(alone.input(rows) * 2.0)
(doubled,) = alone()
loss = fluid.layers.mean(fluid.layers.square(both - 0.3)) + fluid.layers.mean(single)
fluid.optimizer.Adam(learning_rate=0.05).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(4)
for labels in ([1, 7, 4, 9], [3, 4, 3], [9, 8], [7, 1, 2]):
    feed = {'rows': random.rand(len(labels), 3).astype('float32'), 'label': np.array(labels, 'int64').reshape(-1, 1)}
    outs = exe.run(feed=feed, fetch_list=[loss, both, single, doubled])
    show('loss', np.mean(outs[0]))
    for out in outs[1:]:
        show('rows', out)
