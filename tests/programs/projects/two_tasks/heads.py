import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer, LayerList, Linear


class Heads(Layer):
    def __init__(self, inputs, sizes):
        super(Heads, self).__init__()
        self.shared = Linear(inputs, 8, act='relu')
        self.heads = LayerList([Linear(8, size) for size in sizes])

    def forward(self, x):
        x = self.shared(x)
        return [head(x) for head in self.heads]


def total(outputs, classes, values, weights):
    classification, regression = outputs
    losses = [
        fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(classification, classes)),
        fluid.layers.mean(fluid.layers.smooth_l1(regression, values)),
    ]
    return sum(w * loss for w, loss in zip(weights, losses)), losses
