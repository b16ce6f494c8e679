import numpy as np
import paddle.fluid as fluid
from start import show

WORDS, SIZE = 9, 4


def embedded(word, name):
    return fluid.layers.embedding(
        input=word, size=[WORDS, SIZE], dtype='float32', param_attr=fluid.ParamAttr(name=name + '_emb'))


def tower(words, name):
    rows = [embedded(word, name) for word in words]
    joined = fluid.layers.concat(input=rows, axis=1)
    return fluid.layers.fc(
        input=joined, size=5, act='tanh', param_attr=fluid.ParamAttr(name='%s_w' % name),
        bias_attr=fluid.ParamAttr(name='{}_b'.format(name)))


first = fluid.layers.data(name='first', shape=[1], dtype='int64')
second = fluid.layers.data(name='second', shape=[1], dtype='int64')
third = fluid.layers.data(name='third', shape=[1], dtype='int64')
left = tower([first, second], 'shared')
right = tower([second, third], 'shared')
alike = fluid.layers.cos_sim(left, right)
cost = fluid.layers.mean(fluid.layers.square(alike - 0.3))
fluid.optimizer.SGD(learning_rate=0.5).minimize(cost)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(3)
for _ in range(5):
    feed = {name: random.randint(0, WORDS, [6, 1]).astype('int64') for name in ('first', 'second', 'third')}
    outs = exe.run(feed=feed, fetch_list=[cost, alike])
    show('cost', np.mean(outs[0]))
    show('alike', outs[1])
