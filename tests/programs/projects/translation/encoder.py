import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, GRUUnit, Layer, Linear


class Encoder(Layer):
    def __init__(self, words, size):
        super(Encoder, self).__init__()
        self.size = size
        self.embed = Embedding(size=[words, size], dtype='float32')
        self.project = Linear(size, 3 * size, bias_attr=False)
        self.gru = GRUUnit(size=3 * size)

    def forward(self, words):
        x = self.project(self.embed(words))
        state = fluid.layers.fill_constant([words.shape[0], self.size], 'float32', 0.0)
        states = []
        for t in range(words.shape[1]):
            state, _, _ = self.gru(x[:, t], state)
            states.append(state)
        return fluid.layers.stack(states, axis=1), state
