"""The training step of the examples in the 1.7 dialect. Each `next()` on `train(...)` is one step."""

import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Linear, Pool2D


class MNIST(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.conv1 = Conv2D(num_channels=1, num_filters=20, filter_size=5, padding=2, act='relu')
        self.pool1 = Pool2D(pool_size=2, pool_stride=2, pool_type='max')
        self.conv2 = Conv2D(num_channels=20, num_filters=20, filter_size=5, padding=2, act='relu')
        self.pool2 = Pool2D(pool_size=2, pool_stride=2, pool_type='max')
        self.fc = Linear(input_dim=980, output_dim=10, act='softmax')

    def forward(self, inputs):
        x = self.conv1(inputs)
        x = self.pool1(x)
        x = self.conv2(x)
        x = self.pool2(x)
        x = fluid.layers.reshape(x, [x.shape[0], 980])
        return self.fc(x)


def train(batches, weights):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = MNIST()
        model.set_dict(weights)
        model.train()
        optimizer = fluid.optimizer.MomentumOptimizer(
            learning_rate=0.0001, momentum=0.9, parameter_list=model.parameters())
        for image_data, label_data in batches:
            image = fluid.dygraph.to_variable(image_data)
            label = fluid.dygraph.to_variable(label_data)
            predict = model(image)
            loss = fluid.layers.cross_entropy(predict, label)
            avg_loss = fluid.layers.mean(loss)
            avg_loss.backward()
            optimizer.minimize(avg_loss)
            model.clear_gradients()
            yield avg_loss.numpy()
