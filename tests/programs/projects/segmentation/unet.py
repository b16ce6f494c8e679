import paddle.fluid as fluid
from paddle.fluid.dygraph import Conv2D, Layer, Pool2D


class UNet(Layer):
    def __init__(self, classes, width=4):
        super(UNet, self).__init__()
        self.width = width
        self.down = Conv2D(1, width, 3, padding=1, act='relu')
        self.pool = Pool2D(pool_size=2, pool_type='max', pool_stride=2)
        self.middle = Conv2D(width, width, 3, padding=1, act='relu')
        self.up = Conv2D(2 * width, classes, 3, padding=1)

    def forward(self, x):
        skip = self.down(x)
        low = self.middle(self.pool(skip))
        high = fluid.layers.resize_nearest(low, out_shape=skip.shape[2:])
        return self.up(fluid.layers.concat([skip, high], axis=1))
