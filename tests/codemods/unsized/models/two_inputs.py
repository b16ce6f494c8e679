import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import FC  # 1.8: from paddle.fluid.dygraph.nn import Linear


class Rating(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Rating, self).__init__(name_scope)  # 1.8: super(Rating, self).__init__()
        self.both = FC(self.full_name(), size=6, act='tanh')  # 1.8: self.both, self.both_2 = Linear(5, 6), Linear(12, 6, bias_attr=False)
        self.out = FC(self.full_name(), size=1)  # 1.8: self.out = Linear(6, 1)

    def forward(self, user, item):
        x = self.both([user, item])  # 1.8: x = fluid.layers.tanh(self.both(user) + self.both_2(fluid.layers.flatten(item)))
        return self.out(x)


losses = []
random = np.random.RandomState(8)
with fluid.dygraph.guard():
    model = Rating('rating')  # 1.8: model = Rating()
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        user = fluid.dygraph.to_variable(random.rand(4, 5).astype('float32'))
        item = fluid.dygraph.to_variable(random.rand(4, 3, 4).astype('float32'))
        score = fluid.dygraph.to_variable(random.rand(4, 1).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(user, item), score))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
