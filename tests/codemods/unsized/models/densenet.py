import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import BatchNorm, Conv2D, FC, Pool2D  # 1.8: from paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Linear, Pool2D


class Dense(fluid.dygraph.Layer):
    def __init__(self, name_scope, growth):  # 1.8: def __init__(self, channels, growth):
        super(Dense, self).__init__(name_scope)  # 1.8: super(Dense, self).__init__()
        self.conv = Conv2D(self.full_name(), growth, 3, padding=1, act='relu')  # 1.8: self.conv = Conv2D(channels, growth, 3, padding=1, act='relu')

    def forward(self, x):
        return fluid.layers.concat([x, self.conv(x)], axis=1)


class DenseNet(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(DenseNet, self).__init__(name_scope)  # 1.8: super(DenseNet, self).__init__()
        self.stem = Conv2D(self.full_name(), 4, 3, padding=1)  # 1.8: self.stem = Conv2D(3, 4, 3, padding=1)
        self.dense1 = Dense(self.full_name(), 3)  # 1.8: self.dense1 = Dense(4, 3)
        self.dense2 = Dense(self.full_name(), 3)  # 1.8: self.dense2 = Dense(7, 3)
        self.norm = BatchNorm(self.full_name(), 10, act='relu')  # 1.8: self.norm = BatchNorm(10, act='relu')
        self.pool = Pool2D(self.full_name(), 2, 'avg', 2)  # 1.8: self.pool = Pool2D(2, 'avg', 2)
        self.dense3 = Dense(self.full_name(), 2)  # 1.8: self.dense3 = Dense(10, 2)
        self.fc = FC(self.full_name(), 2)  # 1.8: self.fc = Linear(192, 2)

    def forward(self, x):
        x = self.dense2(self.dense1(self.stem(x)))
        x = self.dense3(self.pool(self.norm(x)))
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.flatten(x))


losses = []
random = np.random.RandomState(13)
with fluid.dygraph.guard():
    model = DenseNet('dense')  # 1.8: model = DenseNet()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 3, 8, 8).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 2).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
