# -*- coding: utf-8 -*-
"""CycleGAN: two generators with one optimizer, two discriminators with another, one step each in turn."""
from __future__ import print_function

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable
from paddle.fluid.dygraph.nn import Conv2D, Conv2DTranspose, InstanceNorm

from utility import parse_args, start_weights

SIZE = 16
LAMBDA_CYCLE = 10.0
LAMBDA_IDENTITY = 5.0


class ConvNorm(fluid.dygraph.Layer):
    def __init__(self, num_channels, num_filters, filter_size, stride=1, padding=0, norm=True, relu=True,
                 slope=0.0):
        super(ConvNorm, self).__init__()
        self.conv = Conv2D(
            num_channels=num_channels,
            num_filters=num_filters,
            filter_size=filter_size,
            stride=stride,
            padding=padding,
            param_attr=fluid.ParamAttr(initializer=fluid.initializer.NormalInitializer(loc=0.0, scale=0.02)),
            bias_attr=False if norm else fluid.ParamAttr(initializer=fluid.initializer.Constant(0.0)))
        self.norm_layer = InstanceNorm(num_filters) if norm else None
        self.relu = relu
        self.slope = slope

    def forward(self, inputs):
        conv = self.conv(inputs)
        if self.norm_layer is not None:
            conv = self.norm_layer(conv)
        if self.relu:
            conv = fluid.layers.leaky_relu(conv, alpha=self.slope)
        return conv


class ResnetBlock(fluid.dygraph.Layer):
    def __init__(self, dim):
        super(ResnetBlock, self).__init__()
        self.conv0 = ConvNorm(dim, dim, 3)
        self.conv1 = ConvNorm(dim, dim, 3, relu=False)

    def forward(self, inputs):
        y = fluid.layers.pad2d(inputs, [1, 1, 1, 1], mode="reflect")
        y = self.conv0(y)
        y = fluid.layers.pad2d(y, [1, 1, 1, 1], mode="reflect")
        y = self.conv1(y)
        return y + inputs


class Generator(fluid.dygraph.Layer):
    def __init__(self, num_channels, width=4, blocks=2):
        super(Generator, self).__init__()
        self.conv0 = ConvNorm(num_channels, width, 7)
        self.conv1 = ConvNorm(width, width * 2, 3, stride=2, padding=1)
        self.blocks = [self.add_sublayer('block%d' % i, ResnetBlock(width * 2)) for i in range(blocks)]
        self.deconv = Conv2DTranspose(width * 2, width, 3, stride=2, padding=[1, 1], bias_attr=False)
        self.norm = InstanceNorm(width)
        self.last = ConvNorm(width, num_channels, 7, norm=False, relu=False)

    def forward(self, inputs):
        y = fluid.layers.pad2d(inputs, [3, 3, 3, 3], mode="reflect")
        y = self.conv1(self.conv0(y))
        for block in self.blocks:
            y = block(y)
        y = fluid.layers.pad2d(self.deconv(y), [0, 1, 0, 1], mode="constant", pad_value=0.0)
        y = fluid.layers.relu(self.norm(y))
        y = fluid.layers.pad2d(y, [3, 3, 3, 3], mode="reflect")
        return fluid.layers.tanh(self.last(y))


class Discriminator(fluid.dygraph.Layer):
    def __init__(self, num_channels, width=4):
        super(Discriminator, self).__init__()
        self.conv0 = ConvNorm(num_channels, width, 4, stride=2, padding=1, norm=False, slope=0.2)
        self.conv1 = ConvNorm(width, width * 2, 4, stride=2, padding=1, slope=0.2)
        self.last = ConvNorm(width * 2, 1, 4, padding=1, norm=False, relu=False)

    def forward(self, inputs):
        return self.last(self.conv1(self.conv0(inputs)))


class CycleGan(fluid.dygraph.Layer):
    def __init__(self, num_channels):
        super(CycleGan, self).__init__()
        self.generator_a = Generator(num_channels)
        self.generator_b = Generator(num_channels)
        self.discriminator_a = Discriminator(num_channels)
        self.discriminator_b = Discriminator(num_channels)

    def forward(self, input_a, input_b, is_generator):
        if not is_generator:
            return self.discriminator_loss(input_a, input_b)
        fake_b = self.generator_a(input_a)
        fake_a = self.generator_b(input_b)
        back_a = self.generator_b(fake_b)
        back_b = self.generator_a(fake_a)
        lost_a = fluid.layers.abs(fluid.layers.elementwise_sub(x=input_a, y=back_a))
        lost_b = fluid.layers.abs(fluid.layers.elementwise_sub(x=input_b, y=back_b))
        cycle_loss = (fluid.layers.reduce_mean(lost_a) + fluid.layers.reduce_mean(lost_b)) * LAMBDA_CYCLE
        gan_loss = fluid.layers.reduce_mean(fluid.layers.square(self.discriminator_a(fake_b) - 1)) + \
            fluid.layers.reduce_mean(fluid.layers.square(self.discriminator_b(fake_a) - 1))
        same_a = fluid.layers.reduce_mean(fluid.layers.abs(input_b - self.generator_a(input_b)))
        same_b = fluid.layers.reduce_mean(fluid.layers.abs(input_a - self.generator_b(input_a)))
        g_loss = cycle_loss + gan_loss + fluid.layers.elementwise_add(same_a, same_b) * LAMBDA_IDENTITY
        return g_loss, fake_a, fake_b

    def discriminator_loss(self, pairs_a, pairs_b):
        real_b, fake_b = pairs_b
        real_a, fake_a = pairs_a
        loss_a = (fluid.layers.square(self.discriminator_a(fake_b)) +
                  fluid.layers.square(self.discriminator_a(real_b) - 1)) / 2.0
        loss_b = (fluid.layers.square(self.discriminator_b(fake_a)) +
                  fluid.layers.square(self.discriminator_b(real_a) - 1)) / 2.0
        return fluid.layers.reduce_mean(loss_a) + fluid.layers.reduce_mean(loss_b)


def adam(parameters):
    return fluid.optimizer.Adam(learning_rate=0.0002, parameter_list=parameters, beta1=0.5)


def data_reader(seed, batch_size):
    random = np.random.RandomState(seed)
    while True:
        angle = random.uniform(0, 3, [batch_size, 3, 1, 1])
        wave = np.sin(np.arange(SIZE) * 0.2 * (seed + 1) + angle) * np.cos(np.arange(SIZE)[:, np.newaxis] * 0.3)
        yield wave.astype("float32")


def train(args):
    with fluid.dygraph.guard(fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()):
        cycle_gan = CycleGan(3)
        cycle_gan.set_dict(start_weights(cycle_gan.state_dict()))
        of_generators = cycle_gan.generator_a.parameters() + cycle_gan.generator_b.parameters()
        of_discriminators = cycle_gan.discriminator_a.parameters() + cycle_gan.discriminator_b.parameters()
        optimizer_g = adam(of_generators)
        optimizer_d = adam(of_discriminators)
        reader_a = data_reader(1, args.batch_size)
        reader_b = data_reader(2, args.batch_size)
        for step in range(args.steps):
            data_a = to_variable(next(reader_a))
            data_b = to_variable(next(reader_b))

            # 先训练生成器 / first the generators
            g_loss, fake_a, fake_b = cycle_gan(data_a, data_b, True)
            shown = g_loss.numpy()
            g_loss.backward()
            optimizer_g.minimize(g_loss)
            cycle_gan.clear_gradients()

            # 再训练判别器 / then the discriminators
            d_loss = cycle_gan((data_a, fake_a.detach()), (data_b, fake_b.detach()), False)
            d_loss.backward()
            optimizer_d.minimize(d_loss)
            cycle_gan.clear_gradients()
            print("step {}, generator loss {!r}".format(step, float(shown[0])))
            print("step {}, discriminator loss {!r}".format(step, float(d_loss.numpy()[0])))
        if args.save:
            fluid.save_dygraph(cycle_gan.state_dict(), args.save)


if __name__ == "__main__":
    train(parse_args(batch_size=1))
