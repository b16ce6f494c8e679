import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, Linear, to_variable

from cells import LSTMCell


class Classifier(fluid.dygraph.Layer):
    def __init__(self, words, size=6, classes=2, layers=2):
        super(Classifier, self).__init__()
        self.size = size
        self.embedding = Embedding([words, size], padding_idx=0)
        self.cells = []
        for k in range(layers):
            self.cells.append(self.add_sublayer('cell_%d' % k, LSTMCell(size, size)))
        self.fc = Linear(size, classes)

    def forward(self, words, mask):
        batch, length = words.shape
        embedded = self.embedding(words)
        states = [[to_variable(np.zeros([batch, self.size], 'float32')) for _ in range(2)] for _ in self.cells]
        outputs = []
        for t in range(length):
            x = embedded[:, t, :]
            for k, cell in enumerate(self.cells):
                states[k] = cell(x, *states[k])
                x = states[k][0]
            outputs.append(fluid.layers.unsqueeze(x, [1]))
        outputs = fluid.layers.concat(outputs, axis=1)
        summed = fluid.layers.reduce_sum(fluid.layers.elementwise_mul(outputs, mask, axis=0), dim=1)
        counts = fluid.layers.reduce_sum(mask, dim=1, keep_dim=True)
        return self.fc(fluid.layers.elementwise_div(summed, counts, axis=0))
