import paddle.fluid as fluid


class Polynomial(fluid.dygraph.Layer):
    """a linear layer of x, x ** 2, …"""

    def __init__(self, degree):
        super(Polynomial, self).__init__()
        self.degree = degree
        self.linear = fluid.dygraph.Linear(degree, 1, bias_attr=True)

    def forward(self, x):
        powers = [fluid.layers.pow(x, float(k + 1)) for k in range(self.degree)]
        return self.linear(fluid.layers.concat(powers, axis=1))
