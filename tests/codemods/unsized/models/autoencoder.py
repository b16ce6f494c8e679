import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Conv2DTranspose, FC  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Conv2DTranspose, Linear


class Encoder(fluid.dygraph.Layer):
    def __init__(self, name_scope, code):  # 1.8: def __init__(self, code):
        super(Encoder, self).__init__(name_scope)  # 1.8: super(Encoder, self).__init__()
        self.conv = Conv2D(self.full_name(), 4, 3, 2, 1, act='relu')  # 1.8: self.conv = Conv2D(1, 4, 3, 2, 1, act='relu')
        self.fc = FC(self.full_name(), code, act='tanh')  # 1.8: self.fc = Linear(64, code, act='tanh')

    def forward(self, x):
        return self.fc(self.conv(x))  # 1.8: return self.fc(fluid.layers.flatten(self.conv(x)))


class AutoEncoder(fluid.dygraph.Layer):
    def __init__(self, name_scope, code=5):  # 1.8: def __init__(self, code=5):
        super(AutoEncoder, self).__init__(name_scope)  # 1.8: super(AutoEncoder, self).__init__()
        self.encoder = Encoder(self.full_name(), code)  # 1.8: self.encoder = Encoder(code)
        self.fc = FC(self.full_name(), 4 * 4 * 4, act='relu')  # 1.8: self.fc = Linear(code, 4 * 4 * 4, act='relu')
        self.up = Conv2DTranspose(self.full_name(), 1, filter_size=2, stride=2)  # 1.8: self.up = Conv2DTranspose(4, 1, filter_size=2, stride=2)

    def forward(self, x):
        code = self.encoder(x)
        x = fluid.layers.reshape(self.fc(code), (-1, 4, 4, 4))
        return self.up(x)


losses = []
random = np.random.RandomState(14)
with fluid.dygraph.guard():
    model = AutoEncoder('auto')  # 1.8: model = AutoEncoder()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 1, 8, 8).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 1, 8, 8).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
