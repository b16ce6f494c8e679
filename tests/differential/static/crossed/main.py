import paddle.fluid as fluid
from network import Crossed
from start import batches, show


def train(rate):
    x = fluid.data('x', [None, 6], 'float32')
    label = fluid.data('label', [None, 1], 'int64')
    model = Crossed().clone(True)
    model.build(x, label)
    model.backward(rate)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step, (a, b) in enumerate(batches(4)):
        loss, prob = exe.run(fluid.default_main_program(), feed={'x': a, 'label': b},
                             fetch_list=[model.loss, model.prob])
        show('step %d' % step, loss, prob[0])


train(0.1)
