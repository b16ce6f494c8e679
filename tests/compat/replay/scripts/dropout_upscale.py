import numpy as np
import paddle.fluid as fluid


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.layers = fluid.dygraph.Sequential(
            fluid.dygraph.Linear(20, 40, act="relu"),
            fluid.dygraph.Dropout(0.3, dropout_implementation="upscale_in_train"),
            fluid.dygraph.Linear(40, 40, act="tanh"),
            fluid.dygraph.Dropout(0.5, seed=17, dropout_implementation="upscale_in_train"),
            fluid.dygraph.Linear(40, 3),
        )

    def forward(self, x):
        return self.layers(x)


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 99
    data = np.random.RandomState(7)
    net = Net()
    optimizer = fluid.optimizer.Momentum(0.05, 0.9, parameter_list=net.parameters())
    for step in range(20):
        x = fluid.dygraph.to_variable(data.randn(16, 20).astype("float32"))
        y = fluid.dygraph.to_variable(data.randint(0, 3, [16, 1]).astype("int64"))
        loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(net(x), y))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
