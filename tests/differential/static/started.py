import numpy as np
import paddle.fluid as fluid
from start import show


def samples():
    random = np.random.RandomState(12)
    for _ in range(10):
        yield random.uniform(-1, 1, [3]).astype('float32'), random.randint(0, 2, [1]).astype('int64')


def batches():
    rows = []
    for row in samples():
        rows.append(row)
        if len(rows) == 5:
            yield rows
            rows = []


x = fluid.data(name='x', shape=[None, 3], dtype='float32')
y = fluid.data(name='y', shape=[None, 1], dtype='int64')
loader = fluid.io.DataLoader.from_generator(feed_list=[x, y], capacity=4, iterable=False)
probability = fluid.layers.fc(x, 2, act='softmax')
loss = fluid.layers.mean(fluid.layers.cross_entropy(probability, y))
fluid.optimizer.SGD(learning_rate=0.3).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
loader.set_sample_list_generator(batches)
for epoch in range(2):
    loader.start()
    step = 0
    try:
        while True:
            loss_v = exe.run(fetch_list=[loss.name])
            show('loss', loss_v[0][0])
            step += 1
    except fluid.core.EOFException:
        loader.reset()
    show('steps', step)
