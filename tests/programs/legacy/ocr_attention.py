# -*- coding: utf-8 -*-
"""Reads a line of signs: convolutions, a GRU from either end, and a decoder that looks where it needs to."""
from __future__ import print_function

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable
from paddle.fluid.dygraph.nn import BatchNorm, Conv2D, Embedding, GRUUnit, Linear, Pool2D

from utility import parse_args, start_weights

NUM_CLASSES = 6
SOS, EOS = NUM_CLASSES, NUM_CLASSES + 1
LENGTH = 3
HEIGHT, WIDTH = 16, 24


class Features(fluid.dygraph.Layer):
    """[N, 1, H, W] to [N, 8, H / 4, W / 4]"""

    def __init__(self, is_test=False):
        super(Features, self).__init__()
        self.body = []
        channels = 1
        for number, (filters, pooled) in enumerate([(4, True), (6, True), (8, False)]):
            attr = fluid.ParamAttr(initializer=fluid.initializer.Normal(0.0, (2.0 / (9 * channels)) ** 0.5))
            conv = Conv2D(channels, filters, 3, padding=1, param_attr=attr, bias_attr=False, act=None)
            self.body.append(self.add_sublayer('conv%d' % number, conv))
            self.body.append(self.add_sublayer('bn%d' % number, BatchNorm(filters, act='relu', is_test=is_test)))
            if pooled:
                self.body.append(Pool2D(pool_size=2, pool_type='max', pool_stride=2, ceil_mode=True))
            channels = filters

    def forward(self, x):
        for layer in self.body:
            x = layer(x)
        return x


class Recurrent(fluid.dygraph.Layer):
    def __init__(self, inputs, size, backwards):
        super(Recurrent, self).__init__()
        small = fluid.initializer.Normal(0.0, 0.02)
        # 偏置学得快一倍 / biases learn twice as fast
        bias = fluid.ParamAttr(initializer=small, learning_rate=2.0)
        weight = fluid.ParamAttr(initializer=small)
        self.project = Linear(inputs, size * 3, param_attr=weight, bias_attr=False)
        self.unit = GRUUnit(size * 3, param_attr=weight, bias_attr=bias, activation='relu')
        self.backwards = backwards
        self.size = size

    def start(self, batch_size):
        if fluid.framework.in_dygraph_mode():
            return to_variable(np.zeros((batch_size, self.size), dtype="float32"))
        return fluid.layers.fill_constant(shape=[batch_size, self.size], dtype='float32', value=0)

    def forward(self, columns):
        inputs = self.project(columns)
        hidden = self.start(inputs.shape[0])
        states = []
        for i in range(inputs.shape[1]):
            hidden, _, _ = self.unit(inputs[:, -1 - i if self.backwards else i], hidden)
            states.append(fluid.layers.reshape(hidden, [-1, 1, hidden.shape[1]], inplace=False))
        return fluid.layers.concat(states[::-1] if self.backwards else states, axis=1)


class Encoder(fluid.dygraph.Layer):
    def __init__(self, size, decoder_size):
        super(Encoder, self).__init__()
        self.features = Features()
        self.height = 8 * HEIGHT // 4
        self.there = Recurrent(self.height, size, backwards=False)
        self.back = Recurrent(self.height, size, backwards=True)
        self.project = Linear(size * 2, decoder_size, bias_attr=False)
        self.first = Linear(size, decoder_size, bias_attr=False, act='relu')

    def forward(self, image):
        # 每一列是一步 / each column is a step
        columns = fluid.layers.transpose(self.features(image), perm=[0, 3, 1, 2])
        columns = fluid.layers.reshape(columns, [0, 0, self.height])
        back = self.back(columns)
        both = fluid.layers.concat(input=[self.there(columns), back], axis=2)
        last = fluid.layers.slice(back, axes=[1], starts=[0], ends=[1])
        return both, self.project(both), self.first(fluid.layers.squeeze(last, axes=[1]))


class Attention(fluid.dygraph.Layer):
    def __init__(self, size):
        super(Attention, self).__init__()
        self.state = Linear(size, size, act=None, bias_attr=False)
        self.score = Linear(size, 1, act=None, bias_attr=False)

    def forward(self, both, projected, state):
        asked = fluid.layers.unsqueeze(self.state(state), axes=[1])
        asked = fluid.layers.expand(asked, expand_times=[1, projected.shape[1], 1])
        scores = self.score(fluid.layers.tanh(x=fluid.layers.elementwise_add(projected, asked)))
        weights = fluid.layers.softmax(fluid.layers.reshape(x=scores, shape=[scores.shape[0], -1]))
        # 每个位置乘上它的注意力 / each place times how much it is looked at
        return fluid.layers.reduce_sum(fluid.layers.elementwise_mul(x=both, y=weights, axis=0), dim=1)


class Reader(fluid.dygraph.Layer):
    def __init__(self, size, decoder_size):
        super(Reader, self).__init__()
        self.encoder = Encoder(size, decoder_size)
        self.attention = Attention(decoder_size)
        self.signs = Embedding([NUM_CLASSES + 2, decoder_size], dtype='float32')
        self.of_context = Linear(input_dim=size * 2, output_dim=decoder_size * 3, bias_attr=False)
        self.of_sign = Linear(input_dim=decoder_size, output_dim=decoder_size * 3, bias_attr=False)
        self.unit = GRUUnit(size=decoder_size * 3, param_attr=None, bias_attr=None)
        self.out = Linear(input_dim=decoder_size, output_dim=NUM_CLASSES + 2, bias_attr=None, act='softmax')

    def forward(self, image, before):
        both, projected, state = self.encoder(image)
        embedded = self.signs(before)
        predicted = []
        for place in range(before.shape[1]):
            sign = fluid.layers.slice(embedded, axes=[1], starts=[place], ends=[place + 1])
            sign = fluid.layers.reshape(sign, [-1, sign.shape[2]], inplace=False)
            context = self.attention(both, projected, state)
            gates = fluid.layers.elementwise_add(x=self.of_context(context), y=self.of_sign(sign))
            state, _, _ = self.unit(gates, state)
            predicted.append(self.out(state))
        return fluid.layers.stack(predicted, axis=1)


def signs(batch_size):
    """Each sign is a bar of its own height and brightness."""
    random = np.random.RandomState(41)

    def reader():
        while True:
            labels = random.randint(NUM_CLASSES, size=[batch_size, LENGTH])
            image = random.uniform(-0.1, 0.1, [batch_size, 1, HEIGHT, WIDTH])
            for row in range(batch_size):
                for place in range(LENGTH):
                    kind = labels[row, place]
                    image[row, 0, :2 * kind + 3, place * 8 + 1:place * 8 + 6] += 1.0 - kind * 0.1
            label_in = np.concatenate([np.full([batch_size, 1], SOS), labels], axis=1)
            label_out = np.concatenate([labels, np.full([batch_size, 1], EOS)], axis=1)
            yield image.astype('float32'), label_in.astype('int64'), label_out.astype('int64')

    return reader


def train(args):
    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        strategy = fluid.dygraph.BackwardStrategy()
        strategy.sort_sum_gradient = True
        model = Reader(size=8, decoder_size=10)
        model.set_dict(start_weights(model.state_dict()))
        rate = fluid.layers.piecewise_decay([8, 14], [0.1, 0.1 * 0.3, 0.1 * 0.1])
        clip = fluid.clip.GradientClipByGlobalNorm(5.0)
        optimizer = fluid.optimizer.Momentum(
            learning_rate=rate, momentum=0.9, parameter_list=model.parameters(), grad_clip=clip)
        model.train()
        for number, (image, before, label) in enumerate(signs(args.batch_size)()):
            if number == args.steps:
                break
            label = fluid.layers.reshape(to_variable(label), [-1, 1], inplace=False)
            label.stop_gradient = True
            predict = model(to_variable(image), to_variable(before))
            predict = fluid.layers.reshape(predict, [label.shape[0], -1], inplace=False)
            cost = fluid.layers.cross_entropy(input=predict, label=label)
            loss = fluid.layers.reduce_sum(cost) / args.batch_size
            loss.backward(strategy)
            optimizer.minimize(loss)
            model.clear_gradients()
            _, best = fluid.layers.topk(predict, 1)
            right = np.mean(best.numpy() == label.numpy())
            print("batch {}, right {:.3f}, loss {!r}".format(number, right, float(loss.numpy()[0])))
        if args.save:
            fluid.save_dygraph(model.state_dict(), args.save)


if __name__ == "__main__":
    train(parse_args(batch_size=4))
