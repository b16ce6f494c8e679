import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import LayerNorm, Linear, PRelu


class Network(fluid.dygraph.Layer):
    def __init__(self):
        super(Network, self).__init__()
        self.fc = Linear(4, 6)
        self.act = PRelu(mode='all')
        self.norm = LayerNorm(6)
        self.out = Linear(6, 2, act='softmax')

    def forward(self, x, label=None):
        x = self.out(self.norm(self.act(self.fc(x))))
        if label is not None:
            cost = fluid.layers.cross_entropy(input=x, label=label)
            return fluid.layers.mean(cost), fluid.layers.accuracy(input=x, label=label)
        return x
