import paddle.fluid as fluid


class LSTMCell(fluid.dygraph.Layer):
    def __init__(self, inputs, size, forget_bias=1.0):
        super(LSTMCell, self).__init__()
        self.forget_bias = forget_bias
        self.weight = self.create_parameter(
            shape=[inputs + size, 4 * size], dtype="float32",
            attr=fluid.ParamAttr(initializer=fluid.initializer.UniformInitializer(low=-0.1, high=0.1)))
        self.bias = self.create_parameter(
            shape=[4 * size], dtype="float32", default_initializer=fluid.initializer.Constant(0.0))

    def forward(self, x, hidden, cell):
        gates = fluid.layers.concat([x, hidden], 1)
        gates = fluid.layers.elementwise_add(fluid.layers.matmul(x=gates, y=self.weight), self.bias)
        i, j, f, o = fluid.layers.split(gates, num_or_sections=4, dim=-1)
        cell = cell * fluid.layers.sigmoid(f + self.forget_bias) + fluid.layers.sigmoid(i) * fluid.layers.tanh(j)
        return fluid.layers.tanh(cell) * fluid.layers.sigmoid(o), cell
