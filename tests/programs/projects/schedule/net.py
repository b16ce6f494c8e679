import paddle.fluid as fluid


class Net(fluid.Layer):
    def __init__(self, classes):
        super(Net, self).__init__()
        self.conv = fluid.dygraph.Conv2D(1, 4, 3, padding=1, act='relu')
        self.pool = fluid.dygraph.Pool2D(global_pooling=True, pool_type='avg')
        self.fc = fluid.dygraph.Linear(4, classes, act='softmax')

    def forward(self, image):
        x = self.pool(self.conv(image))
        x = fluid.layers.reshape(x, [x.shape[0], 4])
        return self.fc(x)
