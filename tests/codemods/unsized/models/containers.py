import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, FC, LayerList, Sequential  # 1.8: from paddle.fluid.dygraph import Conv2D, LayerList, Linear, Sequential


class Stacked(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Stacked, self).__init__(name_scope)  # 1.8: super(Stacked, self).__init__()
        self.head = Sequential(Conv2D('c1', 4, 3), Conv2D('c2', 6, 3))  # 1.8: self.head = Sequential(Conv2D(1, 4, 3), Conv2D(4, 6, 3))
        self.tail = LayerList([FC('f%d' % i, 5, act='sigmoid') for i in range(1)])  # 1.8: self.tail = LayerList([Linear(24, 5, act='sigmoid') for i in range(1)])
        self.out = FC('out', 2)  # 1.8: self.out = Linear(5, 2)

    def forward(self, x):
        x = self.head(x)  # 1.8: x = fluid.layers.flatten(self.head(x))
        for layer in self.tail:
            x = layer(x)
        return self.out(x)


losses = []
random = np.random.RandomState(12)
with fluid.dygraph.guard():
    model = Stacked('stacked')  # 1.8: model = Stacked()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 1, 6, 6).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 2).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
