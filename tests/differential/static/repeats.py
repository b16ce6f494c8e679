import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

SIZE, LAYERS = 4, 2


class Repeated(layers.StaticRNN):
    """A block for each step, whose states begin with zeros."""

    def zeros(self, like):
        return self.memory(shape=[-1, SIZE], batch_ref=like, init_value=0.0, ref_batch_dim_idx=1)


def lstm(steps, firsts):
    """Layers above each other, a step of all at a time; what each gives, and what the last one gives."""
    rnn = Repeated('lstm')
    with rnn.step():
        below = rnn.step_input(steps)
        for layer in range(LAYERS):
            hidden, cell = rnn.memory(init=firsts[layer]), rnn.zeros(below) if layer == 0 else rnn.memory(init=firsts[0])
            both = layers.concat([below, hidden], 1)
            gates = layers.fc(both, 4 * SIZE, param_attr=fluid.ParamAttr(name='w%d' % layer), bias_attr='b%d' % layer)
            i, j, f, o = layers.split(gates, 4, dim=-1)
            new = cell * layers.sigmoid(f) + layers.sigmoid(i) * layers.tanh(j)
            state = layers.tanh(new) * layers.sigmoid(o)
            rnn.update_memory(hidden, state)
            rnn.update_memory(cell, new)
            rnn.step_output(state)
            below = layers.fc(state, SIZE, act='relu', name='between')
        rnn.output(below)
    return rnn()


def summed(numbers, weights):
    """The running sum of what the words weigh."""
    sums = layers.StaticRNN()
    with sums.step():
        number, weight = sums.step_input(numbers), sums.step_input(weights)
        before = sums.memory(shape=[-1, 1], batch_ref=weight)
        now = layers.elementwise_add(before, layers.fc(number, 1, act='tanh') * weight)
        sums.update_memory(before, now)
        sums.step_output(now)
    return sums()


words = fluid.data(name='words', shape=[None, None, 1], dtype='int64')
weights = fluid.data(name='weights', shape=[None, None, 1], dtype='float32')
first = fluid.data(name='first', shape=[None, SIZE], dtype='float32')
fixed = layers.reshape(layers.embedding(layers.slice(words, [0], [0], [3]), size=[9, SIZE]), [3, -1, SIZE])
found = lstm(fixed, [first, layers.fc(first, SIZE)])
total = summed(layers.embedding(words, size=[9, SIZE]), layers.fc(weights, 1, num_flatten_dims=2))
show('counts', [len(found), found[0].shape[0], found[-1].shape[-1], len(total.shape)])
loss = layers.mean(layers.square(found[-1] - 0.2)) + layers.mean(found[0]) + layers.mean(layers.square(total - 1.0))
fluid.optimizer.Adam(learning_rate=0.05).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(3)
for count in (4, 3, 6, 5, 4):
    feed = {
        'words': random.randint(0, 9, [count, 2, 1]).astype('int64'),
        'weights': random.rand(count, 2, 1).astype('float32'),
        'first': random.rand(2, SIZE).astype('float32'),
    }
    outs = exe.run(feed=feed, fetch_list=[loss, found[1], total])
    show('loss', np.mean(outs[0]))
    show('states', outs[1])
    show('sums', outs[2])
