import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Linear


class Generator(fluid.dygraph.Layer):
    def __init__(self, noise, size):
        super(Generator, self).__init__()
        self.hidden = Linear(noise, 8)
        self.norm = BatchNorm(8, act='relu')
        self.out = Linear(8, size, act='tanh')

    def forward(self, z):
        return self.out(self.norm(self.hidden(z)))


class Discriminator(fluid.dygraph.Layer):
    def __init__(self, size):
        super(Discriminator, self).__init__()
        self.hidden = Linear(size, 8)
        self.out = Linear(8, 1)

    def forward(self, x):
        return self.out(fluid.layers.leaky_relu(self.hidden(x), alpha=0.2))
