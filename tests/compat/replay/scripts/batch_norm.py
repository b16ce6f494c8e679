import numpy as np
import paddle.fluid as fluid


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        msra = fluid.ParamAttr(initializer=fluid.initializer.MSRA(uniform=True))
        self.conv = fluid.dygraph.Conv2D(3, 8, 3, padding=1, param_attr=msra, bias_attr=False)
        self.bn = fluid.dygraph.BatchNorm(8, act="relu", momentum=0.8)
        self.pool = fluid.dygraph.Pool2D(pool_type="avg", global_pooling=True)
        self.fc = fluid.dygraph.Linear(8, 4)

    def forward(self, x):
        return self.fc(fluid.layers.reshape(self.pool(self.bn(self.conv(x))), [-1, 8]))


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 2020
    data = np.random.RandomState(5)
    net = Net()
    optimizer = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())
    for step in range(20):
        if step % 5 == 4:
            net.eval()
        x = fluid.dygraph.to_variable(data.randn(8, 3, 12, 12).astype("float32"))
        y = fluid.dygraph.to_variable(data.randint(0, 4, [8, 1]).astype("int64"))
        loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(net(x), y))
        if step % 5 != 4:
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()
        net.train()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
