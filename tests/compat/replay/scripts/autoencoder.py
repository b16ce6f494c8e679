import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers


class Autoencoder(fluid.dygraph.Layer):
    def __init__(self):
        super(Autoencoder, self).__init__()
        xavier = fluid.ParamAttr(initializer=fluid.initializer.XavierInitializer(uniform=False, seed=4))
        self.encoder = fluid.dygraph.Linear(16, 8, param_attr=xavier, act="tanh")
        self.mean = fluid.dygraph.Linear(8, 3)
        self.log_variance = fluid.dygraph.Linear(8, 3)
        self.decoder = fluid.dygraph.Linear(3, 16)

    def forward(self, x, step):
        code = self.encoder(x)
        mean, log_variance = self.mean(code), self.log_variance(code)
        noise = layers.gaussian_random_batch_size_like(x, [-1, 3], seed=100 + step)
        spread = layers.exp(log_variance * 0.5) * noise
        again = self.decoder(mean + spread + layers.uniform_random([3], min=-0.1, max=0.1, seed=5))
        distance = layers.reduce_sum(layers.square(again - x), dim=1)
        divergence = layers.reduce_sum(layers.exp(log_variance) + layers.square(mean) - log_variance - 1.0, dim=1)
        return layers.reduce_mean(distance + divergence * 0.5)


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 3
    data = np.random.RandomState(12)
    model = Autoencoder()
    optimizer = fluid.optimizer.SGD(0.01, parameter_list=model.parameters())
    for step in range(20):
        order = layers.randperm(32, seed=step + 1)
        x = layers.gather(fluid.dygraph.to_variable(data.randn(32, 16).astype("float32")), order[:16])
        loss = model(x, step)
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
