import paddle.fluid as fluid


class WideDeep(fluid.dygraph.Layer):
    def __init__(self, features, fields, size=3):
        super(WideDeep, self).__init__()
        self.fields, self.size = fields, size
        self.wide = fluid.dygraph.Embedding(
            [features, 1], param_attr=fluid.ParamAttr(initializer=fluid.initializer.ConstantInitializer(0.0)))
        self.deep = fluid.dygraph.Embedding(
            [features, size], is_sparse=True,
            param_attr=fluid.ParamAttr(initializer=fluid.initializer.TruncatedNormalInitializer(0.0, 0.1)))
        self.hidden = fluid.dygraph.Linear(fields * size, 6, act='relu')
        self.out = fluid.dygraph.Linear(6, 1)

    def forward(self, ids, values):
        first = fluid.layers.reduce_sum(fluid.layers.squeeze(self.wide(ids), [2]) * values, 1, keep_dim=True)
        weighted = self.deep(ids) * fluid.layers.unsqueeze(values, [2])
        summed = fluid.layers.reduce_sum(weighted, 1)
        squares = fluid.layers.reduce_sum(fluid.layers.square(weighted), 1)
        second = 0.5 * fluid.layers.reduce_sum(fluid.layers.square(summed) - squares, 1, keep_dim=True)
        deep = self.out(self.hidden(fluid.layers.reshape(weighted, [-1, self.fields * self.size])))
        return fluid.layers.sigmoid(first + second + deep)
