import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer
from paddle.fluid.initializer import ConstantInitializer
from paddle.fluid.param_attr import ParamAttr


class Norm(Layer):
    """normalizes the last dimension"""

    def __init__(self, size, epsilon=1e-5):
        super(Norm, self).__init__()
        self.epsilon = epsilon
        self.scale = self.create_parameter(
            shape=[size], attr=ParamAttr(initializer=ConstantInitializer(1.0)), dtype='float32')
        self.shift = self.create_parameter(shape=[size], attr=None, dtype='float32', is_bias=True)

    def forward(self, x):
        mean = fluid.layers.reduce_mean(x, dim=-1, keep_dim=True)
        centred = fluid.layers.elementwise_sub(x, mean)
        variance = fluid.layers.reduce_mean(fluid.layers.square(centred), dim=[-1], keep_dim=True)
        x = fluid.layers.elementwise_div(centred, fluid.layers.sqrt(variance + self.epsilon))
        return fluid.layers.elementwise_add(fluid.layers.elementwise_mul(x, self.scale, axis=-1), self.shift, axis=-1)


class Attention(Layer):
    def __init__(self, size, heads):
        super(Attention, self).__init__()
        self.size, self.heads = size, heads
        self.query, self.key, self.value = [
            self.create_parameter(attr=fluid.ParamAttr(name=None), shape=[size, size], dtype=self._dtype)
            for _ in range(3)]
        self.out = fluid.dygraph.Linear(size, size, bias_attr=False)

    def _split(self, x, weight):
        x = fluid.layers.reshape(fluid.layers.matmul(x, weight), [0, 0, self.heads, self.size // self.heads])
        return fluid.layers.transpose(x, perm=[0, 2, 1, 3])

    def forward(self, x):
        q, k, v = [self._split(x, weight) for weight in (self.query, self.key, self.value)]
        scores = fluid.layers.matmul(q, k, transpose_y=True, alpha=(self.size // self.heads) ** -0.5)
        mixed = fluid.layers.transpose(fluid.layers.matmul(fluid.layers.softmax(scores), v), [0, 2, 1, 3])
        return self.out(fluid.layers.reshape(mixed, [0, 0, self.size]))
