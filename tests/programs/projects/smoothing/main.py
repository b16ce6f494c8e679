import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Linear, Pool2D, to_variable

from augment import cost, mixup
from utility import start_weights

CLASSES = 3


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.conv = Conv2D(1, 3, 3, stride=2, act='relu')
        self.pool = Pool2D(pool_size=2, pool_stride=1, pool_type='avg')
        self.fc = Linear(3, CLASSES, act='softmax')

    def forward(self, x):
        x = fluid.layers.reduce_mean(self.pool(self.conv(x)), dim=[2, 3])
        return self.fc(x)


with fluid.dygraph.guard():
    random = np.random.RandomState(20)
    net = Net()
    net.set_dict(start_weights(net.state_dict()))
    optimizer = fluid.optimizer.SGD(
        fluid.dygraph.CosineDecay(0.5, step_each_epoch=2, epochs=4), parameter_list=net.parameters())
    for step in range(6):
        images = random.rand(6, 1, 7, 7).astype('float32')
        labels = random.randint(0, CLASSES, [6, 1]).astype('int64')
        mixed, first, second, share = mixup(images, labels, random)
        out = net(to_variable(mixed.astype('float32')))
        loss = share * cost(out, to_variable(first), CLASSES) + (1 - share) * cost(out, to_variable(second), CLASSES)
        loss = fluid.layers.mean(x=loss)
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print('step %d loss %r' % (step, float(loss.numpy()[0])))
