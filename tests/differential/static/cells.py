import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

SIZE = 4


class Attending(layers.RNNCell):
    """A cell that looks at all that was read before its own step."""

    def __init__(self, size):
        self.size = size
        self.gru = layers.GRUCell(size, param_attr=fluid.ParamAttr(name='attending'))

    def attention(self, state, seen):
        score = layers.fc(layers.elementwise_mul(seen, state, axis=0), 1, num_flatten_dims=2, bias_attr=False)
        weights = layers.softmax(layers.squeeze(score, [2]))
        return layers.reduce_sum(layers.elementwise_mul(seen, weights, axis=0), dim=1)

    def call(self, step_input, state, seen):
        context = layers.fc(layers.concat([step_input, state], axis=1), self.size, act='tanh')
        output, new = self.gru(context, state)
        return output, new


words = fluid.data(name='words', shape=[None, None, 3], dtype='float32')
lengths = fluid.data(name='lengths', shape=[None], dtype='int64')
ahead, last = layers.rnn(cell=layers.GRUCell(hidden_size=SIZE), inputs=words, sequence_length=lengths)
back_cell = layers.LSTMCell(SIZE, forget_bias=0.5)
back, _ = layers.rnn(back_cell, words, None, lengths, is_reverse=True)
read = layers.concat([ahead, back], axis=2)
first = layers.fc(last, SIZE, act='tanh')
out, end = layers.rnn(Attending(SIZE), read, first, seen=read)
loss = layers.reduce_mean(layers.square(out - 0.3)) + layers.reduce_mean(end)
fluid.optimizer.SGD(learning_rate=0.3).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
names = [param.name for param in fluid.default_main_program().global_block().all_parameters()]
for name in sorted(name for name in names if 'Cell' in name or 'attending' in name):
    show('letters', [ord(letter) for letter in name])
random = np.random.RandomState(5)
for longest in (5, 3, 4, 6, 2):
    feed = {
        'words': random.rand(3, longest, 3).astype('float32'),
        'lengths': np.array([longest, 1, longest - 1], 'int64'),
    }
    outs = exe.run(feed=feed, fetch_list=[loss, end])
    show('loss', np.mean(outs[0]))
    show('end', outs[1])
