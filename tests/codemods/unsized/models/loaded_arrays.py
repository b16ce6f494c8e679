import io

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import FC, Conv2D  # 1.8: from paddle.fluid.dygraph.nn import Linear, Conv2D


def load():
    file = io.BytesIO()
    np.save(file, np.random.RandomState(20).rand(3, 4, 2, 6, 6).astype('float32'))
    file.seek(0)
    return np.load(file)


class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Net, self).__init__(name_scope)  # 1.8: super(Net, self).__init__()
        self.conv = Conv2D(self.full_name(), num_filters=3, filter_size=3, act='relu')  # 1.8: self.conv = Conv2D(2, num_filters=3, filter_size=3, act='relu')
        self.fc = FC(self.full_name(), 2, act='softmax')  # 1.8: self.fc = Linear(48, 2, act='softmax')

    def forward(self, x):
        return self.fc(self.conv(x))  # 1.8: return self.fc(fluid.layers.flatten(self.conv(x)))


losses = []
with fluid.dygraph.guard():
    net = Net('net')  # 1.8: net = Net()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    for images in load():
        out = net(fluid.dygraph.to_variable(images))
        loss = fluid.layers.mean(fluid.layers.square(out))
        loss.backward()
        sgd.minimize(loss)
        net.clear_gradients()
        losses.append(loss.numpy())
