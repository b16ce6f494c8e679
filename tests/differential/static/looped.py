import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show


def recurrent(x):
    rnn = layers.StaticRNN()
    with rnn.step():
        word = rnn.step_input(x)
        before = rnn.memory(shape=[-1, 3], batch_ref=word)
        state = layers.fc([word, before], 3, act='tanh', param_attr=['w', 'u'], bias_attr=False)
        rnn.update_memory(before, state)
        rnn.step_output(state)
    return rnn()


x = fluid.data('x', [4, None, 2], 'float32')
seen = layers.create_global_var([1], 0, 'int64', persistable=True, name='seen')
layers.increment(seen, 2)
loss = layers.reduce_mean(layers.square(recurrent(layers.fc(x, 2, num_flatten_dims=2, param_attr='e', bias_attr=False)) - 0.5)) / layers.cast(seen, 'float32')
rate = layers.noam_decay(4, 2)
fluid.optimizer.SGD(learning_rate=rate).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
for step in range(4):
    rows = np.random.RandomState(step).uniform(-1, 1, [4, 2, 2]).astype('float32')
    show('loss', *exe.run(feed={'x': rows}, fetch_list=[loss, rate, seen]))
