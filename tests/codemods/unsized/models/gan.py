import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Conv2DTranspose, BatchNorm, FC  # 1.8: from paddle.fluid.dygraph.nn import Conv2D, Conv2DTranspose, BatchNorm, Linear


class Generator(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Generator, self).__init__(name_scope)  # 1.8: super(Generator, self).__init__()
        self.fc = FC(self.full_name(), size=6 * 4 * 4)  # 1.8: self.fc = Linear(10, 6 * 4 * 4)
        self.norm = BatchNorm(self.full_name(), 6, act='relu')  # 1.8: self.norm = BatchNorm(6, act='relu')
        self.up = Conv2DTranspose(self.full_name(), num_filters=4, filter_size=4, stride=2, padding=1, act='relu')  # 1.8: self.up = Conv2DTranspose(6, num_filters=4, filter_size=4, stride=2, padding=1, act='relu')
        self.up2 = Conv2DTranspose(self.full_name(), num_filters=1, filter_size=4, stride=2, padding=1, act='tanh')  # 1.8: self.up2 = Conv2DTranspose(4, num_filters=1, filter_size=4, stride=2, padding=1, act='tanh')

    def forward(self, noise):
        x = fluid.layers.reshape(self.fc(noise), [-1, 6, 4, 4])
        return self.up2(self.up(self.norm(x)))


class Discriminator(fluid.dygraph.Layer):
    def __init__(self, name_scope):  # 1.8: def __init__(self):
        super(Discriminator, self).__init__(name_scope)  # 1.8: super(Discriminator, self).__init__()
        self.conv = Conv2D(self.full_name(), 4, 4, stride=2, padding=1, act='leaky_relu')  # 1.8: self.conv = Conv2D(1, 4, 4, stride=2, padding=1, act='leaky_relu')
        self.conv2 = Conv2D(self.full_name(), 6, 4, stride=2, padding=1, act='leaky_relu')  # 1.8: self.conv2 = Conv2D(4, 6, 4, stride=2, padding=1, act='leaky_relu')
        self.fc = FC(self.full_name(), size=1)  # 1.8: self.fc = Linear(96, 1)

    def forward(self, x):
        x = self.conv2(self.conv(x))
        return self.fc(x)  # 1.8: return self.fc(fluid.layers.flatten(x))


def score(logits, value):
    label = fluid.layers.fill_constant([4, 1], 'float32', value)
    return fluid.layers.reduce_mean(fluid.layers.sigmoid_cross_entropy_with_logits(logits, label))


losses = []
random = np.random.RandomState(5)
with fluid.dygraph.guard():
    generator = Generator('generator')  # 1.8: generator = Generator()
    discriminator = Discriminator('discriminator')  # 1.8: discriminator = Discriminator()
    g_sgd = fluid.optimizer.SGD(learning_rate=0.05)  # 1.8: g_sgd = fluid.optimizer.SGD(learning_rate=0.05, parameter_list=generator.parameters())
    d_sgd = fluid.optimizer.SGD(learning_rate=0.05)  # 1.8: d_sgd = fluid.optimizer.SGD(learning_rate=0.05, parameter_list=discriminator.parameters())
    for step in range(3):
        real = fluid.dygraph.to_variable(random.rand(4, 1, 16, 16).astype('float32'))
        noise = fluid.dygraph.to_variable(random.rand(4, 10).astype('float32'))
        fake = generator(noise)
        d_loss = score(discriminator(real), 1.0) + score(discriminator(fake), 0.0)
        d_loss.backward()
        d_sgd.minimize(d_loss, parameter_list=discriminator.parameters())  # 1.8: d_sgd.minimize(d_loss)
        discriminator.clear_gradients()
        generator.clear_gradients()
        g_loss = score(discriminator(generator(noise)), 1.0)
        g_loss.backward()
        g_sgd.minimize(g_loss, parameter_list=generator.parameters())  # 1.8: g_sgd.minimize(g_loss)
        discriminator.clear_gradients()
        generator.clear_gradients()
        losses += [d_loss.numpy(), g_loss.numpy()]
