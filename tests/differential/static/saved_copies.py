import shutil
import numpy as np
import paddle.fluid as fluid
from start import show


class Trainer(object):
    def __init__(self, rows, label, rate, name):
        self.program = fluid.default_main_program().clone()
        with fluid.program_guard(self.program):
            out = fluid.layers.fc(rows, 1, param_attr=name + '_w')
            self.loss = fluid.layers.mean(fluid.layers.square(out - label))
            self.tested = self.program.clone(for_test=True)
            fluid.optimizer.Adam(rate).minimize(self.loss)


rows = fluid.data('rows', [None, 3])
label = fluid.data('label', [None, 1])
other = fluid.data('other', [None, 1])
first, second = Trainer(rows, label, 0.1, 'first'), Trainer(rows, other, 0.2, 'second')
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(5)


def train(size):
    batch = random.uniform(-1, 1, [size, 3]).astype('float32')
    for trainer, name in ((first, 'label'), (second, 'other')):
        feed = {'rows': batch, name: batch[:, :1]}
        loss, = exe.run(trainer.program, feed=feed, fetch_list=[trainer.loss])
        tested, = exe.run(trainer.tested, feed=feed, fetch_list=[trainer.loss])
        show('loss', loss[0], tested[0])


train(4)
for number, trainer in enumerate((first, second)):
    fluid.io.save_persistables(exe, 'saved/' + str(number), main_program=trainer.program)
train(2)
for number, trainer in enumerate((first, second)):
    fluid.io.load_persistables(exe, 'saved/' + str(number), main_program=trainer.program)
train(3)
shutil.rmtree('saved')
