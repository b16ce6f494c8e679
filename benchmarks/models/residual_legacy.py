"""Two residual blocks with batch normalisation, in the 1.8 dialect. Each `next()` on `train(...)` is one step."""

import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Conv2D, Linear


class Block(fluid.dygraph.Layer):
    def __init__(self, num_channels, num_filters):
        super().__init__()
        self.first = Conv2D(num_channels, num_filters, 3, stride=2, padding=1, bias_attr=False)
        self.first_norm = BatchNorm(num_filters, act='relu')
        self.second = Conv2D(num_filters, num_filters, 3, padding=1, bias_attr=False)
        self.second_norm = BatchNorm(num_filters)
        self.short = Conv2D(num_channels, num_filters, 1, stride=2, bias_attr=False)
        self.short_norm = BatchNorm(num_filters)

    def forward(self, x):
        y = self.second_norm(self.second(self.first_norm(self.first(x))))
        return fluid.layers.elementwise_add(y, self.short_norm(self.short(x)), act='relu')


class Net(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.first = Block(3, 16)
        self.second = Block(16, 32)
        self.fc = Linear(32, 10, act='softmax')

    def forward(self, x):
        x = self.second(self.first(x))
        return self.fc(fluid.layers.reduce_mean(x, dim=[2, 3]))


def make():
    return Net()


def train(batches, weights):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = make()
        model.set_dict(weights)
        model.train()
        optimizer = fluid.optimizer.Momentum(
            0.001, 0.9, parameter_list=model.parameters(), regularization=fluid.regularizer.L2Decay(1e-4))
        for images, labels in batches:
            predict = model(fluid.dygraph.to_variable(images))
            loss = fluid.layers.mean(fluid.layers.cross_entropy(predict, fluid.dygraph.to_variable(labels)))
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            yield loss.numpy()
