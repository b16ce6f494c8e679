"""Convolutions down and up again, in the 1.8 dialect. Each `next()` on `train(...)` is one step."""

import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Conv2DTranspose


class AutoEncoder(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.down1 = Conv2D(1, 16, 3, stride=2, padding=1, act='relu')
        self.down2 = Conv2D(16, 32, 3, stride=2, padding=1, act='relu')
        self.up1 = Conv2DTranspose(32, 16, 4, stride=2, padding=1, act='relu')
        self.up2 = Conv2DTranspose(16, 1, 4, stride=2, padding=1, act='sigmoid')

    def forward(self, x):
        return self.up2(self.up1(self.down2(self.down1(x))))


def make():
    return AutoEncoder()


def train(batches, weights):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = make()
        model.set_dict(weights)
        model.train()
        optimizer = fluid.optimizer.SGD(0.01, parameter_list=model.parameters())
        for images, _ in batches:
            image = fluid.dygraph.to_variable(images)
            loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(image), image))
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            yield loss.numpy()
