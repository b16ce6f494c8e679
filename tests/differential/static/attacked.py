import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show


class Attack(object):
    def __init__(self, exe, program, image, loss):
        self.exe, self.program, self.image, self.loss = exe, program, image, loss
        self.slope = fluid.gradients(loss, image)[0]

    def gradient(self, rows):
        return self.exe.run(self.program, feed={'image': rows}, fetch_list=[self.slope])[0]

    def attacked(self, rows, step):
        return rows + step * np.sign(self.gradient(rows))


def network(image):
    hidden = layers.fc(image, 5, act='tanh', param_attr='w', bias_attr=False)
    return layers.mean(layers.square(layers.fc(hidden, 2, param_attr='v', bias_attr=False)))


image = fluid.data('image', [None, 4], 'float32')
image.stop_gradient = False
loss = network(image)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
attack = Attack(exe, fluid.default_main_program(), image, loss)
rows = np.random.RandomState(3).uniform(-1, 1, [3, 4]).astype('float32')
for step in (0.1, 0.3):
    rows = attack.attacked(rows, step).astype('float32')
    show('loss', *exe.run(feed={'image': rows}, fetch_list=[loss]))
show('gradient', attack.gradient(rows))
