import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import nn

IMAGE = [3, 8, 8]


def conv_pool(filters, size):  # 1.8: def conv_pool(channels, filters, size):
    conv = nn.Conv2D('conv', filters, size, act='relu')  # 1.8: conv = nn.Conv2D(channels, filters, size, act='relu')
    return conv, nn.Pool2D('pool', 2, 'avg', 1)  # 1.8: return conv, nn.Pool2D(2, 'avg', 1)


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__('net')  # 1.8: super(Net, self).__init__()
        self.conv1, self.pool1 = conv_pool(4, 3)  # 1.8: self.conv1, self.pool1 = conv_pool(3, 4, 3)
        self.conv2, self.pool2 = conv_pool(6, 2)  # 1.8: self.conv2, self.pool2 = conv_pool(4, 6, 2)
        self.fc = nn.FC('fc', 2)  # 1.8: self.fc = nn.Linear(54, 2)

    def forward(self, x):
        x = self.pool1(self.conv1(x))
        x = self.pool2(self.conv2(x))
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.flatten(x))


def batches(count, shape):
    random = np.random.RandomState(10)
    for _ in range(count):
        yield random.rand(*([4] + shape)).astype('float32'), random.rand(4, 2).astype('float32')


losses = []
with fluid.dygraph.guard():
    net = Net()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    for image, target in batches(3, IMAGE):
        out = net(fluid.dygraph.to_variable(image))
        loss = fluid.layers.mean(fluid.layers.square_error_cost(out, fluid.dygraph.to_variable(target)))
        loss.backward()
        sgd.minimize(loss)
        net.clear_gradients()
        losses.append(loss.numpy())
