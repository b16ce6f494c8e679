import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Embedding, FC  # 1.8: from paddle.fluid.dygraph.nn import Embedding, Linear

WORDS, WIDTH, LENGTH = 20, 6, 5


class GRU(fluid.dygraph.Layer):
    def __init__(self, name_scope, hidden):  # 1.8: def __init__(self, hidden):
        super(GRU, self).__init__(name_scope)  # 1.8: super(GRU, self).__init__()
        self.gates = FC(self.full_name(), size=hidden * 2, act='sigmoid')  # 1.8: self.gates = Linear(14, hidden * 2, act='sigmoid')
        self.candidate = FC(self.full_name(), size=hidden, act='tanh')  # 1.8: self.candidate = Linear(14, hidden, act='tanh')

    def forward(self, word, state):
        gates = self.gates(fluid.layers.concat([word, state], axis=1))
        update, reset = fluid.layers.split(gates, 2, dim=1)
        new = self.candidate(fluid.layers.concat([word, reset * state], axis=1))
        return update * state + (1.0 - update) * new


class LanguageModel(fluid.dygraph.Layer):
    def __init__(self, name_scope, hidden=8):  # 1.8: def __init__(self, hidden=8):
        super(LanguageModel, self).__init__(name_scope)  # 1.8: super(LanguageModel, self).__init__()
        self.hidden = hidden
        self.embedding = Embedding(self.full_name(), size=[WORDS, WIDTH])  # 1.8: self.embedding = Embedding(size=[WORDS, WIDTH])
        self.gru = GRU(self.full_name(), hidden)  # 1.8: self.gru = GRU(hidden)
        self.out = FC(self.full_name(), WORDS, num_flatten_dims=2)  # 1.8: self.out = Linear(8, WORDS)

    def forward(self, words):
        words = self.embedding(words)  # 1.8: words = self.embedding(fluid.layers.squeeze(words, [2]))
        state = fluid.layers.fill_constant([words.shape[0], self.hidden], 'float32', 0.0)
        states = []
        for i in range(LENGTH):
            word = fluid.layers.squeeze(fluid.layers.slice(words, [1], [i], [i + 1]), [1])
            state = self.gru(word, state)
            states.append(state)
        return self.out(fluid.layers.stack(states, axis=1))


losses = []
random = np.random.RandomState(6)
with fluid.dygraph.guard():
    model = LanguageModel('lm')  # 1.8: model = LanguageModel()
    sgd = fluid.optimizer.SGD(0.5)  # 1.8: sgd = fluid.optimizer.SGD(0.5, parameter_list=model.parameters())
    for step in range(3):
        text = random.randint(0, WORDS, [3, LENGTH + 1, 1]).astype('int64')
        logits = model(fluid.dygraph.to_variable(text[:, :-1]))
        loss = fluid.layers.softmax_with_cross_entropy(logits, fluid.dygraph.to_variable(text[:, 1:]))
        loss = fluid.layers.mean(loss)
        loss.backward()
        sgd.minimize(loss)
        model.clear_gradients()
        losses.append(loss.numpy())
