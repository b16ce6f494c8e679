import numpy as np
import paddle.fluid as fluid
from start import show

VOCAB, WIDTH = 7, 4


def encode(ids, attr):
    return fluid.embedding(input=ids, size=[VOCAB, WIDTH], param_attr=attr)


ids = fluid.data('ids', [None, 3], 'int64')
target = fluid.data('target', [None, 1], 'int64')
attr = fluid.ParamAttr(name='tied')
rows = encode(ids, attr)
hidden = fluid.layers.tanh(fluid.layers.reduce_mean(rows, dim=1))
table = fluid.default_main_program().global_block().var('tied')
logits = fluid.layers.matmul(hidden, table, transpose_y=True)
loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(logits, target))
test = fluid.default_main_program().clone(for_test=True)
decay = fluid.regularizer.L2DecayRegularizer(0.01)
fluid.optimizer.MomentumOptimizer(0.3, 0.9, regularization=decay).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(19)
history = []
for _ in range(4):
    feed = {'ids': random.randint(0, VOCAB, [5, 3]).astype('int64'), 'target': random.randint(0, VOCAB, [5, 1]).astype('int64')}
    history.append(exe.run(feed=feed, fetch_list=[loss])[0][0])
    show('now', history[-1])
feed['target'] = feed['target'] * 0
show('test', exe.run(test, feed=feed, fetch_list=[logits])[0])
