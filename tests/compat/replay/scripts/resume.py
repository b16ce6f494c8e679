import os
import shutil
import tempfile

import numpy as np
import paddle.fluid as fluid


def build():
    net = fluid.dygraph.Sequential(fluid.dygraph.Linear(6, 12, act="relu"), fluid.dygraph.Linear(12, 3))
    return net, fluid.optimizer.MomentumOptimizer(0.1, 0.9, parameter_list=net.parameters())


def train(net, optimizer, data, first, last):
    for step in range(first, last):
        x = fluid.dygraph.to_variable(data.randn(10, 6).astype("float32"))
        y = fluid.dygraph.to_variable(data.randint(0, 3, [10, 1]).astype("int64"))
        loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(net(x), y))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))


folder, data = tempfile.mkdtemp(), np.random.RandomState(11)
path = os.path.join(folder, "model")
with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 12
    net, optimizer = build()
    train(net, optimizer, data, 0, 10)
    fluid.save_dygraph(net.state_dict(), path)
    fluid.save_dygraph(optimizer.state_dict(), path)
with fluid.dygraph.guard(fluid.CPUPlace()):
    net, optimizer = build()
    parameters, state = fluid.load_dygraph(path)
    net.set_dict(parameters)
    optimizer.set_dict(state)
    train(net, optimizer, data, 10, 20)
shutil.rmtree(folder)
