import numpy as np
import paddle.fluid as fluid


def train(name, rate):
    data = np.random.RandomState(9)
    with fluid.dygraph.guard(fluid.CPUPlace()):
        fluid.default_main_program().random_seed = 8
        net = fluid.dygraph.Linear(6, 3)
        optimizer = fluid.optimizer.SGD(rate(), parameter_list=net.parameters())
        for step in range(20):
            x = fluid.dygraph.to_variable(data.randn(10, 6).astype("float32"))
            y = fluid.dygraph.to_variable(data.randint(0, 3, [10, 1]).astype("int64"))
            loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(net(x), y))
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()
            print(name, "step", step, "loss", repr(float(loss.numpy()[0])))


train("piecewise", lambda: fluid.dygraph.PiecewiseDecay([5, 12], [0.5, 0.1, 0.02], 0))
train("exponential", lambda: fluid.dygraph.ExponentialDecay(0.5, decay_steps=4, decay_rate=0.7, staircase=True))
train("polynomial", lambda: fluid.dygraph.PolynomialDecay(0.5, 15, 0.01, power=2.0))
train("cosine", lambda: fluid.dygraph.CosineDecay(0.5, 5, 4))
train("noam", lambda: fluid.dygraph.NoamDecay(64, 6))
