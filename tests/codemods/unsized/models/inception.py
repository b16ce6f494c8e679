import numpy as np
import paddle.fluid as fluid


class Inception(fluid.dygraph.Layer):
    def __init__(self, name_scope, one, three, pooled):  # 1.8: def __init__(self, channels, one, three, pooled):
        super(Inception, self).__init__(name_scope)  # 1.8: super(Inception, self).__init__()
        self.one = fluid.dygraph.Conv2D(self.full_name(), one, 1)  # 1.8: self.one = fluid.dygraph.Conv2D(channels, one, 1)
        self.reduce = fluid.dygraph.Conv2D(self.full_name(), three // 2, 1)  # 1.8: self.reduce = fluid.dygraph.Conv2D(channels, three // 2, 1)
        self.three = fluid.dygraph.Conv2D(self.full_name(), three, 3, padding=1)  # 1.8: self.three = fluid.dygraph.Conv2D(three // 2, three, 3, padding=1)
        self.pool = fluid.dygraph.Pool2D(self.full_name(), 3, 'max', 1, 1)  # 1.8: self.pool = fluid.dygraph.Pool2D(3, 'max', 1, 1)
        self.pooled = fluid.dygraph.Conv2D(self.full_name(), pooled, 1)  # 1.8: self.pooled = fluid.dygraph.Conv2D(channels, pooled, 1)

    def forward(self, x):
        parts = [self.one(x), self.three(self.reduce(x)), self.pooled(self.pool(x))]
        return fluid.layers.relu(fluid.layers.concat(parts, axis=1))


class GoogLeNet(fluid.dygraph.Layer):
    def __init__(self, name_scope, settings):  # 1.8: def __init__(self, settings):
        super(GoogLeNet, self).__init__(name_scope)  # 1.8: super(GoogLeNet, self).__init__()
        self.a = Inception(self.full_name(), settings[0][0], 4, 2)  # 1.8: self.a = Inception(2, settings[0][0], 4, 2)
        self.b = Inception(self.full_name(), one=1, three=4, pooled=1)  # 1.8: self.b = Inception(8, one=1, three=4, pooled=1)
        self.fc = fluid.dygraph.FC(self.full_name(), size=2)  # 1.8: self.fc = fluid.dygraph.Linear(96, 2)

    def forward(self, x):
        return self.fc(self.b(self.a(x)))  # 1.8: return self.fc(fluid.layers.flatten(self.b(self.a(x))))


losses = []
random = np.random.RandomState(18)
with fluid.dygraph.guard():
    model = GoogLeNet('net', [[2, 4, 2], [1, 4, 1]])  # 1.8: model = GoogLeNet([[2, 4, 2], [1, 4, 1]])
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(4, 2, 4, 4).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(4, 2).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
