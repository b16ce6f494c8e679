import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, FC  # 1.8: from paddle.fluid.dygraph import Conv2D, Linear


class Branches(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Branches, self).__init__(name_scope)  # 1.8: super(Branches, self).__init__()
        self.branches = {}
        for name, size in [('narrow', 1), ('wide', 3)]:
            self.branches[name] = self.add_sublayer(name, Conv2D(self.full_name(), 4, size, padding=size // 2))  # 1.8: self.branches[name] = self.add_sublayer(name, Conv2D(2, 4, size, padding=size // 2))
        self.join = Conv2D(self.full_name(), 3, 1, act='relu')  # 1.8: self.join = Conv2D(8, 3, 1, act='relu')
        self.fc = FC(self.full_name(), 2)  # 1.8: self.fc = Linear(75, 2)

    def forward(self, x):
        parts = [self.branches[name](x) for name in ('narrow', 'wide')]
        x = self.join(fluid.layers.concat(parts, axis=1))
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.flatten(x))


losses = []
random = np.random.RandomState(11)
with fluid.dygraph.guard():
    model = Branches('branches')  # 1.8: model = Branches()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 2, 5, 5).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 2).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
