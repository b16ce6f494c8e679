import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Linear, Pool2D


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = Conv2D(1, 6, 5, padding=2, act="relu")
        self.pool1 = Pool2D(2, "max", 2)
        self.conv2 = Conv2D(6, 8, 3, act="relu")
        self.pool2 = Pool2D(2, "avg", 2)
        self.fc = Linear(8 * 6 * 6, 10, act="softmax")

    def forward(self, image):
        x = self.pool2(self.conv2(self.pool1(self.conv1(image))))
        return self.fc(fluid.layers.reshape(x, [-1, 8 * 6 * 6]))


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_startup_program().random_seed = 90
    fluid.default_main_program().random_seed = 90
    data = np.random.RandomState(0)
    net = Net()
    optimizer = fluid.optimizer.SGD(0.05, parameter_list=net.parameters())
    for step in range(20):
        image = fluid.dygraph.to_variable(data.rand(16, 1, 28, 28).astype("float32"))
        label = fluid.dygraph.to_variable(data.randint(0, 10, [16, 1]).astype("int64"))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(net(image), label))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
