from paddle.fluid.dygraph import Layer, Linear, Sequential


class Net(Layer):
    def __init__(self):
        super(Net, self).__init__('net')
        self.layers = Sequential(Linear(3, 8, act='tanh'), Linear(8, 8, act='sigmoid'), Linear(8, 1))

    def forward(self, x):
        return self.layers(x)
