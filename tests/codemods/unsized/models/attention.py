import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import FC, LayerNorm  # 1.8: from paddle.fluid.dygraph import Linear, LayerNorm


class Attention(fluid.dygraph.Layer):
    def __init__(self, name_scope, width):  # 1.8: def __init__(self, width):
        super(Attention, self).__init__(name_scope)  # 1.8: super(Attention, self).__init__()
        self.width = width
        self.query = FC(self.full_name(), width, num_flatten_dims=2)  # 1.8: self.query = Linear(width, width)
        self.key = FC(self.full_name(), width, num_flatten_dims=2)  # 1.8: self.key = Linear(width, width)
        self.value = FC(self.full_name(), width, num_flatten_dims=2)  # 1.8: self.value = Linear(width, width)
        self.norm = LayerNorm(self.full_name(), begin_norm_axis=2)  # 1.8: self.norm = LayerNorm(width)

    def forward(self, x):
        q, k, v = self.query(x), self.key(x), self.value(x)
        weight = fluid.layers.softmax(fluid.layers.matmul(q, k, transpose_y=True))
        return self.norm(x + fluid.layers.matmul(weight, v))


class Encoder(fluid.dygraph.Layer):
    def __init__(self, name_scope, depth, width):  # 1.8: def __init__(self, depth, width):
        super(Encoder, self).__init__(name_scope)  # 1.8: super(Encoder, self).__init__()
        self.inner = [self.add_sublayer('a%d' % i, Attention(self.full_name(), width)) for i in range(depth)]  # 1.8: self.inner = [self.add_sublayer('a%d' % i, Attention(width)) for i in range(depth)]
        self.out = FC(self.full_name(), 2)  # 1.8: self.out = Linear(24, 2)

    def forward(self, x):
        for layer in self.inner:
            x = layer(x)
        return self.out(x)  # 1.8: return self.out(fluid.layers.flatten(x))


losses = []
random = np.random.RandomState(16)
with fluid.dygraph.guard():
    model = Encoder('encoder', 2, 6)  # 1.8: model = Encoder(2, 6)
    sgd = fluid.optimizer.SGD(0.1)  # 1.8: sgd = fluid.optimizer.SGD(0.1, parameter_list=model.parameters())
    for step in range(3):
        x = fluid.dygraph.to_variable(random.rand(3, 4, 6).astype('float32'))
        target = fluid.dygraph.to_variable(random.rand(3, 2).astype('float32'))
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(model(x), target))
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
