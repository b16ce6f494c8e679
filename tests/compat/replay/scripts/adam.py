import numpy as np
import paddle.fluid as fluid

with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 21
    data = np.random.RandomState(13)
    net = fluid.dygraph.Sequential(fluid.dygraph.Linear(6, 12, act="relu"), fluid.dygraph.Linear(12, 3))
    optimizer = fluid.optimizer.AdamOptimizer(1e-3, parameter_list=net.parameters())
    for step in range(20):
        x = fluid.dygraph.to_variable(data.randn(10, 6).astype("float32"))
        y = fluid.dygraph.to_variable(data.randint(0, 3, [10, 1]).astype("int64"))
        loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(net(x), y))
        loss.backward()
        optimizer.minimize(loss)
        net.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
