"""Word vectors from pairs, with negative samples, in the 1.8 dialect. Each `next()` on `train(...)` is one step."""

import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding


class Pairs(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.centre = Embedding(size=[5000, 128])
        self.context = Embedding(size=[5000, 128])

    def forward(self, words):
        centre, context = self.centre(words[:, 0]), self.context(words[:, 1])
        return fluid.layers.reduce_sum(fluid.layers.elementwise_mul(centre, context), dim=-1, keep_dim=True)


def make():
    return Pairs()


def train(batches, weights):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = make()
        model.set_dict(weights)
        model.train()
        optimizer = fluid.optimizer.SGD(0.01, parameter_list=model.parameters())
        for words, labels in batches:
            score = model(fluid.dygraph.to_variable(words))
            label = fluid.layers.cast(fluid.dygraph.to_variable(labels), 'float32')
            loss = fluid.layers.reduce_mean(fluid.layers.sigmoid_cross_entropy_with_logits(score, label))
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            yield loss.numpy()
