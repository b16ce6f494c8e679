from paddle.fluid.dygraph import BatchNorm, Conv2D, Conv2DTranspose, Layer


def down(cin, cout):
    return Conv2D(num_channels=cin, num_filters=cout, filter_size=4, stride=2, padding=1, act='relu')


class Up(Layer):
    def __init__(self, cin, cout, act=None):
        super(Up, self).__init__()
        self.conv = Conv2DTranspose(cin, cout, filter_size=4, stride=2, padding=1, bias_attr=False)
        self.norm = BatchNorm(cout, act=act)

    def forward(self, x):
        return self.norm(self.conv(x))
