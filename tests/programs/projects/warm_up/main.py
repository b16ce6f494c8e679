import numpy as np
import paddle.fluid as fluid

from optimizers import make_optimizer
from utility import start_weights


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.linear = fluid.dygraph.Linear(3, 2, act='softmax')

    def forward(self, x):
        return self.linear(x)


def train(kind):
    net = Net()
    net.set_dict(start_weights(net.state_dict()))
    optimizer = make_optimizer(kind, net.parameters())
    random = np.random.RandomState(19)
    for step in range(8):
        x = fluid.dygraph.to_variable(random.rand(4, 3).astype('float32'))
        label = fluid.dygraph.to_variable(random.randint(0, 2, [4, 1]).astype('int64'))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(net(x), label))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print('loss %r' % float(loss.numpy()[0]))


with fluid.dygraph.guard():
    train('warm')
