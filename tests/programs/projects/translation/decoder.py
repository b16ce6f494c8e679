import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, GRUUnit, Layer, Linear


class Decoder(Layer):
    def __init__(self, words, size):
        super(Decoder, self).__init__()
        self.embed = Embedding(size=[words, size])
        self.key = Linear(size, size, bias_attr=False)
        self.project = Linear(2 * size, 3 * size)
        self.gru = GRUUnit(3 * size)
        self.out = Linear(size, words)

    def attend(self, state, memory):
        query = fluid.layers.unsqueeze(state, axes=[1])
        scores = fluid.layers.matmul(query, self.key(memory), transpose_y=True)
        weights = fluid.layers.softmax(scores)
        return fluid.layers.squeeze(fluid.layers.matmul(weights, memory), axes=[1])

    def forward(self, targets, state, memory):
        logits = []
        embedded = self.embed(targets)
        for t in range(targets.shape[1]):
            x = fluid.layers.concat(input=[embedded[:, t], self.attend(state, memory)], axis=-1)
            state, _, _ = self.gru(self.project(x), state)
            logits.append(self.out(state))
        return fluid.layers.stack(logits, axis=1)
