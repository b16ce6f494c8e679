# -*- coding: utf-8 -*-
"""Is a review a good one? Words, and a GRU that reads them from either end."""
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Embedding, GRUUnit, Linear
from paddle.fluid.dygraph.base import to_variable

from utility import parse_args, start_weights

WORDS = 24
LENGTH = 7


class Recurrent(fluid.dygraph.Layer):
    """[N, T, 3 * size] to [N, T, size], forwards or backwards"""

    def __init__(self, size, backwards=False, gate='sigmoid', candidate='tanh', bias_attr=None):
        super(Recurrent, self).__init__()
        self.unit = GRUUnit(
            size * 3, bias_attr=bias_attr, activation=candidate, gate_activation=gate, origin_mode=False)
        self.size = size
        self.backwards = backwards

    def forward(self, inputs):
        hidden = fluid.layers.zeros([inputs.shape[0], self.size], 'float32')
        places = list(range(inputs.shape[1]))
        states = [None] * len(places)
        for place in reversed(places) if self.backwards else places:
            x = fluid.layers.reshape(inputs[:, place:place + 1, :], [-1, self.size * 3], inplace=False)
            hidden, _, _ = self.unit(x, hidden)
            states[place] = hidden
        return fluid.layers.stack(states, axis=1)


class Review(fluid.dygraph.Layer):
    def __init__(self, words, width=6, size=8):
        super(Review, self).__init__()
        self.width = width
        self.nothing = words
        # 词向量学得快一些 / the words learn faster than the rest
        self.words = Embedding(
            size=[words + 1, width], dtype='float32', param_attr=fluid.ParamAttr(learning_rate=5.0), is_sparse=False)
        self.project = Linear(input_dim=width, output_dim=size * 3)
        self.there = Recurrent(size)
        self.back = Recurrent(size, backwards=True)
        self.hidden = Linear(input_dim=size * 2, output_dim=10, act="tanh")
        self.out = Linear(input_dim=10, output_dim=2, act="softmax")

    def forward(self, text, label=None):
        real = to_variable((text.numpy() != self.nothing).astype('float32'))
        embedded = self.words(text)
        inputs = self.project(fluid.layers.elementwise_mul(embedded, real, axis=0))
        both = fluid.layers.concat(input=[self.there(inputs), self.back(inputs)], axis=2)
        strongest = fluid.layers.reduce_max(fluid.layers.tanh(both), dim=1)
        answer = self.out(self.hidden(strongest))
        if label is None:
            return answer
        cost = fluid.layers.cross_entropy(input=answer, label=label)
        return fluid.layers.mean(x=cost), fluid.layers.accuracy(input=answer, label=label)


def reviews(batch_size):
    random = np.random.RandomState(17)

    def review():
        label = random.randint(2)
        words = random.randint(WORDS // 2, size=LENGTH) + label * 8
        words[random.randint(3, LENGTH + 1):] = WORDS
        return words, label

    def reader():
        while True:
            words, labels = zip(*[review() for _ in range(batch_size)])
            yield np.array(words).astype('int64'), np.array(labels).astype('int64')

    return reader


args = parse_args(batch_size=8)


def train():
    if args.use_gpu:
        place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id)
    else:
        place = fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        model = Review(WORDS)
        model.set_dict(start_weights(model.state_dict()))
        sgd = fluid.optimizer.SGDOptimizer(learning_rate=0.3, parameter_list=model.parameters())
        generator = reviews(args.batch_size)
        if args.use_data_parallel:
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
            generator = fluid.contrib.reader.distributed_batch_reader(generator)
        model.train()
        for step, (words, labels) in enumerate(generator()):
            if step >= args.steps:
                break
            loss, accuracy = model(to_variable(words), to_variable(labels.reshape(-1, 1)))
            unscaled = loss
            if args.use_data_parallel:
                loss = model.scale_loss(loss)
                loss.backward()
                model.apply_collective_grads()
            else:
                loss.backward()
            sgd.minimize(loss)
            model.clear_gradients()
            print("step: %d, accuracy: %.3f, loss %r" % (step, accuracy.numpy()[0], float(unscaled.numpy()[0])))
        if args.save:
            fluid.save_dygraph(model.state_dict(), args.save + "_%d" % fluid.dygraph.parallel.Env().local_rank)


if __name__ == '__main__':
    train()
