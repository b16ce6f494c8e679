import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import BilinearTensorProduct, Conv2D, FC, LayerNorm  # 1.8: from paddle.fluid.dygraph.nn import BilinearTensorProduct, Conv2D, LayerNorm, Linear


class Pair(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Pair, self).__init__(name_scope)  # 1.8: super(Pair, self).__init__()
        self.conv = Conv2D(self.full_name(), 4, 3)  # 1.8: self.conv = Conv2D(2, 4, 3)
        self.norm = LayerNorm(self.full_name(), act='relu')  # 1.8: self.norm = LayerNorm([4, 3, 3], act='relu')
        self.fc = FC(self.full_name(), 5)  # 1.8: self.fc = Linear(36, 5)
        self.product = BilinearTensorProduct(self.full_name(), 3, act='tanh')  # 1.8: self.product = BilinearTensorProduct(5, 4, 3, act='tanh')

    def forward(self, image, words):
        x = self.norm(self.conv(image))
        x = self.fc(x)  # 1.8: x = self.fc(fluid.layers.flatten(x))
        return self.product(x, words)


losses = []
random = np.random.RandomState(17)
with fluid.dygraph.guard():
    model = Pair('pair')  # 1.8: model = Pair()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 2, 5, 5).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 3).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x, fluid.layers.fill_constant([4, 4], 'float32', 0.5)), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
