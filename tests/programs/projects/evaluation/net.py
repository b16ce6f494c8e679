import paddle.fluid as fluid
from paddle.fluid.dygraph import BatchNorm, Conv2D, Dropout, Linear, Pool2D


class Net(fluid.dygraph.Layer):
    def __init__(self, classes):
        super(Net, self).__init__()
        self.conv = Conv2D(1, 4, 3, padding=1)
        self.norm = BatchNorm(4, act="relu", momentum=0.8)
        self.pool = Pool2D(2, "max", 2)
        self.drop = Dropout(0.0, dropout_implementation="upscale_in_train")
        self.fc = Linear(4 * 3 * 3, classes, act="softmax")

    def forward(self, x):
        x = self.pool(self.norm(self.conv(x)))
        x = fluid.layers.flatten(x, axis=1)
        return self.fc(self.drop(x))
