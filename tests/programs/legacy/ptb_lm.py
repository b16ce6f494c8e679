# -*- coding: utf-8 -*-
"""A language model: LSTM cells made of matrices, one upon the other; clipped gradients, a rate that decays."""
from __future__ import print_function

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.base import to_variable
from paddle.fluid.dygraph.nn import Embedding
from paddle.fluid.optimizer import SGDOptimizer

from utility import parse_args, start_weights

WORDS = 40
WIDTH = 12
DEPTH = 2
LENGTH = 6


def between(scale):
    return fluid.ParamAttr(initializer=fluid.initializer.UniformInitializer(low=-scale, high=scale))


class Cell(fluid.Layer):
    """一步 LSTM / one step: the four gates in one matrix"""

    def __init__(self, width):
        super(Cell, self).__init__()
        self.weight = self.create_parameter(attr=between(0.1), shape=[width * 2, width * 4], dtype="float32")
        self.bias = self.create_parameter(
            shape=[width * 4], dtype="float32", is_bias=True, default_initializer=fluid.initializer.Constant(0.0))

    def forward(self, x, hidden, memory):
        nn = fluid.layers.concat([x, hidden], 1)
        gates = fluid.layers.elementwise_add(fluid.layers.matmul(x=nn, y=self.weight), self.bias)
        enter, new, keep, leave = fluid.layers.split(gates, num_or_sections=4, dim=-1)
        memory = fluid.layers.sigmoid(keep) * memory + fluid.layers.sigmoid(enter) * fluid.layers.tanh(new)
        return fluid.layers.sigmoid(leave) * fluid.layers.tanh(memory), memory


class LanguageModel(fluid.Layer):
    def __init__(self, words, width, depth, dropout=0.0):
        super(LanguageModel, self).__init__()
        self.width = width
        self.dropout = dropout
        self.embedding = Embedding(
            size=[words, width], dtype='float32', is_sparse=False,
            param_attr=fluid.ParamAttr(name='word_table', initializer=fluid.initializer.Uniform(-0.1, 0.1)))
        self.cells = fluid.dygraph.LayerList([Cell(width) for _ in range(depth)])
        self.out_weight = self.add_parameter(
            'out_weight', self.create_parameter(attr=between(0.1), shape=[width, words], dtype="float32"))
        self.out_bias = self.add_parameter(
            'out_bias', self.create_parameter(attr=fluid.ParamAttr(), shape=[words], dtype="float32", is_bias=True))

    def forward(self, text, following, hiddens, memories):
        embedded = self.embedding(text)
        outputs = []
        for place in range(LENGTH):
            x = embedded[:, place, :]
            for number, cell in enumerate(self.cells):
                x, memories[number] = cell(x, hiddens[number], memories[number])
                hiddens[number] = x
                if self.dropout > 0.0:
                    x = fluid.layers.dropout(x, self.dropout, dropout_implementation='upscale_in_train')
            outputs.append(fluid.layers.unsqueeze(x, axes=[1]))
        logits = fluid.layers.matmul(fluid.layers.concat(outputs, axis=1), self.out_weight)
        logits = fluid.layers.elementwise_add(logits, self.out_bias)
        cost = fluid.layers.softmax_with_cross_entropy(logits=logits, label=following)
        # 每个位置先求平均,再按句长求和 / the mean of each place, summed over the length
        cost = fluid.layers.reduce_mean(fluid.layers.squeeze(cost, axes=[2]), dim=0)
        cost = fluid.layers.reduce_sum(cost)
        return cost, hiddens, memories


def pieces(batch_size):
    # 有规律的“文章”:下一个词由前一个词决定,偶有例外
    # a text with a rule: each word follows from the one before, with exceptions
    random = np.random.RandomState(11)
    words = [0]
    for _ in range(6000):
        words.append((words[-1] * 7 + 3) % WORDS if random.rand() < 0.9 else random.randint(WORDS))
    words = np.array(words, dtype='int64')
    size = batch_size * LENGTH
    for start in range(0, len(words) - size, size):
        yield (words[start:start + size].reshape(batch_size, LENGTH),
               words[start + 1:start + size + 1].reshape(batch_size, LENGTH, 1))


def zeros(batch_size):
    return [to_variable(np.zeros([batch_size, WIDTH], dtype='float32')) for _ in range(DEPTH)]


def main():
    args = parse_args(batch_size=8)
    place = fluid.CUDAPlace(fluid.dygraph.ParallelEnv().dev_id) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.prepare_context()
        model = LanguageModel(WORDS, WIDTH, DEPTH)
        model.set_dict(start_weights(model.state_dict()))
        sgd = SGDOptimizer(
            learning_rate=fluid.layers.exponential_decay(1.0, decay_steps=4, decay_rate=0.8, staircase=True),
            parameter_list=model.parameters(),
            grad_clip=fluid.clip.GradientClipByGlobalNorm(1.0))
        batches = lambda: pieces(args.batch_size)
        if args.use_data_parallel:
            model = fluid.dygraph.DataParallel(model, strategy)
            batches = fluid.contrib.reader.distributed_batch_reader(batches)

        hiddens, memories = zeros(args.batch_size), zeros(args.batch_size)
        so_far, seen = 0.0, 0
        for number, (text, following) in enumerate(batches()):
            if number == args.steps:
                break
            loss, hiddens, memories = model(to_variable(text), to_variable(following), hiddens, memories)
            hiddens = [hidden.detach() for hidden in hiddens]
            memories = [memory.detach() for memory in memories]
            shown = loss.numpy()
            if args.use_data_parallel:
                loss = model.scale_loss(loss)
            loss.backward()
            if args.use_data_parallel:
                model.apply_collective_grads()
            sgd.minimize(loss)
            model.clear_gradients()
            so_far += shown
            seen += LENGTH
            perplexity = np.exp(so_far / seen)
            print("batch %d, perplexity %.3f, loss %r" % (number, perplexity[0], float(shown[0])))

        if args.save:
            fluid.save_dygraph(model.state_dict(), args.save + '_%d' % fluid.dygraph.ParallelEnv().local_rank)


main()
