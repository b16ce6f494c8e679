import numpy as np
import paddle.fluid as fluid
from paddle.fluid.initializer import MSRA, Constant, Normal, TruncatedNormal, Uniform


def attr(initializer):
    return fluid.ParamAttr(initializer=initializer, regularizer=fluid.regularizer.L2Decay(1e-3))


class Regression(fluid.dygraph.Layer):
    def __init__(self):
        super(Regression, self).__init__()
        self.first = fluid.dygraph.Linear(13, 32, attr(TruncatedNormal(0.0, 0.2)), attr(Constant(0.1)), act="tanh")
        self.second = fluid.dygraph.Linear(32, 16, attr(MSRA(uniform=False)), attr(Uniform(-0.1, 0.1)), act="relu")
        self.last = fluid.dygraph.Linear(16, 1, attr(Normal(0.0, 0.1, seed=11)), bias_attr=False)

    def forward(self, x):
        return self.last(self.second(self.first(x)))


data = np.random.RandomState(1)
coefficients = data.randn(13, 1).astype("float32")
with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 33
    model = Regression()
    optimizer = fluid.optimizer.MomentumOptimizer(0.01, momentum=0.9, parameter_list=model.parameters())
    for step in range(20):
        x = data.randn(20, 13).astype("float32")
        y = np.tanh(x.dot(coefficients))
        cost = fluid.layers.square_error_cost(model(fluid.dygraph.to_variable(x)), fluid.dygraph.to_variable(y))
        loss = fluid.layers.mean(cost)
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
