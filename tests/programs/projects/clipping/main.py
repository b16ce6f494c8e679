import numpy as np
import paddle.fluid as fluid

from options import CLIPS, optimizer_for
from utility import start_weights


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.first = fluid.dygraph.Linear(4, 6, act='tanh')
        self.second = fluid.dygraph.Linear(6, 1)

    def forward(self, x):
        return self.second(self.first(x))


def train(clip):
    random = np.random.RandomState(4)
    net = Net()
    net.set_dict(start_weights(net.state_dict()))
    optimizer = optimizer_for(net, clip)
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(5, 4).astype('float32'))
        y = fluid.dygraph.to_variable(random.rand(5, 1).astype('float32') * 3)
        loss = fluid.layers.mean(fluid.layers.huber_loss(net(x), y, 0.7))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print('%s: loss %r' % (clip, float(loss.numpy()[0])))


with fluid.dygraph.guard():
    for name in sorted(CLIPS, key=str):
        train(name)
