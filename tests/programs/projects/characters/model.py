# coding: utf-8
import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from paddle.fluid.dygraph import Embedding, Layer, Linear


class Characters(Layer):
    def __init__(self, characters, size=6):
        super(Characters, self).__init__()
        self.size = size
        self.embedding = Embedding(size=[characters, size])
        self.inner, self.state = Linear(size, size), Linear(size, size, bias_attr=False)
        self.out = Linear(size, characters)

    def start(self, batch):
        return np.zeros([batch, self.size], dtype='float32')

    def forward(self, words, labels, start):
        hidden = fluid.dygraph.to_variable(start)
        losses = []
        for t in range(words.shape[1]):
            x = layers.reshape(layers.slice(words, axes=[1], starts=[t], ends=[t + 1]), [-1])
            hidden = layers.tanh(self.inner(self.embedding(x)) + self.state(hidden))
            label = layers.slice(labels, axes=[1], starts=[t], ends=[t + 1])
            losses.append(layers.softmax_with_cross_entropy(self.out(hidden), label))
        loss = layers.reduce_mean(layers.concat(losses, axis=0))
        return loss, hidden
