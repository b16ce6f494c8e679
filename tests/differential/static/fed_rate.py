import numpy as np
import paddle.fluid as fluid
from start import show


def feed_of(rows, step):
    fed = {'x': rows, 'y': rows[:, :1]}
    if step % 2:
        fed['rate'] = np.array([0.3 / step], 'float32')
    return fed


x = fluid.data('x', [None, 4])
y = fluid.data('y', [None, 1])
out = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr(name='w'), bias_attr=False)
loss = fluid.layers.mean(fluid.layers.square(out - y))
rate = fluid.layers.create_global_var(name='rate', shape=[1], value=0.1, dtype='float32', persistable=True)
fluid.optimizer.SGD(learning_rate=rate).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(7)
for step in range(5):
    rows = random.uniform(-1, 1, [4, 4]).astype('float32')
    value = exe.run(feed=feed_of(rows, step), fetch_list=[loss, 'rate'])
    show('loss', *value)
value = exe.run(feed={'x': rows, 'y': rows[:, :1], 'w': np.ones([4, 1], 'float32')}, fetch_list=[loss.name])
show('set', *value)
