import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, FC, Pool2D  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Linear, Pool2D


class Excite(fluid.dygraph.Layer):
    def __init__(self, name_scope, num_channels, ratio):  # 1.8: def __init__(self, num_channels, ratio):
        super(Excite, self).__init__(name_scope)  # 1.8: super(Excite, self).__init__()
        self.num_channels = num_channels
        self.pool = Pool2D(self.full_name(), pool_type='avg', global_pooling=True)  # 1.8: self.pool = Pool2D(pool_type='avg', global_pooling=True)
        self.squeeze = FC(self.full_name(), num_channels // ratio, act='relu')  # 1.8: self.squeeze = Linear(num_channels, num_channels // ratio, act='relu')
        self.excite = FC(self.full_name(), num_channels, act='sigmoid')  # 1.8: self.excite = Linear(num_channels // ratio, num_channels, act='sigmoid')

    def forward(self, x):
        y = self.squeeze(self.pool(x))  # 1.8: y = self.squeeze(fluid.layers.flatten(self.pool(x)))
        y = fluid.layers.reshape(self.excite(y), [-1, self.num_channels, 1, 1])
        return x * y


class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Net, self).__init__(name_scope)  # 1.8: super(Net, self).__init__()
        self.conv = Conv2D(self.full_name(), 4, 3, act='relu')  # 1.8: self.conv = Conv2D(2, 4, 3, act='relu')
        self.scale = Excite(self.full_name(), 4, 2)  # 1.8: self.scale = Excite(4, 2)
        self.conv2 = Conv2D(self.full_name(), 6, 3, act='relu')  # 1.8: self.conv2 = Conv2D(4, 6, 3, act='relu')
        self.scale2 = Excite(self.full_name(), 6, 3)  # 1.8: self.scale2 = Excite(6, 3)
        self.fc = FC(self.full_name(), 1)  # 1.8: self.fc = Linear(24, 1)

    def forward(self, x):
        x = self.scale2(self.conv2(self.scale(self.conv(x))))
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.flatten(x))


losses = []
random = np.random.RandomState(15)
with fluid.dygraph.guard():
    model = Net('excited')  # 1.8: model = Net()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 2, 6, 6).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 1).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
