import numpy as np
import paddle.fluid as fluid
from start import show

x = fluid.data('x', [None, 3])
out = fluid.layers.fc(x, 1, param_attr='w', bias_attr=False)
loss = fluid.layers.mean(fluid.layers.square(out - 1.0))
rate = fluid.layers.exponential_decay(0.4, decay_steps=2, decay_rate=0.5) * 1.0
fluid.optimizer.Momentum(learning_rate=rate, momentum=0.5).minimize(loss)
main = fluid.default_main_program()
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())


def trained(steps):
    for step in range(steps):
        rows = np.random.RandomState(step).uniform(-1, 1, [4, 3]).astype('float32')
        show('loss', *exe.run(main, feed={'x': rows}, fetch_list=[loss, rate]))


trained(2)
fluid.io.save_params(exe, 'parameters', main_program=main)
fluid.io.save_params(exe, 'together', main_program=main, filename='all')
trained(2)
for folder, filename in (('parameters', None), ('together', 'all')):
    fluid.io.load_params(exe, folder, main_program=main, filename=filename)
    trained(2)
