import numpy as np
import paddle.fluid as fluid
from start import show


def batch_reader():
    random = np.random.RandomState(13)
    for _ in range(4):
        rows = random.uniform(-1, 1, [4, 3]).astype('float32')
        yield rows, rows.sum(1, keepdims=True)


main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    x = fluid.data('x', [None, 3])
    y = fluid.data('y', [None, 1])
    loader = fluid.io.DataLoader.from_generator(feed_list=[x, y], capacity=2, iterable=True)
    loss = fluid.layers.mean(fluid.layers.huber_loss(fluid.layers.fc(x, 1), y, 1.0))
    fluid.optimizer.RMSProp(learning_rate=0.05, rho=0.9).minimize(loss)
place = fluid.CPUPlace()
loader.set_batch_generator(batch_reader, places=place)
exe = fluid.Executor(place)
exe.run(startup)
compiled = fluid.CompiledProgram(main)
losses = []
for epoch in range(2):
    for data in loader():
        losses.append(exe.run(compiled, feed=data, fetch_list=[loss])[0])
    show('mean', np.mean(np.concatenate([np.reshape(each, [-1]) for each in losses])))
show('all', *losses)
