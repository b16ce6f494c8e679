"""A training script of 2020 that takes a second: convolution, pooling, batch norm, dropout, weight decay."""

import argparse

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Linear, Pool2D


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.conv = Conv2D(num_channels=1, num_filters=4, filter_size=3, stride=1, padding=1, act="relu")
        self.pool = Pool2D(pool_size=3, pool_stride=2, pool_padding=1, pool_type="avg")
        self.norm = BatchNorm(num_channels=4, momentum=0.8)
        self.hidden = Linear(input_dim=4, output_dim=8, act="tanh")
        self.out = Linear(input_dim=8, output_dim=3, act="softmax")

    def forward(self, x):
        x = self.norm(self.pool(self.conv(x)))
        x = fluid.layers.reduce_mean(x, dim=[2, 3])
        x = self.hidden(x)
        x = fluid.layers.dropout(x, dropout_prob=0.25, dropout_implementation="upscale_in_train")
        return self.out(x)


def batches(count, size=6):
    draw = np.random.RandomState(1)
    for _ in range(count):
        image = draw.rand(size, 1, 8, 8).astype("float32")
        label = draw.randint(0, 3, [size, 1]).astype("int64")
        yield image, label


def train(args):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        net = Net()
        net.train()
        optimizer = fluid.optimizer.MomentumOptimizer(
            learning_rate=0.1,
            momentum=0.9,
            parameter_list=net.parameters(),
            regularization=fluid.regularizer.L2Decay(regularization_coeff=0.001),
        )
        if args.adam:
            optimizer = fluid.optimizer.AdamOptimizer(learning_rate=0.01, parameter_list=net.parameters())
        for image, label in batches(args.batches):
            predict = net(fluid.dygraph.to_variable(image))
            loss = fluid.layers.cross_entropy(predict, fluid.dygraph.to_variable(label))
            loss = fluid.layers.mean(loss)
            loss.backward()
            optimizer.minimize(loss)
            net.clear_gradients()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--batches", type=int, default=5)
    parser.add_argument("--adam", action="store_true")
    train(parser.parse_args())
