import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

SIZE = 4


def attended(rows, keys, state):
    """Of each sequence what the state asks for."""
    asked = layers.sequence_expand(x=layers.fc(state, SIZE, bias_attr=False), y=keys)
    scores = layers.fc(layers.tanh(keys + asked), 1, bias_attr=False)
    weights = layers.reshape(layers.sequence_softmax(scores), shape=[-1])
    return layers.sequence_pool(layers.elementwise_mul(rows, weights, axis=0), 'sum')


def decoder(target, rows, begin, about):
    keys = layers.fc(rows, SIZE, bias_attr=False)
    rnn = layers.DynamicRNN()
    with rnn.block():
        word = rnn.step_input(target)
        rows = rnn.static_input(rows)
        keys = rnn.static_input(keys)
        hint = rnn.static_input(about)
        state = rnn.memory(init=begin, need_reorder=True)
        as_it_is = rnn.memory(init=begin)
        count = rnn.memory(shape=[2], value=0.5)
        context = attended(rows, keys, state)
        gates = layers.fc([context, word, hint], SIZE * 3, bias_attr=False)
        new, _, _ = layers.gru_unit(gates, state, SIZE * 3)
        rnn.update_memory(state, new)
        rnn.update_memory(as_it_is, as_it_is * 0.9 + new)
        rnn.update_memory(count, count + 1.0)
        rnn.output(layers.fc(new, 6, act='softmax'), layers.concat([as_it_is, count], 1))
    return rnn()


source = fluid.data(name='source', shape=[None, 1], dtype='int64', lod_level=1)
target = fluid.data(name='target', shape=[None, 1], dtype='int64', lod_level=1)
label = fluid.data(name='label', shape=[None, 1], dtype='int64', lod_level=1)
about = fluid.data(name='about', shape=[None, 2], dtype='float32')
rows = layers.dynamic_gru(layers.fc(layers.embedding(source, [9, SIZE]), SIZE * 3), SIZE)
begin = layers.fc(layers.sequence_last_step(rows), SIZE, act='tanh')
chances, states = decoder(layers.embedding(target, [6, SIZE]), rows, begin, about)
loss = layers.mean(layers.cross_entropy(chances, label)) + layers.mean(layers.sequence_pool(states, 'max'))
fluid.optimizer.Adam(learning_rate=0.05).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(7)
feeder = fluid.DataFeeder([source, target, label, about], fluid.CPUPlace())
for sizes in ([(2, 3), (4, 1), (3, 5)], [(1, 2), (2, 2)], [(5, 1), (1, 4), (2, 6), (3, 6)], [(2, 1)]):
    samples = []
    for read, written in sizes:
        words = random.randint(0, 6, [2, written, 1])
        samples.append((random.randint(0, 9, [read, 1]), words[0], words[1], random.rand(2)))
    outs = exe.run(feed=feeder.feed(samples), fetch_list=[loss, chances, states], return_numpy=False)
    show('loss', np.mean(np.array(outs[0])))
    show('chances', np.array(outs[1]))
    show('states', np.array(outs[2]))
