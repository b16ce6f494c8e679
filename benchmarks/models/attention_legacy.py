"""An encoder block over embedded words, in the 1.8 dialect. Each `next()` on `train(...)` is one step."""

import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, LayerNorm, Linear

WIDTH, HEADS = 64, 4


class Encoder(fluid.dygraph.Layer):
    def __init__(self):
        super().__init__()
        self.words = Embedding(size=[1000, WIDTH])
        self.query = Linear(WIDTH, WIDTH)
        self.key = Linear(WIDTH, WIDTH)
        self.value = Linear(WIDTH, WIDTH)
        self.out = Linear(WIDTH, WIDTH)
        self.norm = LayerNorm(WIDTH)
        self.wide = Linear(WIDTH, 4 * WIDTH, act='relu')
        self.narrow = Linear(4 * WIDTH, WIDTH)
        self.last_norm = LayerNorm(WIDTH)
        self.classes = Linear(WIDTH, 10)

    def heads(self, x):
        x = fluid.layers.reshape(x, [x.shape[0], x.shape[1], HEADS, WIDTH // HEADS])
        return fluid.layers.transpose(x, [0, 2, 1, 3])

    def forward(self, ids):
        x = self.words(ids)
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        scores = fluid.layers.matmul(q, k, transpose_y=True, alpha=(WIDTH // HEADS) ** -0.5)
        seen = fluid.layers.matmul(fluid.layers.softmax(scores), v)
        seen = fluid.layers.reshape(fluid.layers.transpose(seen, [0, 2, 1, 3]), [x.shape[0], x.shape[1], WIDTH])
        x = self.norm(x + self.out(seen))
        x = self.last_norm(x + self.narrow(self.wide(x)))
        return self.classes(fluid.layers.reduce_mean(x, dim=1))


def make():
    return Encoder()


def train(batches, weights):
    with fluid.dygraph.guard(fluid.CPUPlace()):
        model = make()
        model.set_dict(weights)
        model.train()
        optimizer = fluid.optimizer.SGD(0.001, parameter_list=model.parameters())
        for words, labels in batches:
            logits = model(fluid.dygraph.to_variable(words))
            label = fluid.dygraph.to_variable(labels)
            loss = fluid.layers.mean(fluid.layers.softmax_with_cross_entropy(logits, label))
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            yield loss.numpy()
