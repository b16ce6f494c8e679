# -*- coding: utf-8 -*-
"""A transformer that learns to turn a sentence round: label smoothing, Noam's rate, Adam."""
from __future__ import print_function

import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from paddle.fluid.dygraph import Embedding, Layer, LayerNorm, Linear, to_variable

from utility import parse_args, start_weights

VOCAB = 20
MAX_LENGTH = 8
D_MODEL = 16
N_HEAD = 2
D_INNER = 32
N_LAYER = 2
BOS = 0
PAD = 1


def waves(length, width):
    """A sine and a cosine of each position at several speeds: float32 [length, width]."""
    speeds = 100.0 ** (-np.arange(width // 2) / (width // 2 - 1.0))
    angles = np.arange(length)[:, np.newaxis] * speeds
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype("float32")


class Around(Layer):
    """先归一化,再加残差 / a layer with a normalization before it and what it was given added behind it"""

    def __init__(self, inner, width):
        super(Around, self).__init__()
        self.norm = LayerNorm(
            normalized_shape=width,
            param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(1.)),
            bias_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.)))
        self.inner = inner

    def forward(self, x, *others):
        return x + self.inner(self.norm(x), *others)


class Attention(Layer):
    def __init__(self, width, heads):
        super(Attention, self).__init__()
        self.heads = heads
        self.size = width // heads
        self.query = Linear(input_dim=width, output_dim=width, bias_attr=False)
        self.key = Linear(input_dim=width, output_dim=width, bias_attr=False)
        self.value = Linear(input_dim=width, output_dim=width, bias_attr=False)
        self.out = Linear(input_dim=width, output_dim=width, bias_attr=False)

    def split(self, x):
        x = layers.reshape(x=x, shape=[0, 0, self.heads, self.size])
        return layers.transpose(x=x, perm=[0, 2, 1, 3])

    def forward(self, x, mask, memory=None):
        memory = x if memory is None else memory
        query, key, value = self.split(self.query(x)), self.split(self.key(memory)), self.split(self.value(memory))
        scores = layers.matmul(x=query, y=key, transpose_y=True, alpha=self.size ** -0.5)
        scores += mask
        mixed = layers.matmul(layers.softmax(scores), value)
        mixed = layers.transpose(mixed, perm=[0, 2, 1, 3])
        return self.out(layers.reshape(x=mixed, shape=[0, 0, self.heads * self.size]))


class FeedForward(Layer):
    def __init__(self, width, inner):
        super(FeedForward, self).__init__()
        self.first = Linear(input_dim=width, output_dim=inner, act="relu")
        self.second = Linear(input_dim=inner, output_dim=width)

    def forward(self, x):
        return self.second(self.first(x))


class EncoderBlock(Layer):
    def __init__(self, width, heads, inner):
        super(EncoderBlock, self).__init__()
        self.itself = Around(Attention(width, heads), width)
        self.feed = Around(FeedForward(width, inner), width)

    def forward(self, x, mask):
        return self.feed(self.itself(x, mask))


class DecoderBlock(EncoderBlock):
    def __init__(self, width, heads, inner):
        super(DecoderBlock, self).__init__(width, heads, inner)
        self.source = Around(Attention(width, heads), width)

    def forward(self, x, mask, source_mask, memory):
        x = self.itself(x, mask)
        return self.feed(self.source(x, source_mask, memory))


class Words(Layer):
    def __init__(self, words, length, width):
        super(Words, self).__init__()
        self.width = width
        self.word = Embedding(
            size=[words, width], padding_idx=PAD,
            param_attr=fluid.ParamAttr(initializer=fluid.initializer.Normal(0., width ** -0.5)))
        self.place = Embedding(
            size=[length, width],
            param_attr=fluid.ParamAttr(
                initializer=fluid.initializer.NumpyArrayInitializer(waves(length, width)), trainable=False))

    def forward(self, word, place):
        places = self.place(place)
        places.stop_gradient = True
        return layers.scale(x=self.word(word), scale=self.width ** 0.5) + places


class Transformer(Layer):
    def __init__(self):
        super(Transformer, self).__init__()
        self.source = Words(VOCAB, MAX_LENGTH, D_MODEL)
        self.target = Words(VOCAB, MAX_LENGTH, D_MODEL)
        self.encoder = [
            self.add_sublayer("encoder%d" % i, EncoderBlock(D_MODEL, N_HEAD, D_INNER)) for i in range(N_LAYER)
        ]
        self.decoder = [
            self.add_sublayer("decoder%d" % i, DecoderBlock(D_MODEL, N_HEAD, D_INNER)) for i in range(N_LAYER)
        ]
        self.encoded = LayerNorm(D_MODEL)
        self.decoded = LayerNorm(D_MODEL)
        self.out = Linear(input_dim=D_MODEL, output_dim=VOCAB, bias_attr=False)

    def forward(self, source, places, source_mask, before, mask):
        memory = self.source(source, places)
        for block in self.encoder:
            memory = block(memory, source_mask)
        memory = self.encoded(memory)
        x = self.target(before, places)
        for block in self.decoder:
            x = block(x, mask, source_mask, memory)
        return self.out(layers.reshape(self.decoded(x), shape=[-1, D_MODEL]))


class Criterion(object):
    def __init__(self, smoothing):
        self.smoothing = smoothing

    def __call__(self, predict, label, weights):
        if self.smoothing:
            label = layers.label_smooth(
                label=layers.one_hot(input=label, depth=predict.shape[-1]), epsilon=self.smoothing)
        cost = layers.softmax_with_cross_entropy(logits=predict, label=label, soft_label=bool(self.smoothing))
        total = layers.reduce_sum(cost * weights)
        tokens = layers.reduce_sum(weights)
        tokens.stop_gradient = True
        return total / tokens, tokens


def sentences(batch_size):
    random = np.random.RandomState(31)
    while True:
        source = random.randint(2, VOCAB, [batch_size, MAX_LENGTH])
        lengths = np.arange(batch_size) % 4 + MAX_LENGTH - 3
        source[np.arange(MAX_LENGTH) >= lengths[:, np.newaxis]] = PAD
        target = np.full_like(source, PAD)
        for row, length in enumerate(lengths):
            target[row, :length] = source[row, :length][::-1]
        before = np.concatenate([np.full([batch_size, 1], BOS), target[:, :-1]], axis=1)
        yield source.astype("int64"), before.astype("int64"), target.astype("int64")


def inputs_of(source, before, target):
    places = np.tile(np.arange(MAX_LENGTH, dtype="int64"), [len(source), 1])
    nothing = np.where(source == PAD, -1e9, 0.0).astype("float32")
    source_mask = np.tile(nothing[:, np.newaxis, np.newaxis, :], [1, N_HEAD, MAX_LENGTH, 1])
    later = np.triu(np.full([MAX_LENGTH, MAX_LENGTH], -1e9, dtype="float32"), 1)
    mask = np.tile(later, [len(source), N_HEAD, 1, 1])
    weights = (target != PAD).astype("float32").reshape([-1, 1])
    return [to_variable(x) for x in (source, places, source_mask, before, mask, target.reshape([-1, 1]), weights)]


def train(args):
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        transformer = Transformer()
        transformer.load_dict(start_weights(transformer.state_dict()))
        criterion = Criterion(smoothing=0.1)
        optimizer = fluid.optimizer.Adam(
            learning_rate=layers.noam_decay(D_MODEL, 10, learning_rate=0.3),
            beta1=0.9,
            beta2=0.997,
            epsilon=1e-9,
            parameter_list=transformer.parameters())
        reader = lambda: sentences(args.batch_size)
        if args.use_data_parallel:
            transformer = fluid.dygraph.parallel.DataParallel(transformer, strategy)
            reader = fluid.contrib.reader.distributed_batch_reader(reader)
        transformer.train()
        for step, batch in enumerate(reader()):
            if step >= args.steps:
                break
            inputs = inputs_of(*batch)
            loss, tokens = criterion(transformer(*inputs[:5]), *inputs[5:])
            shown = loss.numpy()
            if args.use_data_parallel:
                loss = transformer.scale_loss(loss)
                loss.backward()
                transformer.apply_collective_grads()
            else:
                loss.backward()
            optimizer.minimize(loss)
            transformer.clear_gradients()
            print("step %d, tokens %d, perplexity %.3f, loss %r" %
                  (step, tokens.numpy(), np.exp(np.minimum(shown, 100.0))[0], float(shown[0])))
        if args.save:
            fluid.save_dygraph(transformer.state_dict(), args.save + "_%d" % fluid.dygraph.parallel.Env().local_rank)


if __name__ == "__main__":
    train(parse_args(batch_size=8))
