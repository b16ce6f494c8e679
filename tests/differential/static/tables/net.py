import collections
import paddle.fluid as fluid


class Net(object):
    def __init__(self):
        self.x = fluid.data('x', [None, 4])
        self.outputs = collections.OrderedDict()

    def build(self):
        h = fluid.layers.fc(self.x, 2)
        self.outputs['loss'] = fluid.layers.reduce_mean(h * h)
        self.outputs['sum'] = fluid.layers.reduce_sum(h)
        return self.outputs
