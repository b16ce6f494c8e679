import paddle.fluid as fluid


class Embedder(fluid.dygraph.Layer):
    def __init__(self, size):
        super(Embedder, self).__init__()
        self.fc = fluid.dygraph.Linear(size, 5)

    def forward(self, *inputs):
        return [fluid.layers.l2_normalize(self.fc(x), axis=-1) for x in inputs]


def triplet_loss(anchor, positive, negative, margin=0.5):
    near = fluid.layers.reduce_sum(fluid.layers.square(anchor - positive), dim=1)
    far = fluid.layers.reduce_sum(fluid.layers.square(anchor - negative), dim=1)
    return fluid.layers.reduce_mean(fluid.layers.softplus(near - far + margin))
