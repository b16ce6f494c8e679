import numpy as np
import paddle.fluid as fluid
from network import build
from start import show


def batches():
    random = np.random.RandomState(3)
    for _ in range(5):
        rows = random.uniform(-1, 1, [4, 3]).astype('float32')
        yield rows, (rows.sum(1, keepdims=True) > 0).astype('float32')


train_program, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(train_program, startup):
    with fluid.unique_name.guard():
        inputs, loader, fetches = build()
        rate = fluid.layers.piecewise_decay([2, 3], [0.5, 0.2, 0.1])
        fluid.optimizer.Momentum(rate, 0.9).minimize(fetches['loss'])
exe = fluid.Executor(fluid.CPUPlace())
exe.run(startup)
loader.set_batch_generator(batches, places=fluid.CPUPlace())
loader.start()
for number in range(4):
    outs = exe.run(train_program, fetch_list=[fetches['loss'], fetches['largest'], rate])
    show('step', *[np.array(each).mean() for each in outs])
loader.reset()
