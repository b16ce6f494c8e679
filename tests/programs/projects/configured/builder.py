import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Conv2D, Linear, Pool2D


class ConvBN(fluid.dygraph.Layer):
    def __init__(self, channels, filters, size, stride=1, act=None):
        super(ConvBN, self).__init__()
        self._conv = Conv2D(num_channels=channels, num_filters=filters, filter_size=size, stride=stride,
                            padding=(size - 1) // 2, bias_attr=False)
        self._norm = BatchNorm(filters, act=act)

    def forward(self, x):
        return self._norm(self._conv(x))


class Network(fluid.dygraph.Layer):
    def __init__(self, convolutions, classes, channels=3):
        super(Network, self).__init__()
        self.blocks = []
        for i, block in enumerate(convolutions):
            layer = self.add_sublayer(
                'block_%d' % i, ConvBN(channels, block['filters'], block['size'], block['stride'], block['act']))
            self.blocks.append(layer)
            channels = block['filters']
        self.pool = Pool2D(pool_type='avg', global_pooling=True)
        self.channels = channels
        self.out = Linear(channels, classes, act='softmax')

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        x = fluid.layers.reshape(self.pool(x), shape=[-1, self.channels])
        return self.out(x)
