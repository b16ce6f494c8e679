import numpy as np
import paddle.fluid as fluid


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.first = fluid.dygraph.Linear(20, 40, act="relu")
        self.second = fluid.dygraph.Linear(40, 3)

    def forward(self, x):
        x = fluid.layers.dropout(self.first(x), dropout_prob=0.4)
        x = fluid.layers.dropout(x, dropout_prob=0.1, seed=3)
        return self.second(x)


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_startup_program().random_seed = 1
    fluid.default_main_program().random_seed = 1
    data = np.random.RandomState(6)
    net = Net()
    optimizer = fluid.optimizer.SGD(0.2, parameter_list=net.parameters())
    for step in range(20):
        if step == 15:
            net.eval()
        x = fluid.dygraph.to_variable(data.randn(16, 20).astype("float32"))
        y = fluid.dygraph.to_variable(data.randint(0, 3, [16, 1]).astype("int64"))
        loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(net(x), y))
        if step < 15:
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
